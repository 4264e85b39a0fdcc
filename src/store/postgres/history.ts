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
import type { Queries } from './connection.ts';
import type { Plan } from './plan.ts';

/** Files what pages have shown so far as versions of them, where they show something else from now on. */
export async function fileVersions(queries: Queries, site: number, kept: Plan['kept']): Promise<void> {
  const values = [site, kept.map(({ number }) => number), kept.map(({ content }) => content.fingerprint)];
  const filed = await queries.run(
    `INSERT INTO versions (site, page, version, fingerprint, title, address, http_status, content_type, charset,
       last_modified, captured_at, blob)
     SELECT p.site, p.number, 1 + (SELECT count(*) FROM versions v WHERE v.site = $1 AND v.page = p.number),
       p.fingerprint, p.title, p.address, p.http_status, p.content_type, p.charset, p.last_modified,
       p.captured_at, p.blob
     FROM unnest($2::int[], $3::text[]) AS n (number, fingerprint)
     JOIN pages p ON p.site = $1 AND p.number = n.number
     WHERE p.fingerprint IS NOT NULL AND p.fingerprint <> n.fingerprint`,
    ...values,
  );
  if (filed === 0) return;
  // What a page showed then does not name it any more: another page may show that.
  await queries.run(
    `DELETE FROM contents c USING pages p, unnest($2::int[], $3::text[]) AS n (number, fingerprint)
     WHERE c.site = $1 AND p.site = $1 AND p.number = n.number AND p.fingerprint <> n.fingerprint
       AND c.fingerprint = p.fingerprint AND c.number = p.number`,
    ...values,
  );
}

/** Writes what pages were made from, instead of what was written before. */
export async function writeInputs(queries: Queries, site: number, made: Plan['inputs']): Promise<void> {
  if (made.length === 0) return;
  const pages = made.map(({ page }) => page);
  await queries.run('DELETE FROM inputs WHERE site = $1 AND page = ANY ($2::int[])', site, pages);
  const rows = made.flatMap(({ page, inputs }) => {
    const last = new Map(inputs.map((input) => [`${methodText(input)} ${input.url}`, input]));
    return [...last.values()].map((input, nth) => ({ page, nth, input }));
  });
  const column = (value: (input: PageInput) => unknown) => rows.map(({ input }) => value(input));
  await queries.run(
    `INSERT INTO inputs (site, page, nth, method, url, kind, answered, print, etag, last_modified)
     SELECT $1, * FROM unnest($2::int[], $3::int[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[],
       $9::text[], $10::text[])`,
    site,
    rows.map(({ page }) => page),
    rows.map(({ nth }) => nth),
    column(methodText),
    column(({ url }) => url),
    column(({ kind }) => kind),
    column(({ answered }) => answered),
    column(({ print }) => print),
    column(({ etag }) => etag),
    column(({ lastModified }) => lastModified),
  );
}

/** Writes what the visits of pages have shown. */
export async function writeVisits(queries: Queries, site: number, visited: Plan['visited']): Promise<void> {
  if (visited.length === 0) return;
  await queries.run(
    `INSERT INTO visits (site, page, first_seen, last_seen, checks, changes, changed_at, quiet, dated, stirs, gone_at)
     SELECT $1, * FROM unnest($2::int[], $3::text[], $4::text[], $5::int[], $6::int[], $7::text[], $8::float8[],
       $9::float8[], $10::text[], $11::text[])
     ON CONFLICT (site, page) DO UPDATE SET first_seen = excluded.first_seen, last_seen = excluded.last_seen,
       checks = excluded.checks, changes = excluded.changes, changed_at = excluded.changed_at,
       quiet = excluded.quiet, dated = excluded.dated, stirs = excluded.stirs, gone_at = excluded.gone_at`,
    site,
    visited.map(({ page }) => page),
    visited.map(({ firstSeen }) => firstSeen),
    visited.map(({ lastSeen }) => lastSeen),
    visited.map(({ checks }) => checks),
    visited.map(({ changes }) => changes),
    visited.map(({ changedAt }) => changedAt),
    visited.map(({ quiet }) => quiet),
    visited.map(({ dated }) => dated),
    visited.map(({ stirs }) => JSON.stringify(stirs.map((days) => Number(days.toPrecision(6))))),
    visited.map(({ goneAt }) => goneAt),
  );
}

/** Pages that are not there any more (only what was kept can go), or are there again as they were. */
export async function markGone(
  queries: Queries,
  site: number,
  numbers: readonly number[],
  isGone: boolean,
): Promise<void> {
  if (numbers.length === 0) return;
  const [kept, gone] = [statusCode.number('kept'), statusCode.number('gone')];
  await queries.run(
    'UPDATE pages SET status = $3 WHERE site = $1 AND number = ANY ($2::int[]) AND status = $4',
    ...[site, numbers, isGone ? gone : kept, isGone ? kept : gone],
  );
}

/** State pages are reached by other steps than before. */
export async function moveStates(queries: Queries, site: number, moved: Plan['moved']): Promise<void> {
  if (moved.length === 0) return;
  await queries.run(
    `UPDATE pages p SET source = n.source, ord = n.ord
     FROM unnest($2::int[], $3::int[], $4::int[]) AS n (number, source, ord)
     WHERE p.site = $1 AND p.number = n.number AND p.source IS NOT NULL`,
    ...[
      site,
      moved.map(({ number }) => number),
      moved.map(({ source }) => source),
      moved.map(({ ord }) => ord),
    ],
  );
}

/** Reads rows of `visits` in page order. */
export async function loadVisits(
  queries: Queries,
  site: number,
  { after = -1, limit }: { readonly after?: number; readonly limit?: number },
): Promise<readonly PageVisits[]> {
  const rows = await queries.all<VisitsRow>(
    'SELECT * FROM visits WHERE site = $1 AND page > $2 ORDER BY page LIMIT $3',
    ...[site, after, limit ?? null],
  );
  return rows.map(visitsInRow);
}

/** Reads the earlier contents of a page, oldest first. */
export async function loadVersions(
  queries: Queries,
  site: number,
  page: number,
): Promise<readonly PageVersion[]> {
  const sql = 'SELECT * FROM versions WHERE site = $1 AND page = $2 ORDER BY version';
  return (await queries.all<VersionRow>(sql, site, page)).map(versionOf);
}

/** Reads what some pages were made from. */
export async function loadInputs(
  queries: Queries,
  site: number,
  pages: readonly number[],
): Promise<ReadonlyMap<number, readonly PageInput[]>> {
  const rows = await queries.all<InputRow>(
    'SELECT * FROM inputs WHERE site = $1 AND page = ANY ($2::int[]) ORDER BY page, nth',
    ...[site, pages],
  );
  const found = new Map<number, PageInput[]>(pages.map((page) => [page, []]));
  for (const row of rows) found.get(row.page)?.push(inputOf(row));
  for (const page of pages) if (found.get(page)?.length === 0) found.delete(page);
  return found;
}
