import type {
  Facet,
  FiledSegment,
  IndexedPage,
  IndexedRecord,
  ListAnswer,
  ListQuestion,
  RecordBatch,
  SearchIndex,
  SegmentSize,
  SiteFrame,
} from '../../model/search.ts';
import { pack } from '../compression.ts';
import { facetsFrom } from '../facets.ts';
import { type IndexRow, indexedPage, indexedPages, recordsNote, withRoom } from '../search-rows.ts';
import type { PostgresSession, Queries } from './connection.ts';
import { addSegment, dropSegments, readLists, retire, segmentSizes } from './lists.ts';

/** The index of a site in PostgreSQL. */
export class PostgresSearch implements SearchIndex {
  readonly #connection: PostgresSession;
  readonly #site: number;

  constructor(connection: PostgresSession, site: number) {
    this.#connection = connection;
    this.#site = site;
  }

  async waiting(limit: number): Promise<readonly number[]> {
    const rows = await this.#connection.lists<readonly [number]>(
      'SELECT number FROM search_queue WHERE site = $1 ORDER BY number LIMIT $2',
      ...[this.#site, limit < 0 ? null : limit],
    );
    return rows.map(([number]) => number);
  }

  async forget(): Promise<void> {
    await this.#connection.transaction(async (queries) => {
      await dropSegments(queries, this.#site, 'pages');
      for (const table of ['search_filed', 'search_pages', 'search_hosts'])
        await queries.run(`DELETE FROM ${table} WHERE site = $1`, this.#site);
      await queries.run('DELETE FROM notes WHERE site = $1 AND key = $2', this.#site, recordsNote);
      await queries.run(
        `INSERT INTO search_queue (site, number) SELECT site, number FROM pages WHERE site = $1 AND status = 1
         ON CONFLICT DO NOTHING`,
        this.#site,
      );
    });
  }

  async put(pages: readonly IndexedPage[], gone: readonly number[]): Promise<void> {
    await this.#connection.transaction(async (queries) => {
      await this.#remove(queries, [...gone, ...pages.map(({ number }) => number)]);
      await this.#add(queries, [...new Map(pages.map((page) => [page.number, page])).values()]);
      await dropSegments(queries, this.#site, 'empty');
    });
  }

  async #remove(queries: Queries, numbers: readonly number[]): Promise<void> {
    const own = 'site = $1 AND number = ANY ($2::int[])';
    await queries.run(`DELETE FROM search_queue WHERE ${own}`, this.#site, numbers);
    await retire(queries, this.#site, numbers);
    const old = await queries.all<{ host: string; own: boolean }>(
      `DELETE FROM search_pages WHERE ${own} RETURNING host, grp = number AS own`,
      ...[this.#site, numbers],
    );
    await this.#changed(
      queries,
      old.filter((each) => each.own).map(({ host }) => host),
    );
  }

  async #add(queries: Queries, pages: readonly IndexedPage[]): Promise<void> {
    if (pages.length === 0) return;
    const packed = pages.map(({ text }) => pack(Buffer.from(JSON.stringify([text.places, text.lines]))));
    await queries.run(
      `INSERT INTO search_pages (site, number, kind, grp, document, shown, host, type, title, depth, filed, codec, text)
       SELECT $1, n, kind, grp, document, shown, host, type, title, depth, false, codec, body
       FROM unnest($2::int[], $3::text[], $4::int[], $5::int[], $6::text[], $7::text[], $8::text[], $9::text[],
         $10::int[], $11::smallint[], $12::bytea[])
         AS p (n, kind, grp, document, shown, host, type, title, depth, codec, body)`,
      this.#site,
      pages.map(({ number }) => number),
      pages.map(({ kind }) => kind),
      pages.map(({ group }) => group),
      pages.map(({ document }) => document),
      pages.map(({ shown }) => shown),
      pages.map(({ host }) => host),
      pages.map(({ type }) => type),
      pages.map(({ title }) => title),
      pages.map(({ depth }) => depth),
      packed.map(({ codec }) => codec),
      packed.map(({ bytes }) => bytes),
    );
    const first = pages.filter(({ kind, group, number }) => kind !== 'file' && group === number);
    await this.#changed(
      queries,
      first.map(({ host }) => host),
    );
    // What its states show of their own depends on what a page shows itself.
    await queries.run(
      'UPDATE search_pages SET filed = false WHERE site = $1 AND grp = ANY ($2::int[]) AND grp <> number',
      ...[this.#site, first.map(({ number }) => number)],
    );
  }

  async #changed(queries: Queries, hosts: readonly string[]): Promise<void> {
    if (hosts.length === 0) return;
    await queries.run(
      `INSERT INTO search_hosts (site, host, changed)
       SELECT $1, host, count(*) FROM unnest($2::text[]) AS h (host) GROUP BY host ORDER BY host
       ON CONFLICT (site, host) DO UPDATE SET changed = search_hosts.changed + excluded.changed`,
      ...[this.#site, hosts],
    );
  }

