import { ArgiopeError } from '../../../model/errors.ts';
import type { HostLease, Leasing, ShareNews, WorkerState } from '../../../model/share.ts';
import type { Totals } from '../../../model/store.ts';
import type { PostgresSession, Queries } from '../connection.ts';
import { PostgresSite } from '../site.ts';
import { holdLeases, leaseLost } from './fence.ts';

const later = `clock_timestamp() + make_interval(secs => $3::float8)`;

/** Open hosts or documents that are counted: more than all workers can take. */
const counted = 10_000;

/** What a worker is known by. */
export interface WorkerPlace {
  readonly worker: number;
  readonly schema: string;
  readonly leaseSeconds: number;
}

/** One site in PostgreSQL of which workers lease parts, hosts or documents. */
export abstract class LeasedSite extends PostgresSite implements Leasing {
  readonly worker: number;
  readonly leaseSeconds: number;
  protected readonly schema: string;
  /** For what need not wait for commits. */
  protected readonly aside: PostgresSession;
  /** Tokens of what is leased. */
  protected readonly leases = new Map<string, number>();

  constructor(connection: PostgresSession, aside: PostgresSession, site: number, of: WorkerPlace) {
    super(connection, site);
    this.aside = aside;
    this.worker = of.worker;
    this.leaseSeconds = of.leaseSeconds;
    this.schema = of.schema;
  }

  /** Order in which what waits is leased. */
  protected abstract readonly leaseOrder: string;

  /** Brings the row of what is given back up to date; it is locked. */
  protected abstract close(queries: Queries, host: string, learned: string, rest: number): Promise<void>;

  get isLost(): boolean {
    return this.connection.isLost || this.aside.isLost;
  }

  /**
   * One after the other, in their order, until there are enough. As a join it would be planned before the server knows
   * how many rows there are: measured, 450 ms with 1,000 hosts, and four times that with twice as many. Who has something
   * new is busy for the others from then on, and not from its next heartbeat on.
   */
  async lease(most: number): Promise<readonly HostLease[]> {
    const rows = await this.connection.all<HostLease & { readonly token: number }>(
      `WITH free AS (
         SELECT l.host FROM (SELECT h.host FROM hosts h WHERE h.site = $1 AND h.open ORDER BY ${this.leaseOrder}) AS h
         CROSS JOIN LATERAL (SELECT l.host FROM leases l WHERE l.site = $1 AND l.host = h.host
           AND l.expires <= clock_timestamp() LIMIT 1 FOR UPDATE SKIP LOCKED) AS l
         LIMIT $4),
       busy AS (UPDATE workers SET requests = greatest(requests, 1)
         WHERE site = $1 AND worker = $2 AND EXISTS (SELECT 1 FROM free))
       UPDATE leases l SET worker = $2, token = l.token + 1, expires = ${later}
       FROM free JOIN hosts h ON h.site = $1 AND h.host = free.host
       WHERE l.site = $1 AND l.host = free.host
       RETURNING l.host, l.token, h.learned,
         greatest(0, coalesce(extract(epoch FROM nullif(h.ready, '-infinity') - clock_timestamp()), 0) * 1000)::float8 AS rest`,
      ...[this.site, this.worker, this.leaseSeconds, most],
    );
    for (const { host, token } of rows) this.leases.set(host, token);
    return rows.map(({ host, rest, learned }) => ({ host, rest, learned }));
  }

  async beat({ hungry, rate, requests, learned = new Map() }: WorkerState): Promise<ShareNews> {
    return this.connection.transaction(async (queries) => {
      const held = await queries.all<{ host: string; token: number }>(
        `UPDATE leases SET expires = ${later} WHERE site = $1 AND worker = $2 RETURNING host, token`,
        ...[this.site, this.worker, this.leaseSeconds],
      );
      const tokens = new Map(held.map(({ host, token }) => [host, token]));
      for (const [host, token] of this.leases)
        if (tokens.get(host) !== token) throw leaseLost(this.connection.name);
      await queries.run(
        `UPDATE workers SET seen = clock_timestamp(), hungry = $3, rate = $4, requests = $5
         WHERE site = $1 AND worker = $2`,
        ...[this.site, this.worker, hungry, rate, requests],
      );
      if (learned.size > 0)
        await queries.run(
          `UPDATE hosts h SET learned = n.learned FROM unnest($2::text[], $3::text[]) AS n (host, learned)
           WHERE h.site = $1 AND h.host = n.host`,
          ...[this.site, [...learned.keys()], [...learned.values()]],
        );
      await this.#sweep(queries);
      return this.#news(queries);
    });
  }

