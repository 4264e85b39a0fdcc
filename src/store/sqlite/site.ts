import type { Resource } from '../../model/capture.ts';
import type { Lead, Page, PageStatus, Transition } from '../../model/page.ts';
import type { Change, NumberRange, SiteInfo, SiteStore, StoredRules } from '../../model/store.ts';
import { statusCode } from '../codes.ts';
import { contradiction } from '../contradiction.ts';
import {
  type LeadRow,
  leadColumns,
  leadOf,
  type PageRow,
  pageOf,
  type SiteRow,
  siteOf,
  type TransitionRow,
  transitionOf,
} from '../rows.ts';
import { getBlob, putBlob } from './blobs.ts';
import { writeChange, writeChanges } from './commit.ts';
import type { SqliteConnection } from './connection.ts';
import type { Durability } from './durability.ts';
import { readInputs, readVersions, readVisits } from './history.ts';
import { insertRules, rulesOf } from './rules.ts';
import { SqliteSearch } from './search.ts';

const piece = 500;

/** The number a row names, after merging. */
const final = (table: string, column: string): string =>
  `coalesce((SELECT merged_into FROM pages AS named
     WHERE named.site = ${table}.site AND named.number = ${table}.${column}), ${table}.${column}) AS ${column}`;

const transitionColumns = `transitions.source, transitions.ord, ${final('transitions', 'target')},
  reason, element_id, xpath, event, value, label, kind, scope, text, transitions.fingerprint, meta`;

/**
 * One site in a SQLite file.
 *
 * Indices are named in statements where SQLite, which takes a site to be ten rows, would read all of them.
 * Nothing is cached: memory stays flat however large the crawl.
 */
export class SqliteSite implements SiteStore {
  readonly #connection: SqliteConnection;
  readonly #site: number;

  readonly #durability: Durability;
  readonly search: SqliteSearch;

  constructor(connection: SqliteConnection, site: number, durability: Durability) {
    this.#connection = connection;
    this.#site = site;
    this.#durability = durability;
    this.search = new SqliteSearch(connection, site, durability);
  }

  async info(): Promise<SiteInfo> {
    const row = this.#connection.get<SiteRow>('SELECT * FROM sites WHERE site = ?', this.#site);
    if (!row) throw contradiction(`site ${this.#site} is not there`);
    return siteOf(row);
  }

