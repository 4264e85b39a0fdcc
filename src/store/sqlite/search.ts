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
import type { SqliteConnection } from './connection.ts';
import type { Durability } from './durability.ts';
import { facetsOf } from './facets.ts';
import { type Condition, fieldCondition, hostCondition, matchText, oneOf, withoutMatch } from './match.ts';

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

/**
 * Weights of title, tokens, words and address. A word of the title says what a page is about; one that is a word of
 * a script without blanks counts beside its pairs, which are there as well.
 */
const weights = '6.0, 1.0, 1.5, 1.0';
const recordsNote = 'search records';

/** The index of a site in a SQLite file, by FTS5. */
export class SqliteSearch implements SearchIndex {
  readonly #connection: SqliteConnection;
  readonly #site: number;
  readonly #durability: Durability;

  constructor(connection: SqliteConnection, site: number, durability: Durability) {
    this.#connection = connection;
    this.#site = site;
    this.#durability = durability;
  }

  async waiting(limit: number, after = -1): Promise<readonly number[]> {
    return this.#connection
      .all<{ number: number }>(
        'SELECT number FROM search_queue WHERE site = ? AND number > ? ORDER BY number LIMIT ?',
        ...[this.#site, after, limit],
      )
      .map(({ number }) => number);
  }

  async forget(): Promise<void> {
    await this.#write(() => {
      this.#run('DELETE FROM search_words WHERE rowid IN (SELECT id FROM search_pages WHERE site = ?)');
      this.#run('DELETE FROM search_pages WHERE site = ?');
      this.#run('DELETE FROM search_hosts WHERE site = ?');
      this.#run("DELETE FROM notes WHERE site = ? AND key = 'search records'");
      this.#run(
        `INSERT OR IGNORE INTO search_queue (site, number)
         SELECT site, number FROM pages INDEXED BY pages_by_status WHERE site = ? AND status = 1`,
      );
    });
  }

  async put(pages: readonly IndexedPage[], gone: readonly number[]): Promise<void> {
    await this.#write(() => {
      for (const number of [...gone, ...pages.map((page) => page.number)]) this.#remove(number);
      for (const page of pages) this.#add(page);
    });
  }

  #remove(number: number): void {
    this.#run('DELETE FROM search_queue WHERE site = ? AND number = ?', number);
    const old = this.#connection.get<{ id: number; host: string; grp: number }>(
      'SELECT id, host, grp FROM search_pages WHERE site = ? AND number = ?',
      ...[this.#site, number],
    );
    if (!old) return;
    this.#connection.run('DELETE FROM search_words WHERE rowid = ?', old.id);
    this.#connection.run('DELETE FROM search_pages WHERE id = ?', old.id);
    if (old.grp === number) this.#changed(old.host);
  }

  #add(page: IndexedPage): void {
    const { number, kind, group, document, shown, host, type, title, depth, text } = page;
    const { codec, bytes } = pack(Buffer.from(JSON.stringify([text.places, text.lines])));
    this.#run(
      `INSERT INTO search_pages (site, number, kind, grp, document, shown, host, type, title, depth, filed, codec, text)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, ?, ?)`,
      ...[number, kind, group, document, shown, host, type, title, depth, codec, bytes],
    );
    if (kind === 'file' || group !== number) return;
    this.#changed(host);
    // What its states show of their own depends on what it shows itself.
    this.#run(
      'UPDATE search_pages INDEXED BY search_pages_by_group SET filed = 0 WHERE site = ? AND grp = ? AND grp <> number',
      number,
    );
  }

  #changed(host: string): void {
    this.#run(
      `INSERT INTO search_hosts (site, host, changed) VALUES (?, ?, 1)
       ON CONFLICT DO UPDATE SET changed = changed + 1`,
      host,
    );
  }

  async groupOf(document: number, shown: string): Promise<number | null> {
    const row = this.#connection.get<{ number: number | null }>(
      `SELECT min(number) AS number FROM search_pages INDEXED BY search_pages_by_document
       WHERE site = ? AND document = ? AND shown = ? AND document <> number`,
      ...[this.#site, document, shown],
    );
    return row?.number ?? null;
  }

  async page(number: number): Promise<IndexedPage | null> {
    const row = this.#connection.get<PageRow>(
      'SELECT * FROM search_pages WHERE site = ? AND number = ?',
      ...[this.#site, number],
    );
    return row ? pageOf(row) : null;
  }

  async unfiled(limit: number): Promise<readonly IndexedPage[]> {
    return this.#connection
      .all<PageRow>(
        `SELECT * FROM search_pages INDEXED BY search_pages_unfiled
         WHERE site = ? AND filed = 0 ORDER BY number LIMIT ?`,
        ...[this.#site, limit],
      )
      .map(pageOf);
  }

  async file(pages: readonly FiledPage[]): Promise<void> {
    await this.#write(() => {
      for (const { number, title, find, words, url } of pages) {
        const row = this.#connection.get<{ id: number }>(
          'SELECT id FROM search_pages WHERE site = ? AND number = ?',
          ...[this.#site, number],
        );
        if (!row) continue;
        this.#connection.run('DELETE FROM search_words WHERE rowid = ?', row.id);
        this.#connection.run(
          'INSERT INTO search_words (rowid, title, find, words, url) VALUES (?, ?, ?, ?, ?)',
          ...[row.id, title, find, words, url],
        );
        this.#connection.run('UPDATE search_pages SET filed = 1 WHERE id = ?', row.id);
      }
    });
  }

  async hosts(): ReturnType<SearchIndex['hosts']> {
    return this.#connection.all<{ host: string; pages: number; changed: number }>(
      `SELECT host, changed, (SELECT count(*) FROM search_pages INDEXED BY search_pages_by_host
         WHERE site = ?1 AND host = search_hosts.host AND grp = number AND kind = 'page') AS pages
       FROM search_hosts WHERE site = ?1 AND changed > 0 ORDER BY host`,
      this.#site,
    );
  }

  /** Fibonacci hashing spreads numbers evenly, whatever their order says of the pages. */
  async sample(host: string, limit: number): Promise<readonly IndexedPage[]> {
    return this.#connection
      .all<PageRow>(
        `SELECT * FROM search_pages WHERE site = ?1 AND number IN (
           SELECT number FROM search_pages INDEXED BY search_pages_by_host
           WHERE site = ?1 AND host = ?2 AND grp = number AND kind = 'page'
           ORDER BY (number * 2654435769) % 4294967296 LIMIT ?3) ORDER BY number`,
        ...[this.#site, host, limit],
      )
      .map(pageOf);
  }

  async frame(host: string): Promise<SiteFrame | null> {
    const row = this.#connection.get<{ pages: number | null; prints: string; texts: string }>(
      'SELECT pages, prints, texts FROM search_hosts WHERE site = ? AND host = ?',
      ...[this.#site, host],
    );
    if (!row || row.pages === null) return null;
    return { pages: row.pages, prints: JSON.parse(row.prints), texts: JSON.parse(row.texts) };
  }

  async putFrame(host: string, { pages, prints, texts }: SiteFrame): Promise<void> {
    await this.#write(() => {
      const written = JSON.stringify(prints);
      const old = this.#connection.get<{ prints: string | null }>(
        'SELECT prints FROM search_hosts WHERE site = ? AND host = ?',
        ...[this.#site, host],
      );
      this.#run(
        `INSERT INTO search_hosts (site, host, changed, pages, prints, texts) VALUES (?, ?, 0, ?, ?, ?)
         ON CONFLICT DO UPDATE SET changed = 0, pages = excluded.pages, prints = excluded.prints, texts = excluded.texts`,
        ...[host, pages, written, JSON.stringify(texts)],
      );
      if ((old?.prints ?? '[]') === written) return;
      this.#run(
        "UPDATE search_pages SET filed = 0 WHERE site = ? AND host = ? AND kind = 'page' AND filed = 1",
        host,
      );
    });
  }

  async putInlinks(counts: ReadonlyMap<number, number>): Promise<void> {
    await this.#write(() => {
      for (const [number, count] of counts)
        this.#connection.run(
          'UPDATE search_pages SET inlinks = ?3 WHERE site = ?1 AND number = ?2 AND inlinks <> ?3',
          ...[this.#site, number, count],
        );
    });
  }

  async putRecords(print: string, records: Iterable<IndexedRecord>): Promise<void> {
    await this.#write(() => {
      const own = '(SELECT id FROM search_records INDEXED BY search_records_by_site WHERE site = ?)';
      this.#run(`DELETE FROM search_record_words WHERE rowid IN ${own}`);
      this.#run(`DELETE FROM search_values WHERE record IN ${own}`);
      this.#run('DELETE FROM search_records WHERE site = ?');
      for (const record of records) this.#addRecord(record);
      this.#run('INSERT OR REPLACE INTO notes (site, key, value) VALUES (?, ?, ?)', recordsNote, print);
    });
  }

  #addRecord({ page, type, json, values, filed }: IndexedRecord): void {
    this.#run('INSERT INTO search_records (site, page, type, json) VALUES (?, ?, ?, ?)', page, type, json);
    const id = this.#connection.get<{ id: number }>('SELECT last_insert_rowid() AS id')?.id as number;
    for (const [nth, { field, text, plain, tokens, number }] of values.entries())
      this.#connection.run(
        'INSERT INTO search_values (record, nth, field, text, plain, tokens, number) VALUES (?, ?, ?, ?, ?, ?, ?)',
        ...[id, nth, field, text, plain, tokens, number],
      );
    this.#connection.run(
      'INSERT INTO search_record_words (rowid, title, find, words, url) VALUES (?, ?, ?, ?, ?)',
      ...[id, filed.title, filed.find, filed.words, filed.url],
    );
  }

  async recordsPrint(): Promise<string | null> {
    const sql = 'SELECT value FROM notes WHERE site = ? AND key = ?';
    return this.#connection.get<{ value: string }>(sql, this.#site, recordsNote)?.value ?? null;
  }

  async files(): Promise<readonly number[]> {
    const sql = "SELECT number FROM search_pages WHERE site = ? AND kind = 'file'";
    return this.#connection.all<{ number: number }>(sql, this.#site).map(({ number }) => number);
  }

  async pages(query: SearchQuery): Promise<readonly PageMatch[]> {
    const filters = [oneOf('search_pages.type', query.types), hostCondition(query.sites)];
    const found = matching('search_pages', 'search_words', query, filters);
    const rows = this.#connection.lists<readonly [number, number, number, number, number]>(
      `SELECT search_pages.number, search_pages.grp, search_pages.depth, search_pages.inlinks, ${found.score}
       FROM ${found.from} WHERE search_pages.site = ? AND ${found.where.sql}`,
      this.#site,
      ...found.where.values,
    );
    return rows.map(([number, group, depth, inlinks, score]) => ({ number, group, depth, inlinks, score }));
  }

  async records(query: SearchQuery): Promise<readonly RecordMatch[]> {
    const filters = [oneOf('search_records.type', query.types), ...query.fields.map(fieldCondition)];
    const found = matching('search_records', 'search_record_words', query, filters);
    return this.#connection.all<{ id: number; page: number | null; score: number }>(
      `SELECT search_records.id, search_records.page, ${found.score} AS score
       FROM ${found.from} WHERE search_records.site = ? AND ${found.where.sql}`,
      this.#site,
      ...found.where.values,
    );
  }

  async record(id: number): Promise<string | null> {
    const sql = 'SELECT json FROM search_records WHERE id = ? AND site = ?';
    return this.#connection.get<{ json: string }>(sql, id, this.#site)?.json ?? null;
  }

  async facets(ids: readonly number[], most: number): Promise<Readonly<Record<string, Facet>>> {
    return facetsOf(this.#connection, ids, most);
  }

  async tokens(prefix: string, limit: number): ReturnType<SearchIndex['tokens']> {
    return this.#connection
      .lists<readonly [string, number]>(
        `SELECT term, doc FROM search_tokens
         WHERE term >= ? AND term < ? AND col = 'find' ORDER BY doc DESC LIMIT ?`,
        ...[prefix, `${prefix}\u{10ffff}`, limit],
      )
      .map(([token, pages]) => ({ token, pages }));
  }

  async frequency(token: string): Promise<number> {
    const sql = "SELECT doc FROM search_tokens WHERE term = ? AND col = 'find'";
    return this.#connection.get<{ doc: number }>(sql, token)?.doc ?? 0;
  }

  async count(): Promise<number> {
    const sql = 'SELECT count(*) AS pages FROM search_pages WHERE site = ?';
    return this.#connection.get<{ pages: number }>(sql, this.#site)?.pages ?? 0;
  }

  #run(sql: string, ...values: (string | number | Uint8Array | null)[]): number {
    return this.#connection.run(sql, this.#site, ...values);
  }

  async #write(work: () => void): Promise<void> {
    this.#connection.transaction(work);
    await this.#durability.flushed();
  }
}

