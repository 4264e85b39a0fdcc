import type {
  Facet,
  FiledPage,
  IndexedPage,
  IndexedRecord,
  PageMatch,
  PageText,
  RecordMatch,
  SearchIndex,
  SearchQuery,
  SiteFrame,
} from '../../model/search.ts';
import { pack, unpack } from '../compression.ts';
import { facetsFrom } from '../facets.ts';
import type { PostgresSession, Queries } from './connection.ts';
import { type MatchSource, matching } from './match.ts';
import { vectorsOf } from './words.ts';

interface PageRow {
  readonly number: number;
  readonly kind: 'page' | 'file';
  readonly grp: number;
  readonly document: number;
  readonly shown: string;
  readonly host: string;
  readonly type: string | null;
  readonly title: string;
  readonly depth: number;
  readonly codec: number;
  readonly text: Uint8Array;
}

const recordsNote = 'search records';
/** Records that go over the wire together. */
const batch = 500;
/** Parts of pages among which tokens are counted: a suggestion needs no more. */
const counted = 20_000;

/** The index of a site in PostgreSQL, by vectors of tokens. */
export class PostgresSearch implements SearchIndex {
  readonly #connection: PostgresSession;
  readonly #site: number;

  constructor(connection: PostgresSession, site: number) {
    this.#connection = connection;
    this.#site = site;
  }

  async waiting(limit: number, after = -1): Promise<readonly number[]> {
    const rows = await this.#connection.lists<readonly [number]>(
      'SELECT number FROM search_queue WHERE site = $1 AND number > $2 ORDER BY number LIMIT $3',
      ...[this.#site, after, limit < 0 ? null : limit],
    );
    return rows.map(([number]) => number);
  }

