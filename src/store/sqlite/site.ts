import type { Resource } from '../../model/capture.ts';
import type { Page, PageStatus, Transition } from '../../model/page.ts';
import type { Change, SiteInfo, SiteStore, StoredRules } from '../../model/store.ts';
import { getBlob, putBlob } from './blobs.ts';
import { statusCode } from './codes.ts';
import { writeChange } from './commit.ts';
import type { Connection } from './connection.ts';
import type { Durability } from './durability.ts';
import { contradiction } from './errors.ts';
import { type PageRow, pageOf, type SiteRow, siteOf, type TransitionRow, transitionOf } from './rows.ts';
import { rulesOf, saveRules } from './rules.ts';

const piece = 500;

/** The number a row names, after merging. */
const final = (table: string, column: string): string =>
  `coalesce((SELECT merged_into FROM pages AS named
     WHERE named.site = ${table}.site AND named.number = ${table}.${column}), ${table}.${column}) AS ${column}`;

const transitionColumns = `transitions.source, transitions.ord, ${final('transitions', 'target')},
  reason, element_id, xpath, event, value, label, kind, scope, text, transitions.fingerprint`;

/**
 * One site in a SQLite file.
 *
 * Indices are named in statements where SQLite, which takes a site to be ten rows, would read all of them.
 * Nothing is cached: memory stays flat however large the crawl.
 */
export class SqliteSite implements SiteStore {
  readonly #connection: Connection;
  readonly #site: number;

  readonly #durability: Durability;

  constructor(connection: Connection, site: number, durability: Durability) {
    this.#connection = connection;
    this.#site = site;
    this.#durability = durability;
  }

  async info(): Promise<SiteInfo> {
    const row = this.#connection.get<SiteRow>('SELECT * FROM sites WHERE site = ?', this.#site);
    if (!row) throw contradiction(`site ${this.#site} is not there`);
    return siteOf(row);
  }

  async commit(change: Change): Promise<void> {
    await this.#connection.later(() => writeChange(this.#connection, this.#site, change));
    await this.#durability.flushed();
  }

  async numbersOf(fingerprints: readonly string[]): Promise<ReadonlyMap<string, number>> {
    if (fingerprints.length === 0) return new Map();
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

  async pages({
    status,
    document,
    after,
    limit,
  }: Parameters<SiteStore['pages']>[0]): Promise<readonly Page[]> {
    const values = [this.#site, after ?? -1];
    let index = '';
    let conditions = '';
    if (status !== undefined) {
      index = 'INDEXED BY pages_by_status';
      conditions += ' AND status = ?';
      values.push(statusCode.number(status));
    }
    if (document !== undefined) {
      index = 'INDEXED BY pages_by_document';
      conditions += ' AND document = ?';
      values.push(document);
    }
    const sql = `SELECT * FROM pages ${index} WHERE site = ? AND number > ? ${conditions} ORDER BY number LIMIT ?`;
    return this.#connection.all<PageRow>(sql, ...values, limit ?? -1).map(pageOf);
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
    // CROSS JOIN fixes the order of the loops: pages of the document first.
    return this.#connection
      .all<TransitionRow>(
        `SELECT ${transitionColumns} FROM pages INDEXED BY pages_by_document CROSS JOIN transitions
           ON transitions.site = pages.site AND transitions.source = pages.number
         WHERE pages.site = ? AND pages.document = ? AND pages.status = ${statusCode.number('kept')}
         ORDER BY pages.number, transitions.ord`,
        this.#site,
        document,
      )
      .map(transitionOf);
  }

  /** Each piece is a read of its own, so that a slow reader does not hold back the writer's log. */
  async *allTransitions(): AsyncGenerator<Transition> {
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
      yield* rows.map(transitionOf);
      const last = rows.at(-1);
      if (!last || rows.length < piece) return;
      ({ source, ord } = last);
    }
  }

  async blob(name: string): Promise<Uint8Array | null> {
    return getBlob(this.#connection, this.#site, Buffer.from(name, 'hex'));
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
    const version = this.#connection.transaction(() => saveRules(this.#connection, this.#site, rules));
    await this.#durability.flushed();
    return version;
  }
}
