import { hash } from 'node:crypto';
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
import { putBlobs, readBlob } from './blobs.ts';
import { writeSteps } from './commit.ts';
import type { PostgresSession, WriteAll } from './connection.ts';
import { loadInputs, loadVersions, loadVisits } from './history.ts';
import { addRules, loadRules } from './rules.ts';
import { PostgresSearch } from './search.ts';
import { sumOfTotals } from './sharing/report.ts';

const piece = 500;
const queued = statusCode.number('queued');

const transitionColumns = `t.source, t.ord, coalesce(named.merged_into, t.target) AS target, t.reason, t.element_id,
  t.xpath, t.event, t.value, t.label, t.kind, t.scope, t.text, t.fingerprint, t.meta`;
const transitionRows = `transitions t LEFT JOIN pages named ON named.site = t.site AND named.number = t.target`;

/** One site in PostgreSQL. Nothing is cached: memory stays flat however large the crawl. */
export class PostgresSite implements SiteStore {
  protected readonly connection: PostgresSession;
  protected readonly site: number;
  readonly search: PostgresSearch;
  readonly #write: WriteAll<readonly Change[]>;

  constructor(connection: PostgresSession, site: number) {
    this.connection = connection;
    this.site = site;
    this.search = new PostgresSearch(connection, site);
    this.#write = (queries, all) => writeSteps(queries, site, all.flat());
  }

  async info(): Promise<SiteInfo> {
    const row = await this.connection.get<SiteRow>('SELECT * FROM sites WHERE site = $1', this.site);
    if (!row) throw contradiction(`site ${this.site} is not there`);
    const info = siteOf(row);
    return { ...info, totals: await sumOfTotals(this.connection, this.site, info.totals) };
  }