  async forget(): Promise<void> {
    await this.#connection.transaction(async (queries) => {
      for (const table of ['search_words', 'search_pages', 'search_hosts'])
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
    });
  }

  async #remove(queries: Queries, numbers: readonly number[]): Promise<void> {
    const own = 'site = $1 AND number = ANY ($2::int[])';
    await queries.run(`DELETE FROM search_queue WHERE ${own}`, this.#site, numbers);
    await queries.run(`DELETE FROM search_words WHERE ${own}`, this.#site, numbers);
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
    const row = await this.#connection.get<PageRow>(sql, this.#site, number);
    return row ? pageOf(row) : null;
  }

  async unfiled(limit: number): Promise<readonly IndexedPage[]> {
    const sql = 'SELECT * FROM search_pages WHERE site = $1 AND NOT filed ORDER BY number LIMIT $2';
    return (await this.#connection.all<PageRow>(sql, this.#site, limit)).map(pageOf);
  }

  async file(pages: readonly FiledPage[]): Promise<void> {
    if (pages.length === 0) return;
    await this.#connection.transaction(async (queries) => {
      const numbers = pages.map(({ number }) => number);
      const there = await queries.lists<readonly [number]>(
        'UPDATE search_pages SET filed = true WHERE site = $1 AND number = ANY ($2::int[]) RETURNING number',
        ...[this.#site, numbers],
      );
      const known = new Set(there.map(([number]) => number));
      await queries.run(
        'DELETE FROM search_words WHERE site = $1 AND number = ANY ($2::int[])',
        ...[this.#site, numbers],
      );
      const parts = pages
        .filter(({ number }) => known.has(number))
        .flatMap((page) => vectorsOf(page).map((words, part) => ({ number: page.number, part, words })));
      await queries.run(
        `INSERT INTO search_words (site, number, part, words)
         SELECT $1, number, part, words::tsvector FROM unnest($2::int[], $3::int[], $4::text[]) AS p (number, part, words)`,
        this.#site,
        parts.map(({ number }) => number),
        parts.map(({ part }) => part),
        parts.map(({ words }) => words),
      );
    });
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
  async sample(host: string, limit: number): Promise<readonly IndexedPage[]> {
    const rows = await this.#connection.all<PageRow>(
      `SELECT * FROM search_pages WHERE site = $1 AND number IN (
         SELECT number FROM search_pages WHERE site = $1 AND host = $2 AND grp = number AND kind = 'page'
         ORDER BY (number::bigint * 2654435769) % 4294967296 LIMIT $3) ORDER BY number`,
      ...[this.#site, host, limit],
    );
    return rows.map(pageOf);
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

  async putInlinks(counts: ReadonlyMap<number, number>): Promise<void> {
    await this.#connection.run(
      `UPDATE search_pages p SET inlinks = n.inlinks FROM unnest($2::int[], $3::int[]) AS n (number, inlinks)
       WHERE p.site = $1 AND p.number = n.number AND p.inlinks <> n.inlinks`,
      ...[this.#site, [...counts.keys()], [...counts.values()]],
    );
  }

  async putRecords(print: string, records: Iterable<IndexedRecord>): Promise<void> {
    await this.#connection.transaction(async (queries) => {
      await queries.run('DELETE FROM search_values WHERE site = $1', this.#site);
      await queries.run('DELETE FROM search_records WHERE site = $1', this.#site);
      let some: IndexedRecord[] = [];
      for (const record of records) {
        some.push(record);
        if (some.length < batch) continue;
        await this.#addRecords(queries, some);
        some = [];
      }
      if (some.length > 0) await this.#addRecords(queries, some);
      await queries.run(
        `INSERT INTO notes (site, key, value) VALUES ($1, $2, $3)
         ON CONFLICT (site, key) DO UPDATE SET value = excluded.value`,
        ...[this.#site, recordsNote, print],
      );
    });
  }

  async #addRecords(queries: Queries, records: readonly IndexedRecord[]): Promise<void> {
    // A record is found by what one vector holds of it: its fields are short.
    const ids = await queries.lists<readonly [number]>(
      `INSERT INTO search_records (site, page, type, json, words)
       SELECT $1, page, type, json, words::tsvector
       FROM unnest($2::int[], $3::text[], $4::text[], $5::text[]) WITH ORDINALITY AS r (page, type, json, words, nth)
       ORDER BY nth RETURNING id`,
      this.#site,
      records.map(({ page }) => page),
      records.map(({ type }) => type),
      records.map(({ json }) => json),
      records.map(({ filed }) => vectorsOf(filed)[0]),
    );
    const values = records.flatMap((record, at) =>
      record.values.map((value, nth) => ({ ...value, nth, record: ids[at]?.[0] })),
    );
    await queries.run(
      `INSERT INTO search_values (site, record, nth, field, text, plain, tokens, number)
       SELECT $1, * FROM unnest($2::bigint[], $3::int[], $4::text[], $5::text[], $6::text[], $7::text[], $8::float8[])`,
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

  async pages(query: SearchQuery): Promise<readonly PageMatch[]> {
    const found = await this.#matching(query, 'pages');
    return this.#connection.all<PageMatch>(
      `SELECT m.number, m.grp AS group, m.depth, m.inlinks, ${found.score} AS score
       FROM search_pages m ${found.joins} WHERE m.site = $1 AND ${found.where}`,
      ...[this.#site, ...found.values],
    );
  }

  async records(query: SearchQuery): Promise<readonly RecordMatch[]> {
    const found = await this.#matching(query, 'records');
    return this.#connection.all<RecordMatch>(
      `SELECT m.id, m.page, ${found.score} AS score
       FROM search_records m ${found.joins} WHERE m.site = $1 AND ${found.where}`,
      ...[this.#site, ...found.values],
    );
  }

  #matching(query: SearchQuery, source: MatchSource) {
    return matching(this.#connection, this.#site, query, source);
  }

  async record(id: number): Promise<string | null> {
    const sql = 'SELECT json FROM search_records WHERE site = $1 AND id = $2';
    return (await this.#connection.get<{ json: string }>(sql, this.#site, id))?.json ?? null;
  }

  async facets(ids: readonly number[], most: number): Promise<Readonly<Record<string, Facet>>> {
    const own = 'FROM search_values WHERE site = $1 AND record = ANY ($2::bigint[])';
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

  /** Of a page in several parts each part counts. */
  async tokens(prefix: string, limit: number): ReturnType<SearchIndex['tokens']> {
    const rows = await this.#connection.lists<readonly [string, number]>(
      `SELECT word, ndoc FROM ts_stat(format(
         'SELECT words FROM search_words WHERE site = %s AND words @@ %L::tsquery LIMIT ${counted}', $1::int, $2::text), 'b')
       WHERE starts_with(word, $3) ORDER BY ndoc DESC, word LIMIT $4`,
      ...[this.#site, `'${prefix.replaceAll('\\', '\\\\').replaceAll("'", "''")}':*B`, prefix, limit],
    );
    return rows.map(([token, pages]) => ({ token, pages }));
  }

  async frequency(token: string): Promise<number> {
    const query = `'${token.replaceAll('\\', '\\\\').replaceAll("'", "''")}':B`;
    const row = await this.#connection.get<{ pages: number }>(
      'SELECT count(DISTINCT number) AS pages FROM search_words WHERE site = $1 AND words @@ $2::tsquery',
      ...[this.#site, query],
    );
    return row?.pages ?? 0;
  }

  async count(): Promise<number> {
    const sql = 'SELECT count(*) AS pages FROM search_pages WHERE site = $1';
    return (await this.#connection.get<{ pages: number }>(sql, this.#site))?.pages ?? 0;
  }
}

function pageOf(row: PageRow): IndexedPage {
  const { number, kind, grp: group, document, shown, host, type, title, depth, codec, text } = row;
  const [places, lines] = JSON.parse(Buffer.from(unpack({ codec, bytes: text })).toString('utf8')) as [
    PageText['places'],
    PageText['lines'],
  ];
  return { number, kind, group, document, shown, host, type, title, depth, text: { places, lines } };
}
