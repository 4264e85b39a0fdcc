import type { PageInput, PageVersion, PageVisits } from '../../model/visits.ts';
import { statusCode } from './codes.ts';
import type { Connection } from './connection.ts';

/**
 * Files what a page has shown so far as a version of it, if it shows something else from now on. What it showed
 * then does not name it any more: another page may show that.
 */
export function archive(
  connection: Connection,
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
  connection: Connection,
  site: number,
  { source, ord }: { readonly source: number; readonly ord: number },
): void {
  connection.run('DELETE FROM transitions WHERE site = ? AND source = ? AND ord = ?', site, source, ord);
}

/** Writes what a page was made from, instead of what was written before. */
export function putInputs(
  connection: Connection,
  site: number,
  { page, inputs }: { readonly page: number; readonly inputs: readonly PageInput[] },
): void {
  connection.run('DELETE FROM inputs WHERE site = ? AND page = ?', site, page);
  for (const { method, question, url, kind, answered, print, etag, lastModified } of inputs) {
    connection.run(
      `INSERT OR REPLACE INTO inputs (site, page, method, url, kind, answered, print, etag, last_modified)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      ...[site, page, methodText(method, question), url, kind, answered, print, etag, lastModified],
    );
  }
}

/** A question is part of the method: `POST {"contentType":…}`. Pages may put several to one address. */
function methodText(method: string, question: PageInput['question']): string {
  return question === undefined ? method : `${method} ${JSON.stringify(question)}`;
}

function askedBy(text: string): Pick<PageInput, 'method' | 'question'> {
  const at = text.indexOf(' ');
  return at < 0 ? { method: text } : { method: text.slice(0, at), question: JSON.parse(text.slice(at + 1)) };
}

/** Writes what the visits of a page have shown. */
export function putVisits(connection: Connection, site: number, visits: PageVisits): void {
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
export function removePage(connection: Connection, site: number, number: number): void {
  connection.run(
    `UPDATE pages SET status = ${statusCode.number('gone')}
     WHERE site = ? AND number = ? AND status = ${statusCode.number('kept')}`,
    site,
    number,
  );
}

/** A page that was gone is there again, as it was. */
export function bringBack(connection: Connection, site: number, number: number): void {
  connection.run(
    `UPDATE pages SET status = ${statusCode.number('kept')}
     WHERE site = ? AND number = ? AND status = ${statusCode.number('gone')}`,
    site,
    number,
  );
}

/** A state page is reached by another step than before. */
export function move(
  connection: Connection,
  site: number,
  { number, source, ord }: { readonly number: number; readonly source: number; readonly ord: number },
): void {
  connection.run(
    'UPDATE pages SET source = ?3, ord = ?4 WHERE site = ?1 AND number = ?2 AND source IS NOT NULL',
    ...[site, number, source, ord],
  );
}

interface VisitsRow {
  readonly page: number;
  readonly first_seen: string;
  readonly last_seen: string;
  readonly checks: number;
  readonly changes: number;
  readonly changed_at: string | null;
  readonly quiet: number;
  readonly dated: number;
  readonly stirs: string;
  readonly gone_at: string | null;
}

/** Reads rows of `visits` in page order. */
export function readVisits(
  connection: Connection,
  site: number,
  { after = -1, limit = -1 }: { readonly after?: number; readonly limit?: number },
): readonly PageVisits[] {
  return connection
    .all<VisitsRow>(
      'SELECT * FROM visits WHERE site = ? AND page > ? ORDER BY page LIMIT ?',
      ...[site, after, limit],
    )
    .map((row) => ({
      ...{ page: row.page, firstSeen: row.first_seen, lastSeen: row.last_seen, checks: row.checks },
      ...{ changes: row.changes, changedAt: row.changed_at, quiet: row.quiet, dated: row.dated },
      ...{ stirs: JSON.parse(row.stirs) as number[], goneAt: row.gone_at },
    }));
}

interface VersionRow {
  readonly version: number;
  readonly fingerprint: string;
  readonly title: string;
  readonly address: string;
  readonly http_status: number;
  readonly content_type: string;
  readonly charset: string | null;
  readonly last_modified: string | null;
  readonly captured_at: string;
  readonly blob: Uint8Array;
}

/** Reads the earlier contents of a page, oldest first. */
export function readVersions(connection: Connection, site: number, page: number): readonly PageVersion[] {
  return connection
    .all<VersionRow>('SELECT * FROM versions WHERE site = ? AND page = ? ORDER BY version', site, page)
    .map((row) => ({
      ...{ version: row.version, fingerprint: row.fingerprint, title: row.title, address: row.address },
      ...{ contentType: row.content_type, ...(row.charset !== null && { charset: row.charset }) },
      ...{ status: row.http_status, lastModified: row.last_modified, capturedAt: row.captured_at },
      blob: Buffer.from(row.blob).toString('hex'),
    }));
}

interface InputRow {
  readonly page: number;
  readonly method: string;
  readonly url: string;
  readonly kind: PageInput['kind'];
  readonly answered: string | null;
  readonly print: string | null;
  readonly etag: string | null;
  readonly last_modified: string | null;
}

/** Reads what some pages were made from. */
export function readInputs(
  connection: Connection,
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
  for (const { page, method, url, kind, answered, print, etag, last_modified: lastModified } of rows) {
    const inputs = found.get(page) ?? [];
    inputs.push({ ...askedBy(method), url, kind, answered, print, etag, lastModified });
    found.set(page, inputs);
  }
  return found;
}
