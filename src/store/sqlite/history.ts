import type { PageInput, PageVersion, PageVisits } from '../../model/visits.ts';
import { statusCode } from '../codes.ts';
import {
  type InputRow,
  inputOf,
  methodText,
  type VersionRow,
  type VisitsRow,
  versionOf,
  visitsInRow,
} from '../history-rows.ts';
import type { SqliteConnection } from './connection.ts';

/**
 * Files what a page has shown so far as a version of it, if it shows something else from now on. What it showed
 * then does not name it any more: another page may show that.
 */
export function archive(
  connection: SqliteConnection,
  site: number,
  { number, fingerprint }: { readonly number: number; readonly fingerprint: string },
): void {
  const filed = connection.run(
    `INSERT INTO versions (site, page, version, fingerprint, title, address, http_status, content_type,
       charset, last_modified, captured_at, blob)
     SELECT site, number, 1 + (SELECT count(*) FROM versions WHERE site = ?1 AND page = ?2),
       fingerprint, title, address, http_status, content_type, charset, last_modified, captured_at, blob
     FROM pages WHERE site = ?1 AND number = ?2 AND fingerprint IS NOT NULL AND fingerprint <> ?3`,
    site,
    number,
    fingerprint,
  );
  if (filed === 0) return;
  connection.run(
    `DELETE FROM contents WHERE site = ?1 AND number = ?2
       AND fingerprint = (SELECT fingerprint FROM pages WHERE site = ?1 AND number = ?2)`,
    site,
    number,
  );
}

/** Removes a transition that is not on its page any more. */
export function withdraw(
  connection: SqliteConnection,
  site: number,
  { source, ord }: { readonly source: number; readonly ord: number },
): void {
  connection.run('DELETE FROM transitions WHERE site = ? AND source = ? AND ord = ?', site, source, ord);
}

/** Writes what a page was made from, instead of what was written before. */
export function putInputs(
  connection: SqliteConnection,
  site: number,
  { page, inputs }: { readonly page: number; readonly inputs: readonly PageInput[] },
): void {
  connection.run('DELETE FROM inputs WHERE site = ? AND page = ?', site, page);
  for (const input of inputs) {
    const { url, kind, answered, print, etag, lastModified } = input;
    connection.run(
      `INSERT OR REPLACE INTO inputs (site, page, method, url, kind, answered, print, etag, last_modified)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      ...[site, page, methodText(input), url, kind, answered, print, etag, lastModified],
    );
  }
}

/** Writes what the visits of a page have shown. */
export function putVisits(connection: SqliteConnection, site: number, visits: PageVisits): void {
  const { page, firstSeen, lastSeen, checks, changes, changedAt, quiet, dated, goneAt } = visits;
  connection.run(
    `INSERT OR REPLACE INTO visits (site, page, first_seen, last_seen, checks, changes, changed_at, quiet,
       dated, stirs, gone_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ...[site, page, firstSeen, lastSeen, checks, changes, changedAt, quiet, dated],
    JSON.stringify(visits.stirs.map((days) => Number(days.toPrecision(6)))),
    goneAt,
  );
}

/** A page is not there any more; only what was kept can go. */
export function removePage(connection: SqliteConnection, site: number, number: number): void {
  connection.run(
    `UPDATE pages SET status = ${statusCode.number('gone')}
     WHERE site = ? AND number = ? AND status = ${statusCode.number('kept')}`,
    site,
    number,
  );
}

/** A page that was gone is there again, as it was. */
export function bringBack(connection: SqliteConnection, site: number, number: number): void {
  connection.run(
    `UPDATE pages SET status = ${statusCode.number('kept')}
     WHERE site = ? AND number = ? AND status = ${statusCode.number('gone')}`,
    site,
    number,
  );
}

/** A state page is reached by another step than before. */
export function move(
  connection: SqliteConnection,
  site: number,
  { number, source, ord }: { readonly number: number; readonly source: number; readonly ord: number },
): void {
  connection.run(
    'UPDATE pages SET source = ?3, ord = ?4 WHERE site = ?1 AND number = ?2 AND source IS NOT NULL',
    ...[site, number, source, ord],
  );
}

/** Reads rows of `visits` in page order. */
export function readVisits(
  connection: SqliteConnection,
  site: number,
  { after = -1, limit = -1 }: { readonly after?: number; readonly limit?: number },
): readonly PageVisits[] {
  return connection
    .all<VisitsRow>(
      'SELECT * FROM visits WHERE site = ? AND page > ? ORDER BY page LIMIT ?',
      ...[site, after, limit],
    )
    .map(visitsInRow);
}

/** Reads the earlier contents of a page, oldest first. */
export function readVersions(
  connection: SqliteConnection,
  site: number,
  page: number,
): readonly PageVersion[] {
  return connection
    .all<VersionRow>('SELECT * FROM versions WHERE site = ? AND page = ? ORDER BY version', site, page)
    .map(versionOf);
}

/** Reads what some pages were made from. */
export function readInputs(
  connection: SqliteConnection,
  site: number,
  pages: readonly number[],
): ReadonlyMap<number, readonly PageInput[]> {
  const rows = connection.all<InputRow>(
    `SELECT inputs.* FROM json_each(?2) AS asked
     CROSS JOIN inputs ON inputs.site = ?1 AND inputs.page = asked.value`,
    site,
    JSON.stringify(pages),
  );
  const found = new Map<number, PageInput[]>();
  for (const row of rows) {
    const inputs = found.get(row.page) ?? [];
    inputs.push(inputOf(row));
    found.set(row.page, inputs);
  }
  return found;
}
