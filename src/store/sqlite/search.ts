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
import { type IndexRow, indexedPage, indexedPages, recordsNote, withRoom } from '../search-rows.ts';
import type { SqliteConnection } from './connection.ts';
import type { Durability } from './durability.ts';
import { facetsOf } from './facets.ts';
import { SqliteLists } from './lists.ts';

/** The index of a site in a SQLite file. */
export class SqliteSearch implements SearchIndex {
  readonly #connection: SqliteConnection;
  readonly #site: number;
  readonly #durability: Durability;
  readonly #lists: SqliteLists;

  constructor(connection: SqliteConnection, site: number, durability: Durability) {
    this.#connection = connection;
    this.#site = site;
    this.#durability = durability;
    this.#lists = new SqliteLists(connection, site);
  }

  async waiting(limit: number): Promise<readonly number[]> {
    return this.#connection
      .all<{ number: number }>(
        'SELECT number FROM search_queue WHERE site = ? ORDER BY number LIMIT ?',
        ...[this.#site, limit],
      )
      .map(({ number }) => number);
  }

  async forget(): Promise<void> {
    await this.#write(() => {
      this.#lists.clear('pages');
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
      this.#lists.sweep();
    });
  }

  #remove(number: number): void {
    this.#run('DELETE FROM search_queue WHERE site = ? AND number = ?', number);
    const old = this.#connection.get<{ id: number; host: string; grp: number }>(
      'SELECT id, host, grp FROM search_pages WHERE site = ? AND number = ?',
      ...[this.#site, number],
    );
    if (!old) return;
    this.#lists.retire(number);
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
    const row = this.#connection.get<IndexRow>(
      'SELECT * FROM search_pages WHERE site = ? AND number = ?',
      ...[this.#site, number],
    );
    return row ? indexedPage(row) : null;
  }

  async unfiled(limit: number, after = -1): Promise<Iterable<IndexedPage>> {
    const waiting = this.#connection.all<{ number: number; size: number }>(
      `SELECT number, length(text) AS size FROM search_pages INDEXED BY search_pages_unfiled
       WHERE site = ? AND filed = 0 AND number > ? ORDER BY number LIMIT ?`,
      ...[this.#site, after, limit],
    );
    return this.#pages(waiting);
  }

  #pages(sizes: readonly { readonly number: number; readonly size: number }[]): Iterable<IndexedPage> {
    const rows = this.#connection.all<IndexRow>(
      'SELECT * FROM search_pages WHERE site = ? AND number IN (SELECT value FROM json_each(?)) ORDER BY number',
      ...[this.#site, JSON.stringify(withRoom(sizes))],
    );
    return indexedPages(rows);
  }

  async file(filed: FiledSegment): Promise<void> {
    await this.#write(() => {
      const segment = this.#lists.add('pages', filed);
      for (const number of filed.numbers) {
        this.#lists.moved(number, segment);
        const isThere =
          this.#run('UPDATE search_pages SET filed = 1 WHERE site = ? AND number = ?', number) > 0;
        if (!isThere) this.#lists.retire(number);
      }
      this.#lists.sweep();
    });
  }

  async segments(): Promise<readonly SegmentSize[]> {
    return this.#lists.sizes();
  }

  async unfile(segments: readonly number[]): Promise<void> {
    if (segments.length === 0) return;
    await this.#write(() => {
      this.#connection.run(
        `UPDATE search_pages SET filed = 0 WHERE site = ?1 AND number IN (
           SELECT number FROM search_filed WHERE site = ?1 AND segment IN (SELECT value FROM json_each(?2)))`,
        ...[this.#site, JSON.stringify(segments)],
      );
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
  async sample(host: string, limit: number): Promise<Iterable<IndexedPage>> {
    const drawn = this.#connection.all<{ number: number; size: number }>(
      `SELECT number, length(text) AS size FROM search_pages INDEXED BY search_pages_by_host
       WHERE site = ?1 AND host = ?2 AND grp = number AND kind = 'page'
       ORDER BY (number * 2654435769) % 4294967296 LIMIT ?3`,
      ...[this.#site, host, limit],
    );
    return this.#pages(drawn);
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

  async putInlinks(counts: Uint8Array): Promise<void> {
    await this.#write(() => {
      this.#run('INSERT OR REPLACE INTO search_inlinks (site, counts) VALUES (?, ?)', counts);
    });
  }

  async putRecords(print: string, batches: Iterable<RecordBatch>): Promise<void> {
    await this.#write(() => {
      this.#lists.clear('records');
      this.#run('DELETE FROM search_values WHERE site = ?');
      this.#run('DELETE FROM search_records WHERE site = ?');
      for (const { records, segment } of batches) {
        this.#lists.add('records', segment);
        for (const [at, record] of records.entries()) this.#addRecord(segment.numbers[at] as number, record);
      }
      this.#run('INSERT OR REPLACE INTO notes (site, key, value) VALUES (?, ?, ?)', recordsNote, print);
    });
  }

  #addRecord(id: number, { type, json, values }: IndexedRecord): void {
    this.#run('INSERT INTO search_records (site, id, type, json) VALUES (?, ?, ?, ?)', id, type, json);
    for (const [nth, { field, text, plain, tokens, number }] of values.entries())
      this.#run(
        `INSERT INTO search_values (site, record, nth, field, text, plain, tokens, number)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
        ...[id, nth, field, text, plain, tokens, number],
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

  async lists(question: ListQuestion): Promise<ListAnswer> {
    return this.#lists.read(question);
  }

  async record(id: number): Promise<string | null> {
    const sql = 'SELECT json FROM search_records WHERE id = ? AND site = ?';
    return this.#connection.get<{ json: string }>(sql, id, this.#site)?.json ?? null;
  }

  async facets(ids: readonly number[], most: number): Promise<Readonly<Record<string, Facet>>> {
    return facetsOf(this.#connection, this.#site, ids, most);
  }

  async count(): Promise<number> {
    const sql = 'SELECT count(*) AS pages FROM search_pages WHERE site = ?';
    return this.#connection.get<{ pages: number }>(sql, this.#site)?.pages ?? 0;
  }

  #run(sql: string, ...values: (string | number | Uint8Array | null)[]): number {
    return this.#connection.run(sql, this.#site, ...values);
  }

  async #write(work: () => void): Promise<void> {
    this.#lists.forget();
    this.#connection.transaction(work);
    await this.#durability.flushed();
  }
}
