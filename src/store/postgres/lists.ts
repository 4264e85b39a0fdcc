import type { FiledSegment, ListAnswer, ListQuestion, SegmentSize } from '../../model/search.ts';
import type { Queries } from './connection.ts';
import { meant } from './match.ts';

/** Blocks that go over the wire together. */
const batch = 2000;

/** Takes a segment in, and gives its number. */
export async function addSegment(
  queries: Queries,
  site: number,
  source: ListQuestion['of'],
  { numbers, tokens, pages, blocks }: FiledSegment,
): Promise<number> {
  const last = await queries.get<{ last: number | null }>(
    'SELECT max(segment) AS last FROM search_segments WHERE site = $1',
    site,
  );
  const segment = (last?.last ?? 0) + 1;
  await queries.run(
    `INSERT INTO search_segments (site, segment, source, tokens, count, live, pages)
     VALUES ($1, $2, $3, $4, $5, $5, $6)`,
    ...[site, segment, source, tokens, numbers.length, pages],
  );
  for (let from = 0; from < blocks.length; from += batch) {
    const some = blocks.slice(from, from + batch);
    await queries.run(
      `INSERT INTO search_blocks (site, segment, first, data)
       SELECT $1, $2, first, data FROM unnest($3::bytea[], $4::bytea[]) AS b (first, data)`,
      ...[site, segment, some.map(({ first }) => first), some.map(({ data }) => data)],
    );
  }
  return segment;
}

/** Notes that what was filed of pages does not count any more. */
export async function retire(queries: Queries, site: number, numbers: readonly number[]): Promise<void> {
  await queries.run(
    `WITH old AS (DELETE FROM search_filed WHERE site = $1 AND number = ANY ($2::int[]) RETURNING segment, number),
       noted AS (INSERT INTO search_gone (site, segment, number) SELECT $1, segment, number FROM old)
     UPDATE search_segments s SET live = live - o.pages
     FROM (SELECT segment, count(*) AS pages FROM old GROUP BY segment) o
     WHERE s.site = $1 AND s.segment = o.segment`,
    ...[site, numbers],
  );
}

/** Removes segments of which no page counts any more, or all of one source. */
export async function dropSegments(
  queries: Queries,
  site: number,
  which: 'empty' | ListQuestion['of'],
): Promise<void> {
  const condition = which === 'empty' ? 'live <= 0' : `source = '${which}'`;
  const gone = await queries.lists<readonly [number]>(
    `DELETE FROM search_segments WHERE site = $1 AND ${condition} RETURNING segment`,
    site,
  );
  if (gone.length === 0) return;
  const segments = gone.map(([segment]) => segment);
  for (const table of ['search_blocks', 'search_gone'])
    await queries.run(`DELETE FROM ${table} WHERE site = $1 AND segment = ANY ($2::int[])`, site, segments);
}

/** Segments of pages. */
export function segmentSizes(queries: Queries, site: number): Promise<readonly SegmentSize[]> {
  return queries.all<SegmentSize>(
    `SELECT segment, tokens, count AS pages, live FROM search_segments
     WHERE site = $1 AND source = 'pages' ORDER BY segment`,
    site,
  );
}

/** Reads lists; the transaction sees one moment. */
export async function readLists(queries: Queries, site: number, question: ListQuestion): Promise<ListAnswer> {
  await queries.exec('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ');
  const segments = await queries.lists<readonly [number, Uint8Array]>(
    'SELECT segment, pages FROM search_segments WHERE site = $1 AND source = $2 ORDER BY segment',
    ...[site, question.of],
  );
  const gone = groups(
    await queries.lists<readonly [number, number]>(
      'SELECT segment, number FROM search_gone WHERE site = $1',
      site,
    ),
  );
  const blocks = groups(
    await readBlocks(
      queries,
      site,
      segments.map(([segment]) => segment),
      question,
    ),
  );
  const inlinks = await queries.get<{ counts: Uint8Array }>(
    'SELECT counts FROM search_inlinks WHERE site = $1',
    site,
  );
  return {
    segments: segments.map(([segment, pages]) => ({
      pages,
      gone: gone.get(segment) ?? [],
      blocks: blocks.get(segment) ?? [],
    })),
    only: await meantNumbers(queries, site, question),
    inlinks: inlinks?.counts ?? null,
  };
}

function groups<Value>(rows: readonly (readonly [number, Value])[]): ReadonlyMap<number, Value[]> {
  const all = new Map<number, Value[]>();
  for (const [key, value] of rows) {
    const known = all.get(key);
    if (known) known.push(value);
    else all.set(key, [value]);
  }
  return all;
}

/** Keys of blocks first, each once: what is in them may be long. */
async function readBlocks(
  queries: Queries,
  site: number,
  segments: readonly number[],
  { tokens, ranges }: ListQuestion,
): Promise<readonly (readonly [number, Uint8Array])[]> {
  const single = [...tokens, ...ranges.map(([from]) => from)];
  if (single.length === 0 || segments.length === 0) return [];
  return queries.lists<readonly [number, Uint8Array]>(
    `SELECT b.segment, b.data FROM (
       SELECT s.segment, k.first FROM unnest($2::int[]) s (segment), unnest($3::bytea[]) t (token),
         LATERAL (SELECT first FROM search_blocks WHERE site = $1 AND segment = s.segment AND first <= t.token
           ORDER BY first DESC LIMIT 1) k
       UNION
       SELECT s.segment, k.first FROM unnest($2::int[]) s (segment), unnest($4::bytea[], $5::bytea[]) r (low, high),
         LATERAL (SELECT first FROM search_blocks WHERE site = $1 AND segment = s.segment
           AND first > r.low AND first < r.high) k
     ) k JOIN search_blocks b ON b.site = $1 AND b.segment = k.segment AND b.first = k.first`,
    ...[site, segments, single, ranges.map(([from]) => from), ranges.map(([, before]) => before)],
  );
}

async function meantNumbers(
  queries: Queries,
  site: number,
  { of, only }: ListQuestion,
): Promise<readonly number[] | null> {
  if (only === null) return null;
  const [table, column] = of === 'pages' ? ['search_pages', 'number'] : ['search_records', 'id'];
  const { where, values } = meant(of, only);
  const rows = await queries.lists<readonly [number]>(
    `SELECT m.${column} FROM ${table} m WHERE m.site = $1 AND ${where}`,
    ...[site, ...values],
  );
  return rows.map(([number]) => number);
}