  async commit(change: Change, wait = 0): Promise<void> {
    await this.connection.later([change], this.#write, wait);
  }

  async commitAll(changes: readonly Change[]): Promise<void> {
    if (changes.length > 0) await this.connection.later(changes, this.#write);
  }

  async numbersOf(fingerprints: readonly string[]): Promise<ReadonlyMap<string, number>> {
    if (fingerprints.length === 0) return new Map();
    const rows = await this.connection.lists<readonly [string, number]>(
      `SELECT i.fingerprint, coalesce(named.merged_into, i.number) FROM instructions i
       LEFT JOIN pages named ON named.site = i.site AND named.number = i.number
       WHERE i.site = $1 AND i.fingerprint = ANY ($2::text[])`,
      ...[this.site, fingerprints],
    );
    return new Map(rows);
  }

  async numberOfContent(fingerprint: string): Promise<number | null> {
    const row = await this.connection.get<{ number: number }>(
      `SELECT coalesce(named.merged_into, c.number) AS number FROM contents c
       LEFT JOIN pages named ON named.site = c.site AND named.number = c.number
       WHERE c.site = $1 AND c.fingerprint = $2`,
      ...[this.site, fingerprint],
    );
    return row?.number ?? null;
  }

  async page(number: number): Promise<Page | null> {
    const sql = 'SELECT * FROM pages WHERE site = $1 AND number = $2';
    const row = await this.connection.get<PageRow>(sql, this.site, number);
    return row ? pageOf(row) : null;
  }

  async pages(filter: Parameters<SiteStore['pages']>[0]): Promise<readonly Page[]> {
    const { status, document, after = -1, limit = null } = filter;
    if (document !== undefined) return this.#pagesOf(document, filter);
    const [condition, values] =
      status === undefined ? ['', []] : ['AND status = $4', [statusCode.number(status)]];
    const rows = await this.connection.all<PageRow>(
      `SELECT * FROM pages WHERE site = $1 AND number > $2 ${condition} ORDER BY number LIMIT $3`,
      ...[this.site, after, limit, ...values],
    );
    return rows.map(pageOf);
  }

  /** Those of one document: the page of its address, and its states. */
  async #pagesOf(
    document: number,
    { status, after = -1, limit }: Parameters<SiteStore['pages']>[0],
  ): Promise<readonly Page[]> {
    const [condition, values] =
      status === undefined ? ['', []] : ['AND status = $4', [statusCode.number(status)]];
    const rows = await this.connection.all<PageRow>(
      `SELECT * FROM pages WHERE site = $1 AND number = $2 AND number > $3 AND source IS NULL ${condition}
       UNION ALL
       SELECT * FROM pages WHERE site = $1 AND document = $2 AND number > $3 AND source IS NOT NULL ${condition}`,
      ...[this.site, document, after, ...values],
    );
    return rows
      .map(pageOf)
      .sort((one, other) => one.number - other.number)
      .slice(0, limit);
  }

  async counts(): Promise<Readonly<Record<PageStatus, number>>> {
    const rows = await this.connection.lists<readonly [number, number]>(
      'SELECT status, count(*) FROM pages WHERE site = $1 GROUP BY status',
      this.site,
    );
    const found = new Map(rows);
    const entries = statusCode.words.map((word) => [word, found.get(statusCode.number(word)) ?? 0]);
    return Object.fromEntries(entries) as Record<PageStatus, number>;
  }

  async mergedInto(number: number, limit: number): Promise<readonly Page[]> {
    const rows = await this.connection.all<PageRow>(
      'SELECT * FROM pages WHERE site = $1 AND merged_into = $2 ORDER BY number LIMIT $3',
      ...[this.site, number, limit],
    );
    return rows.map(pageOf);
  }

  async count(status: PageStatus): Promise<number> {
    const sql = 'SELECT count(*) AS pages FROM pages WHERE site = $1 AND status = $2';
    return (
      (await this.connection.get<{ pages: number }>(sql, this.site, statusCode.number(status)))?.pages ?? 0
    );
  }

  /** Goes from one host to the next by the index, since reading it whole would take as long as it is. */
  async hostsWaiting(): Promise<readonly string[]> {
    const next = (after: string) => `(SELECT host FROM pages WHERE site = $1 AND status = ${queued}
      AND host IS NOT NULL AND host > ${after} ORDER BY host LIMIT 1)`;
    const rows = await this.connection.lists<readonly [string]>(
      `WITH RECURSIVE hosts (host) AS (SELECT ${next(`''`)} UNION ALL
         SELECT ${next('hosts.host')} FROM hosts WHERE hosts.host IS NOT NULL)
       SELECT host FROM hosts WHERE host IS NOT NULL`,
      this.site,
    );
    return rows.map(([host]) => host);
  }

  async waiting(host: string, limit: number): Promise<readonly Page[]> {
    const rows = await this.connection.all<PageRow>(
      `SELECT * FROM pages WHERE site = $1 AND host = $2 AND status = ${queued} AND host IS NOT NULL
       ORDER BY priority DESC, number LIMIT $3`,
      ...[this.site, host, limit],
    );
    return rows.map(pageOf);
  }

  async documentsWaiting(): Promise<readonly number[]> {
    const rows = await this.connection.lists<readonly [number]>(
      `SELECT DISTINCT document FROM pages
       WHERE site = $1 AND status = ${queued} AND source IS NOT NULL ORDER BY document`,
      this.site,
    );
    return rows.map(([document]) => document);
  }

  async transitions(source: number): Promise<readonly Transition[]> {
    const rows = await this.connection.all<TransitionRow>(
      `SELECT ${transitionColumns} FROM ${transitionRows} WHERE t.site = $1 AND t.source = $2 ORDER BY t.ord`,
      ...[this.site, source],
    );
    return rows.map(transitionOf);
  }

  async transitionsWithin(document: number): Promise<readonly Transition[]> {
    const pages = await this.#pagesOf(document, { status: 'kept' });
    const rows = await this.connection.all<TransitionRow>(
      `SELECT ${transitionColumns} FROM ${transitionRows}
       WHERE t.site = $1 AND t.source = ANY ($2::int[]) ORDER BY t.source, t.ord`,
      ...[this.site, pages.map(({ number }) => number)],
    );
    return rows.map(transitionOf);
  }

  async *allTransitions(): AsyncGenerator<Transition> {
    for await (const some of this.transitionPieces()) yield* some;
  }

  async *transitionPieces(): AsyncGenerator<readonly Transition[]> {
    let [source, ord] = [-1, -1];
    for (;;) {
      const rows = await this.connection.all<TransitionRow>(
        `SELECT ${transitionColumns} FROM ${transitionRows}
         WHERE t.site = $1 AND (t.source, t.ord) > ($2::int, $3::int) ORDER BY t.source, t.ord LIMIT ${piece}`,
        ...[this.site, source, ord],
      );
      if (rows.length > 0) yield rows.map(transitionOf);
      const last = rows.at(-1);
      if (!last || rows.length < piece) return;
      ({ source, ord } = last);
    }
  }

  async leads({ from, to }: NumberRange): Promise<readonly Lead[]> {
    const sql = `SELECT ${leadColumns} FROM transitions
      WHERE site = $1 AND source >= $2 AND source < $3 ORDER BY source, ord`;
    return (await this.connection.lists<LeadRow>(sql, this.site, from, to)).map(leadOf);
  }

  async leadNumbers({ from, to }: NumberRange): Promise<Int32Array> {
    const rows = await this.connection.lists<readonly [source: number, target: number]>(
      `SELECT source, target FROM transitions
       WHERE site = $1 AND source >= $2 AND source < $3 AND target IS NOT NULL ORDER BY source, ord`,
      ...[this.site, from, to],
    );
    return Int32Array.from(rows.flat());
  }

  async blob(name: string): Promise<Uint8Array | null> {
    return readBlob(this.connection, this.site, Buffer.from(name, 'hex'));
  }

  async visits(filter: Parameters<SiteStore['visits']>[0]): ReturnType<SiteStore['visits']> {
    return loadVisits(this.connection, this.site, filter);
  }

  async visitsOf(page: number): ReturnType<SiteStore['visitsOf']> {
    const [found] = await loadVisits(this.connection, this.site, { after: page - 1, limit: 1 });
    return found?.page === page ? found : null;
  }

  async versions(page: number): ReturnType<SiteStore['versions']> {
    return loadVersions(this.connection, this.site, page);
  }

  async inputs(pages: readonly number[]): ReturnType<SiteStore['inputs']> {
    return loadInputs(this.connection, this.site, pages);
  }

  async putResource({ url, status, contentType, body }: Resource): Promise<void> {
    await this.connection.transaction(async (queries) => {
      const [blob] = await putBlobs(queries, this.site, [body]);
      await queries.run(
        `INSERT INTO resources (site, name, url, status, content_type, blob) VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (site, name) DO UPDATE
         SET status = excluded.status, content_type = excluded.content_type, blob = excluded.blob`,
        ...[this.site, digest(url), url, status, contentType, blob],
      );
    });
  }

  async hasResource(url: string): Promise<boolean> {
    const sql = 'SELECT 1 FROM resources WHERE site = $1 AND name = $2';
    return (await this.connection.get(sql, this.site, digest(url))) !== undefined;
  }

  async resources({
    after = '',
    limit,
  }: Parameters<SiteStore['resources']>[0]): ReturnType<SiteStore['resources']> {
    const rows = await this.connection.all<{ url: string; status: number; content_type: string }>(
      `SELECT url, status, content_type FROM resources
       WHERE site = $1 AND left(url, 500) >= left($2, 500) AND url > $2 ORDER BY left(url, 500), url LIMIT $3`,
      ...[this.site, after, limit],
    );
    return rows.map(({ url, status, content_type: contentType }) => ({ url, status, contentType }));
  }

  async resource(url: string): Promise<(Resource & { readonly blob: string }) | null> {
    const row = await this.connection.get<{ status: number; content_type: string; blob: Uint8Array }>(
      'SELECT status, content_type, blob FROM resources WHERE site = $1 AND name = $2',
      ...[this.site, digest(url)],
    );
    const body = row && (await readBlob(this.connection, this.site, row.blob));
    if (!row || !body) return null;
    const blob = Buffer.from(row.blob).toString('hex');
    return { url, status: row.status, contentType: row.content_type, body, blob };
  }

  async note(key: string): Promise<string | null> {
    const sql = 'SELECT value FROM notes WHERE site = $1 AND key = $2';
    return (await this.connection.get<{ value: string }>(sql, this.site, key))?.value ?? null;
  }

  async putNote(key: string, value: string): Promise<void> {
    await this.connection.run(
      `INSERT INTO notes (site, key, value) VALUES ($1, $2, $3)
       ON CONFLICT (site, key) DO UPDATE SET value = excluded.value`,
      ...[this.site, key, value],
    );
  }

  async rules(of?: Pick<StoredRules, 'domain' | 'template'>): Promise<readonly StoredRules[]> {
    return loadRules(this.connection, this.site, of);
  }

  async putRules(rules: Omit<StoredRules, 'version'>): Promise<number> {
    return this.connection.transaction((queries) => addRules(queries, this.site, rules));
  }
}

/** What a file is known by: addresses may be longer than an index takes. */
function digest(url: string): Buffer {
  return hash('sha256', url, 'buffer');
}
