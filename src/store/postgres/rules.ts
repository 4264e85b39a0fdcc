import type { StoredRules } from '../../model/store.ts';
import { type RulesRow, rulesFromRow } from '../rows.ts';
import type { Queries } from './connection.ts';

/** The newest rules of every template, or every version of one template, oldest first. */
export async function loadRules(
  queries: Queries,
  site: number,
  of?: Pick<StoredRules, 'domain' | 'template'>,
): Promise<readonly StoredRules[]> {
  const rows = of
    ? await queries.all<RulesRow>(
        `SELECT domain, template, version, saved_at, text FROM rules
         WHERE site = $1 AND domain = $2 AND template = $3 ORDER BY version`,
        ...[site, of.domain, of.template],
      )
    : await queries.all<RulesRow>(
        `SELECT DISTINCT ON (domain, template) domain, template, version, saved_at, text FROM rules
         WHERE site = $1 ORDER BY domain, template, version DESC`,
        site,
      );
  return rows.map(rulesFromRow);
}

/** Writes rules as the version after the last one of their template; the caller holds the transaction. */
export async function addRules(
  queries: Queries,
  site: number,
  { domain, template, savedAt, text }: Omit<StoredRules, 'version'>,
): Promise<number> {
  const row = await queries.get<{ version: number }>(
    `INSERT INTO rules (site, domain, template, version, saved_at, text)
     SELECT $1, $2, $3, 1 + coalesce(max(version), 0), $4, $5 FROM rules
     WHERE site = $1 AND domain = $2 AND template = $3 RETURNING version`,
    ...[site, domain, template, savedAt, text],
  );
  return row?.version as number;
}