  /** Workers whose sessions have ended, however, have no hosts any more. */
  async #sweep(queries: Queries): Promise<void> {
    const gone = await queries.lists<readonly [number]>(
      `UPDATE workers w SET gone = clock_timestamp() WHERE site = $1 AND gone IS NULL AND worker <> $2
         AND NOT EXISTS (SELECT 1 FROM pg_locks k WHERE k.locktype = 'advisory' AND k.objsubid = 2
           AND k.database = (SELECT oid FROM pg_database WHERE datname = current_database())
           AND k.objid = (hashtext('worker ' || w.worker || ' ' || $3)::bigint & 4294967295)::oid AND k.granted)
       RETURNING worker`,
      ...[this.site, this.worker, this.schema],
    );
    if (gone.length === 0) return;
    await queries.run(
      `UPDATE leases SET expires = '-infinity', worker = NULL WHERE site = $1 AND worker = ANY ($2::int[])`,
      ...[this.site, gone.map(([worker]) => worker)],
    );
  }

  async #news(queries: Queries): Promise<ShareNews> {
    const row = await queries.get<ShareNews & { readonly finished_at: string | null }>(
      `SELECT (SELECT count(*) FROM (SELECT 1 FROM hosts WHERE site = $1 AND open LIMIT ${counted}) AS first) AS open, s.epoch, s.finished_at,
         (SELECT count(*) FROM workers WHERE site = $1 AND gone IS NULL) AS workers,
         (SELECT coalesce(bool_or(hungry), false) FROM workers WHERE site = $1 AND gone IS NULL AND worker <> $2)
           AS "isHungry",
         EXISTS (SELECT 1 FROM workers WHERE site = $1 AND gone IS NULL AND worker <> $2 AND requests > 0
           AND seen > clock_timestamp() - make_interval(secs => $3::float8)) AS "areOthersBusy"
       FROM sites s WHERE site = $1`,
      ...[this.site, this.worker, this.leaseSeconds],
    );
    if (!row) throw new ArgiopeError('STORE_UNREACHABLE', `the crawl of ${this.connection.name} was removed`);
    const { open, workers, isHungry, areOthersBusy, epoch } = row;
    if (open === 0 && row.finished_at === null)
      await queries.run(
        'UPDATE sites SET finished_at = $2 WHERE site = $1 AND finished_at IS NULL',
        this.site,
        new Date().toISOString(),
      );
    return { open, workers, isHungry, areOthersBusy, epoch, isOver: open === 0 };
  }

  async release(host: string, learned: string, rest: number): Promise<void> {
    await this.giveBack(host, this.tokensOf([host]), learned, rest);
    this.leases.delete(host);
  }

  protected async giveBack(
    host: string,
    tokens: ReadonlyMap<string, number>,
    learned: string,
    rest: number,
  ): Promise<void> {
    await this.connection.transaction(async (queries) => {
      await holdLeases(queries, this.site, tokens, this.connection.name);
      // Locked before it is looked whether anything waits: whoever files something meanwhile comes after.
      await queries.run('SELECT 1 FROM hosts WHERE site = $1 AND host = $2 FOR UPDATE', this.site, host);
      await this.close(queries, host, learned, rest);
      await queries.run(
        `UPDATE leases SET expires = '-infinity', worker = NULL WHERE site = $1 AND host = $2`,
        ...[this.site, host],
      );
    });
  }

  async turn(host: string, delay: number): Promise<number> {
    const row = await this.aside.get<{ ms: number }>(
      `INSERT INTO hosts AS h (site, host, open, ready)
       VALUES ($1, $2, false, clock_timestamp() + make_interval(secs => $3::float8))
       ON CONFLICT (site, host) DO UPDATE
       SET ready = greatest(h.ready, clock_timestamp()) + make_interval(secs => $3::float8)
       RETURNING (extract(epoch FROM ready - clock_timestamp()) * 1000)::float8 AS ms`,
      ...[this.site, host, delay / 1000],
    );
    return Math.max(0, (row?.ms ?? 0) - delay);
  }

  async rest(host: string, ms: number): Promise<void> {
    await this.aside.run(
      `UPDATE hosts SET ready = greatest(ready, clock_timestamp() + make_interval(secs => $3::float8))
       WHERE site = $1 AND host = $2`,
      ...[this.site, host, ms / 1000],
    );
  }

  async mergeNote(key: string, merge: (old: string | null) => string): Promise<void> {
    await this.connection.transaction(async (queries) => {
      // One after the other: the row of the site is what all of them have.
      await queries.run('SELECT 1 FROM sites WHERE site = $1 FOR NO KEY UPDATE', this.site);
      const sql = 'SELECT value FROM notes WHERE site = $1 AND key = $2';
      const old = (await queries.get<{ value: string }>(sql, this.site, key))?.value ?? null;
      const value = merge(old);
      if (value === old) return;
      await queries.run(
        `INSERT INTO notes (site, key, value) VALUES ($1, $2, $3)
         ON CONFLICT (site, key) DO UPDATE SET value = excluded.value`,
        ...[this.site, key, value],
      );
      await queries.run('UPDATE sites SET epoch = epoch + 1 WHERE site = $1', this.site);
    });
  }

  async leave(): Promise<void> {
    await this.connection.transaction(async (queries) => {
      await queries.run(
        `UPDATE leases SET expires = '-infinity', worker = NULL WHERE site = $1 AND worker = $2`,
        ...[this.site, this.worker],
      );
      await queries.run(
        'UPDATE workers SET gone = clock_timestamp(), hungry = false WHERE site = $1 AND worker = $2',
        ...[this.site, this.worker],
      );
    });
    this.leases.clear();
  }

  /** Totals of this worker, and so many pages more. */
  protected async keepTotals(queries: Queries, totals: Totals, pages: number): Promise<void> {
    await queries.run(
      `UPDATE workers SET totals = $3, pages = pages + $4, seen = clock_timestamp()
       WHERE site = $1 AND worker = $2`,
      ...[this.site, this.worker, JSON.stringify(totals), pages],
    );
  }

  protected tokensOf(hosts: Iterable<string>): ReadonlyMap<string, number> {
    const tokens = new Map<string, number>();
    for (const host of hosts) {
      const token = this.leases.get(host);
      if (token === undefined) throw leaseLost(this.connection.name);
      tokens.set(host, token);
    }
    return tokens;
  }
}