/** From where rows come that match, and by which conditions; texts are asked first, where any are asked for. */
function matching(
  table: string,
  words: string,
  { all, none }: SearchQuery,
  filters: readonly Condition[],
): { readonly from: string; readonly score: string; readonly where: Condition } {
  const wanted = matchText(all, none);
  const unwanted = wanted === null ? withoutMatch(none) : null;
  const texts: Condition[] = [];
  if (wanted !== null) texts.push({ sql: `${words} MATCH ?`, values: [wanted] });
  if (unwanted !== null)
    texts.push({
      sql: `${table}.id NOT IN (SELECT rowid FROM ${words} WHERE ${words} MATCH ?)`,
      values: [unwanted],
    });
  const conditions = [...texts, ...filters];
  return {
    from: wanted === null ? table : `${words} CROSS JOIN ${table} ON ${table}.id = ${words}.rowid`,
    score: wanted === null ? '0' : `-bm25(${words}, ${weights})`,
    where: {
      sql: conditions.map(({ sql }) => sql).join(' AND '),
      values: conditions.flatMap(({ values }) => values),
    },
  };
}

function pageOf(row: PageRow): IndexedPage {
  const { number, kind, grp: group, document, shown, host, type, title, depth, codec, text } = row;
  const [places, lines] = JSON.parse(Buffer.from(unpack({ codec, bytes: text })).toString('utf8')) as [
    PageText['places'],
    PageText['lines'],
  ];
  return { number, kind, group, document, shown, host, type, title, depth, text: { places, lines } };
}