  async groupOf(document: number, shown: string): Promise<number | null> {
    const row = await this.#connection.get<{ number: number | null }>(
      `SELECT min(number) AS number FROM search_pages
       WHERE site = $1 AND document = $2 AND shown = $3 AND document <> number`,
      ...[this.#site, document, shown],
    );
    return row?.number ?? null;
  }

  async page(number: number): Promise<IndexedPage | null> {
    const sql = 'SELECT * FROM search_pages WHERE site = $1 AND number = $2';
    const row = await this.#connection.get<IndexRow>(sql, this.#site, number);
    return row ? indexedPage(row) : null;
  }

  async unfiled(limit: number, after = -1): Promise<Iterable<IndexedPage>> {
    const sql = `SELECT number, octet_length(text) AS size FROM search_pages
      WHERE site = $1 AND NOT filed AND number > $2 ORDER BY number LIMIT $3`;
    return this.#pages(
      await this.#connection.all<{ number: number; size: number }>(sql, this.#site, after, limit),
    );
  }

  async #pages(
    sizes: readonly { readonly number: number; readonly size: number }[],
  ): Promise<Iterable<IndexedPage>> {
    const sql = 'SELECT * FROM search_pages WHERE site = $1 AND number = ANY($2::int[]) ORDER BY number';
    return indexedPages(await this.#connection.all<IndexRow>(sql, this.#site, withRoom(sizes)));
  }

  async file(filed: FiledSegment): Promise<void> {
    await this.#connection.transaction(async (queries) => {
      const segment = await addSegment(queries, this.#site, 'pages', filed);
      await retire(queries, this.#site, filed.numbers);
      await queries.run(
        'INSERT INTO search_filed (site, number, segment) SELECT $1, number, $3 FROM unnest($2::int[]) AS n (number)',
        ...[this.#site, filed.numbers, segment],
      );
      const there = await queries.lists<readonly [number]>(
        'UPDATE search_pages SET filed = true WHERE site = $1 AND number = ANY ($2::int[]) RETURNING number',
        ...[this.#site, filed.numbers],
      );
      const known = new Set(there.map(([number]) => number));
      const gone = filed.numbers.filter((number) => !known.has(number));
      if (gone.length > 0) await retire(queries, this.#site, gone);
      await dropSegments(queries, this.#site, 'empty');
    });
  }

  async segments(): Promise<readonly SegmentSize[]> {
    return segmentSizes(this.#connection, this.#site);
  }

  async unfile(segments: readonly number[]): Promise<void> {
    if (segments.length === 0) return;
    await this.#connection.run(
      `UPDATE search_pages SET filed = false WHERE site = $1 AND number IN (
         SELECT number FROM search_filed WHERE site = $1 AND segment = ANY ($2::int[]))`,
      ...[this.#site, segments],
    );
  }

  async hosts(): ReturnType<SearchIndex['hosts']> {
    return this.#connection.all<{ host: string; pages: number; changed: number }>(
      `SELECT host, changed, (SELECT count(*) FROM search_pages p
         WHERE p.site = $1 AND p.host = h.host AND grp = number AND kind = 'page') AS pages
       FROM search_hosts h WHERE site = $1 AND changed > 0 ORDER BY host`,
      this.#site,
    );
  }

  /** Fibonacci hashing spreads numbers evenly, whatever their order says of the pages. */
  async sample(host: string, limit: number): Promise<Iterable<IndexedPage>> {
    const drawn = await this.#connection.all<{ number: number; size: number }>(
      `SELECT number, octet_length(text) AS size FROM search_pages
       WHERE site = $1 AND host = $2 AND grp = number AND kind = 'page'
       ORDER BY (number::bigint * 2654435769) % 4294967296 LIMIT $3`,
      ...[this.#site, host, limit],
    );
    return this.#pages(drawn);
  }

  async frame(host: string): Promise<SiteFrame | null> {
    const row = await this.#connection.get<{ pages: number | null; prints: string; texts: string }>(
      'SELECT pages, prints, texts FROM search_hosts WHERE site = $1 AND host = $2',
      ...[this.#site, host],
    );
    if (!row || row.pages === null) return null;
    return { pages: row.pages, prints: JSON.parse(row.prints), texts: JSON.parse(row.texts) };
  }

  async putFrame(host: string, { pages, prints, texts }: SiteFrame): Promise<void> {
    const written = JSON.stringify(prints);
    await this.#connection.transaction(async (queries) => {
      const old = await queries.get<{ prints: string | null }>(
        'SELECT prints FROM search_hosts WHERE site = $1 AND host = $2',
        ...[this.#site, host],
      );
      await queries.run(
        `INSERT INTO search_hosts (site, host, changed, pages, prints, texts) VALUES ($1, $2, 0, $3, $4, $5)
         ON CONFLICT (site, host) DO UPDATE
         SET changed = 0, pages = excluded.pages, prints = excluded.prints, texts = excluded.texts`,
        ...[this.#site, host, pages, written, JSON.stringify(texts)],
      );
      if ((old?.prints ?? '[]') === written) return;
      await queries.run(
        "UPDATE search_pages SET filed = false WHERE site = $1 AND host = $2 AND kind = 'page' AND filed",
        ...[this.#site, host],
      );
    });
  }

  async putInlinks(counts: Uint8Array): Promise<void> {
    await this.#connection.run(
      `INSERT INTO search_inlinks (site, counts) VALUES ($1, $2)
       ON CONFLICT (site) DO UPDATE SET counts = excluded.counts`,
      ...[this.#site, counts],
    );
  }

  async putRecords(print: string, batches: Iterable<RecordBatch>): Promise<void> {
    await this.#connection.transaction(async (queries) => {
      await dropSegments(queries, this.#site, 'records');
      await queries.run('DELETE FROM search_values WHERE site = $1', this.#site);
      await queries.run('DELETE FROM search_records WHERE site = $1', this.#site);
      for (const { records, segment } of batches) {
        await addSegment(queries, this.#site, 'records', segment);
        await this.#addRecords(queries, segment.numbers, records);
      }
      await queries.run(
        `INSERT INTO notes (site, key, value) VALUES ($1, $2, $3)
         ON CONFLICT (site, key) DO UPDATE SET value = excluded.value`,
        ...[this.#site, recordsNote, print],
      );
    });
  }

  async #addRecords(
    queries: Queries,
    ids: readonly number[],
    records: readonly IndexedRecord[],
  ): Promise<void> {
    await queries.run(
      `INSERT INTO search_records (site, id, type, json)
       SELECT $1, * FROM unnest($2::int[], $3::text[], $4::text[])`,
      ...[this.#site, ids, records.map(({ type }) => type), records.map(({ json }) => json)],
    );
    const values = records.flatMap((record, at) =>
      record.values.map((value, nth) => ({ ...value, nth, record: ids[at] })),
    );
    await queries.run(
      `INSERT INTO search_values (site, record, nth, field, text, plain, tokens, number)
       SELECT $1, * FROM unnest($2::int[], $3::int[], $4::text[], $5::text[], $6::text[], $7::text[], $8::float8[])`,
      this.#site,
      values.map(({ record }) => record),
      values.map(({ nth }) => nth),
      values.map(({ field }) => field),
      values.map(({ text }) => text),
      values.map(({ plain }) => plain),
      values.map(({ tokens }) => tokens),
      values.map(({ number }) => number),
    );
  }

  async recordsPrint(): Promise<string | null> {
    const sql = 'SELECT value FROM notes WHERE site = $1 AND key = $2';
    return (await this.#connection.get<{ value: string }>(sql, this.#site, recordsNote))?.value ?? null;
  }

  async files(): Promise<readonly number[]> {
    const sql = "SELECT number FROM search_pages WHERE site = $1 AND kind = 'file' ORDER BY number";
    const rows = await this.#connection.lists<readonly [number]>(sql, this.#site);
    return rows.map(([number]) => number);
  }

  lists(question: ListQuestion): Promise<ListAnswer> {
    return this.#connection.transaction((queries) => readLists(queries, this.#site, question));
  }

  async record(id: number): Promise<string | null> {
    const sql = 'SELECT json FROM search_records WHERE site = $1 AND id = $2';
    return (await this.#connection.get<{ json: string }>(sql, this.#site, id))?.json ?? null;
  }

  async facets(ids: readonly number[], most: number): Promise<Readonly<Record<string, Facet>>> {
    const own = 'FROM search_values WHERE site = $1 AND record = ANY ($2::int[])';
    const values = await this.#connection.all<{ field: string; text: string; count: number }>(
      `SELECT field, min(text) AS text, count(DISTINCT record) AS count ${own}
       GROUP BY field, plain ORDER BY field, count DESC, plain`,
      ...[this.#site, ids],
    );
    const ranges = await this.#connection.all<{ field: string; least: number; most: number }>(
      `SELECT field, min(number) AS least, max(number) AS most ${own}
       GROUP BY field HAVING count(number) = count(*)`,
      ...[this.#site, ids],
    );
    return facetsFrom(values, ranges, most);
  }

  async count(): Promise<number> {
    const sql = 'SELECT count(*) AS pages FROM search_pages WHERE site = $1';
    return (await this.#connection.get<{ pages: number }>(sql, this.#site))?.pages ?? 0;
  }
}
