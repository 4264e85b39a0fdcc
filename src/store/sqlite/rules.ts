import type { StoredRules } from '../../model/store.ts';
import { type RulesRow, rulesFromRow } from '../rows.ts';
import type { SqliteConnection } from './connection.ts';

/** The newest rules of every template, or every version of one template, oldest first. */
export function rulesOf(
  connection: SqliteConnection,
  site: number,
  of?: Pick<StoredRules, 'domain' | 'template'>,
): readonly StoredRules[] {
  const rows = of
    ? connection.all<RulesRow>(
        `SELECT domain, template, version, saved_at, text FROM rules
         WHERE site = ? AND domain = ? AND template = ? ORDER BY version`,
        site,
        of.domain,
        of.template,
      )
    : connection.all<RulesRow>(
        `SELECT domain, template, max(version) AS version, saved_at, text FROM rules
         WHERE site = ? GROUP BY domain, template ORDER BY domain, template`,
        site,
      );
  return rows.map(rulesFromRow);
}

/** Writes rules as the version after the last one of their template; the caller holds the transaction. */
export function insertRules(
  connection: SqliteConnection,
  site: number,
  { domain, template, savedAt, text }: Omit<StoredRules, 'version'>,
): number {
  const last = connection.get<{ version: number | null }>(
    'SELECT max(version) AS version FROM rules WHERE site = ? AND domain = ? AND template = ?',
    site,
    domain,
    template,
  );
  const version = (last?.version ?? 0) + 1;
  connection.run(
    'INSERT INTO rules (site, domain, template, version, saved_at, text) VALUES (?, ?, ?, ?, ?, ?)',
    ...[site, domain, template, version, savedAt, text],
  );
  return version;
}