  async commit(change: Change, wait = 0): Promise<void> {
    const { beside } = this.#connection;
    if (beside) await beside.write(this.#site, [change]);
    else await this.#connection.later(() => writeChange(this.#connection, this.#site, change), wait);
    await this.#durability.flushed();
  }

  async commitAll(changes: readonly Change[]): Promise<void> {
    if (changes.length === 0) return;
    const { beside } = this.#connection;
    if (beside) await beside.write(this.#site, changes);
    else await this.#connection.later(() => writeChanges(this.#connection, this.#site, changes));
    await this.#durability.flushed();
  }

  async beside(): Promise<() => Promise<void>> {
    if (this.#connection.file === ':memory:' || this.#connection.beside) return async () => {};
    const { WriterThread } = await import('./beside/writer.ts');
    const thread = new WriterThread(this.#connection.file);
    await thread.ready();
    this.#connection.beginBeside(thread);
    return () => this.#connection.endBeside();
  }

  async numbersOf(fingerprints: readonly string[]): Promise<ReadonlyMap<string, number>> {
    if (fingerprints.length === 0) return new Map();
    // Asked for each page of a large crawl: others go on meanwhile.
    if (this.#connection.beside) await this.#connection.beside.written();
    const rows = this.#connection.all<{ fingerprint: string; number: number }>(
      `SELECT fingerprint, ${final('instructions', 'number')} FROM instructions
       WHERE site = ? AND fingerprint IN (SELECT value FROM json_each(?))`,
      this.#site,
      JSON.stringify(fingerprints),
    );
    return new Map(rows.map(({ fingerprint, number }) => [fingerprint, number]));
  }

  async numberOfContent(fingerprint: string): Promise<number | null> {
    const row = this.#connection.get<{ number: number }>(
      `SELECT ${final('contents', 'number')} FROM contents WHERE site = ? AND fingerprint = ?`,
      this.#site,
      fingerprint,
    );
    return row?.number ?? null;
  }

  async page(number: number): Promise<Page | null> {
    const row = this.#connection.get<PageRow>(
      'SELECT * FROM pages WHERE site = ? AND number = ?',
      this.#site,
      number,
    );
    return row ? pageOf(row) : null;
  }

  async pages(filter: Parameters<SiteStore['pages']>[0]): Promise<readonly Page[]> {
    const { status, document, after, limit } = filter;
    if (document !== undefined) return this.#pagesOf(document, filter);
    const [index, condition] =
      status === undefined ? ['', ''] : ['INDEXED BY pages_by_status', ' AND status = ?'];
    const values = status === undefined ? [] : [statusCode.number(status)];
    const sql = `SELECT * FROM pages ${index} WHERE site = ? AND number > ?${condition} ORDER BY number LIMIT ?`;
    return this.#connection.all<PageRow>(sql, this.#site, after ?? -1, ...values, limit ?? -1).map(pageOf);
  }

  /** Those of one document: the page of its address, and its states. */
  #pagesOf(
    document: number,
    { status, after = -1, limit }: Parameters<SiteStore['pages']>[0],
  ): readonly Page[] {
    const own = this.#connection.get<PageRow>(
      'SELECT * FROM pages WHERE site = ? AND number = ? AND source IS NULL',
      this.#site,
      document,
    );
    const condition = status === undefined ? '' : ' AND status = ?';
    const values = status === undefined ? [] : [statusCode.number(status)];
    const states = this.#connection.all<PageRow>(
      `SELECT * FROM pages INDEXED BY pages_by_document
       WHERE site = ? AND document = ?${condition} AND number > ? AND source IS NOT NULL`,
      this.#site,
      document,
      ...values,
      after,
    );
    const isAsked = ({ number, status: its }: Page) =>
      number > after && (status === undefined || its === status);
    const all = [...(own ? [pageOf(own)].filter(isAsked) : []), ...states.map(pageOf)];
    return all.sort((one, other) => one.number - other.number).slice(0, limit);
  }

  async mergedInto(number: number, limit: number): Promise<readonly Page[]> {
    return this.#connection
      .all<PageRow>(
        `SELECT * FROM pages INDEXED BY pages_by_merge
         WHERE site = ? AND merged_into = ? ORDER BY number LIMIT ?`,
        this.#site,
        number,
        limit,
      )
      .map(pageOf);
  }

  async counts(): Promise<Readonly<Record<PageStatus, number>>> {
    const rows = this.#connection.all<{ status: number; pages: number }>(
      'SELECT status, count(*) AS pages FROM pages WHERE site = ? GROUP BY status',
      this.#site,
    );
    const counts = Object.fromEntries(statusCode.words.map((word) => [word, 0])) as Record<
      PageStatus,
      number
    >;
    for (const { status, pages } of rows) counts[statusCode.word(status)] = pages;
    return counts;
  }

  async count(status: PageStatus): Promise<number> {
    const row = this.#connection.get<{ pages: number }>(
      'SELECT count(*) AS pages FROM pages INDEXED BY pages_by_status WHERE site = ? AND status = ?',
      this.#site,
      statusCode.number(status),
    );
    return row?.pages ?? 0;
  }

  /** Goes from one host to the next by the index, since reading it whole would take as long as it is. */
  async hostsWaiting(): Promise<readonly string[]> {
    const hosts: string[] = [];
    for (let after = ''; ; ) {
      const row = this.#connection.get<{ host: string }>(
        `SELECT host FROM pages INDEXED BY pages_by_host
         WHERE site = ? AND host > ? AND status = ${statusCode.number('queued')} ORDER BY host LIMIT 1`,
        this.#site,
        after,
      );
      if (!row) return hosts;
      hosts.push(row.host);
      after = row.host;
    }
  }

  async waiting(host: string, limit: number): Promise<readonly Page[]> {
    if (this.#connection.beside) await this.#connection.beside.written();
    return this.#connection
      .all<PageRow>(
        `SELECT * FROM pages INDEXED BY pages_by_host
         WHERE site = ? AND host = ? AND status = ${statusCode.number('queued')}
         ORDER BY priority DESC, number LIMIT ?`,
        this.#site,
        host,
        limit,
      )
      .map(pageOf);
  }

  async documentsWaiting(): Promise<readonly number[]> {
    const rows = this.#connection.all<{ document: number }>(
      `SELECT DISTINCT document FROM pages INDEXED BY pages_waiting
       WHERE site = ? AND status = ${statusCode.number('queued')} AND source IS NOT NULL ORDER BY document`,
      this.#site,
    );
    return rows.map(({ document }) => document);
  }

  async transitions(source: number): Promise<readonly Transition[]> {
    return this.#connection
      .all<TransitionRow>(
        `SELECT ${transitionColumns} FROM transitions WHERE site = ? AND source = ? ORDER BY ord`,
        this.#site,
        source,
      )
      .map(transitionOf);
  }

  async transitionsWithin(document: number): Promise<readonly Transition[]> {
    const pages = this.#pagesOf(document, { status: 'kept' });
    const found = await Promise.all(pages.map(({ number }) => this.transitions(number)));
    return found.flat();
  }

  async *allTransitions(): AsyncGenerator<Transition> {
    for await (const some of this.transitionPieces()) yield* some;
  }

  /** Each piece is a read of its own, so that a slow reader does not hold back the writer's log. */
  async *transitionPieces(): AsyncGenerator<readonly Transition[]> {
    let source = -1;
    let ord = -1;
    for (;;) {
      const rows = this.#connection.all<TransitionRow>(
        `SELECT ${transitionColumns} FROM transitions
         WHERE site = ? AND (source, ord) > (?, ?) ORDER BY source, ord LIMIT ${piece}`,
        this.#site,
        source,
        ord,
      );
      yield rows.map(transitionOf);
      const last = rows.at(-1);
      if (!last || rows.length < piece) return;
      ({ source, ord } = last);
    }
  }

  async leads({ from, to }: NumberRange): Promise<readonly Lead[]> {
    const sql = `SELECT ${leadColumns} FROM transitions
      WHERE site = ? AND source >= ? AND source < ? ORDER BY source, ord`;
    return this.#connection.lists<LeadRow>(sql, this.#site, from, to).map(leadOf);
  }

  async leadNumbers({ from, to }: NumberRange): Promise<Int32Array> {
    const rows = this.#connection.lists<readonly [source: number, target: number]>(
      `SELECT source, target FROM transitions
       WHERE site = ? AND source >= ? AND source < ? AND target IS NOT NULL ORDER BY source, ord`,
      this.#site,
      from,
      to,
    );
    const numbers = new Int32Array(rows.length * 2);
    let at = 0;
    for (const [source, target] of rows) {
      numbers[at++] = source;
      numbers[at++] = target;
    }
    return numbers;
  }

  async blob(name: string): Promise<Uint8Array | null> {
    return getBlob(this.#connection, this.#site, Buffer.from(name, 'hex'));
  }

  async visits(filter: Parameters<SiteStore['visits']>[0]): ReturnType<SiteStore['visits']> {
    return readVisits(this.#connection, this.#site, filter);
  }

  async visitsOf(page: number): ReturnType<SiteStore['visitsOf']> {
    const [found] = readVisits(this.#connection, this.#site, { after: page - 1, limit: 1 });
    return found?.page === page ? found : null;
  }

  async versions(page: number): ReturnType<SiteStore['versions']> {
    return readVersions(this.#connection, this.#site, page);
  }

  async inputs(pages: readonly number[]): ReturnType<SiteStore['inputs']> {
    return readInputs(this.#connection, this.#site, pages);
  }

  async putResource({ url, status, contentType, body }: Resource): Promise<void> {
    this.#connection.transaction(() =>
      this.#connection.run(
        'INSERT OR REPLACE INTO resources (site, url, status, content_type, blob) VALUES (?, ?, ?, ?, ?)',
        this.#site,
        url,
        status,
        contentType,
        putBlob(this.#connection, this.#site, body),
      ),
    );
    await this.#durability.flushed();
  }

  async hasResource(url: string): Promise<boolean> {
    return (
      this.#connection.get('SELECT 1 FROM resources WHERE site = ? AND url = ?', this.#site, url) !==
      undefined
    );
  }

  async resources({
    after = '',
    limit,
  }: Parameters<SiteStore['resources']>[0]): ReturnType<SiteStore['resources']> {
    return this.#connection
      .all<{ url: string; status: number; content_type: string }>(
        'SELECT url, status, content_type FROM resources WHERE site = ? AND url > ? ORDER BY url LIMIT ?',
        this.#site,
        after,
        limit,
      )
      .map(({ url, status, content_type }) => ({ url, status, contentType: content_type }));
  }

  async resource(url: string): Promise<(Resource & { readonly blob: string }) | null> {
    const row = this.#connection.get<{ status: number; content_type: string; blob: Uint8Array }>(
      'SELECT status, content_type, blob FROM resources WHERE site = ? AND url = ?',
      this.#site,
      url,
    );
    const body = row && getBlob(this.#connection, this.#site, row.blob);
    if (!row || !body) return null;
    const blob = Buffer.from(row.blob).toString('hex');
    return { url, status: row.status, contentType: row.content_type, body, blob };
  }

  async note(key: string): Promise<string | null> {
    const row = this.#connection.get<{ value: string }>(
      'SELECT value FROM notes WHERE site = ? AND key = ?',
      this.#site,
      key,
    );
    return row?.value ?? null;
  }

  async putNote(key: string, value: string): Promise<void> {
    this.#connection.run(
      'INSERT OR REPLACE INTO notes (site, key, value) VALUES (?, ?, ?)',
      this.#site,
      key,
      value,
    );
    await this.#durability.flushed();
  }

  async rules(of?: Pick<StoredRules, 'domain' | 'template'>): Promise<readonly StoredRules[]> {
    return rulesOf(this.#connection, this.#site, of);
  }

  async putRules(rules: Omit<StoredRules, 'version'>): Promise<number> {
    const version = this.#connection.transaction(() => insertRules(this.#connection, this.#site, rules));
    await this.#durability.flushed();
    return version;
  }
}
