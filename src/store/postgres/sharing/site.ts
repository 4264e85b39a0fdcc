import { hostname } from 'node:os';
import { ArgiopeError } from '../../../model/errors.ts';
import type { Page } from '../../../model/page.ts';
import type { HostLease, SharedSite, ShareNews, WorkerState } from '../../../model/share.ts';
import { type Change, type NumberRange, noTotals, type Totals } from '../../../model/store.ts';
import { writePlan } from '../commit.ts';
import type { PostgresConnection, Queries, WriteAll } from '../connection.ts';
import { lockKeys } from '../migrations.ts';
import { plansOf } from '../plan.ts';
import { PostgresSite } from '../site.ts';
import { claim, type Moved } from './claims.ts';
import { holdLeases, leaseLost } from './fence.ts';
import { openHosts } from './hosts.ts';

const later = `clock_timestamp() + make_interval(secs => $3::float8)`;

/** Joins a crawl as one of its workers: one connection writes and holds the locks, another one reads beside it. */
export async function joinSite(
  connection: PostgresConnection,
  aside: PostgresConnection,
  site: number,
  { schema, leaseSeconds }: { readonly schema: string; readonly leaseSeconds: number },
): Promise<SharedPostgresSite> {
  const name = `${hostname()}/${process.pid}`;
  const row = await connection.get<{ worker: number }>(
    `INSERT INTO workers (site, name, joined, seen, totals)
     VALUES ($1, $2, clock_timestamp(), clock_timestamp(), $3) RETURNING worker`,
    ...[site, name, JSON.stringify(noTotals)],
  );
  const worker = row?.worker as number;
  // Goes with the session: others see at once that a worker has ended, however it ended.
  await connection.exec(`SELECT pg_advisory_lock(${lockKeys(schema, `worker ${worker}`)})`);
  // A worker that is stopped or cut off in the middle of a transaction must not keep others waiting for its locks.
  await connection.exec(`SET idle_in_transaction_session_timeout = ${Math.ceil(leaseSeconds * 1000)}`);
  return new SharedPostgresSite(connection, aside, site, { worker, schema, leaseSeconds });
}

/** One site in PostgreSQL that several workers share. */
export class SharedPostgresSite extends PostgresSite implements SharedSite {
  readonly worker: number;
  readonly leaseSeconds: number;
  readonly #schema: string;
  readonly #aside: PostgresConnection;
  /** Reads that wait for no commit: what is on its way, and numbered twice for that, is put right by claims. */
  readonly #reads: PostgresSite;
  /** Tokens of the hosts that are leased. */
  readonly #leases = new Map<string, number>();
  readonly #moved: Moved = new Map();
  #tell: Parameters<SharedSite['onLost']>[0] = () => {};
  readonly #writeAll: WriteAll<readonly Change[]> = (queries, all) => this.#write(queries, all.flat());
  /** What is told when the transaction in hand is durable. */
  #untold: (() => void) | null = null;

  constructor(
    connection: PostgresConnection,
    aside: PostgresConnection,
    site: number,
    of: { readonly worker: number; readonly schema: string; readonly leaseSeconds: number },
  ) {
    super(connection, site);
    this.#aside = aside;
    this.#reads = new PostgresSite(aside, site);
    this.worker = of.worker;
    this.leaseSeconds = of.leaseSeconds;
    this.#schema = of.schema;
  }

  get isLost(): boolean {
    return this.connection.isLost || this.#aside.isLost;
  }

  override numbersOf(fingerprints: readonly string[]): Promise<ReadonlyMap<string, number>> {
    return this.#reads.numbersOf(fingerprints);
  }

  override waiting(host: string, limit: number): Promise<readonly Page[]> {
    return this.#reads.waiting(host, limit);
  }

  override commit(change: Change): Promise<void> {
    return this.commitAll([change]);
  }

  override async commitAll(changes: readonly Change[]): Promise<void> {
    if (changes.length === 0) return;
    await this.connection.later(changes, this.#writeAll);
    const tell = this.#untold;
    this.#untold = null;
    tell?.();
  }

  onLost(tell: Parameters<SharedSite['onLost']>[0]): void {
    this.#tell = tell;
  }

  async numbers(count: number): Promise<NumberRange> {
    const row = await this.#aside.get<{ to: number }>(
      'UPDATE sites SET next_number = next_number + $2 WHERE site = $1 RETURNING next_number AS to',
      ...[this.site, count],
    );
    const to = row?.to as number;
    return { from: to - count, to };
  }

  async lease(most: number): Promise<readonly HostLease[]> {
    const rows = await this.connection.all<HostLease & { readonly token: number }>(
      `WITH free AS (
         SELECT l.host FROM hosts h JOIN leases l ON l.site = h.site AND l.host = h.host
         WHERE h.site = $1 AND h.open AND l.expires <= clock_timestamp()
         ORDER BY h.ready, h.host LIMIT $4 FOR UPDATE OF l SKIP LOCKED)
       UPDATE leases l SET worker = $2, token = l.token + 1, expires = ${later}
       FROM free JOIN hosts h ON h.site = $1 AND h.host = free.host
       WHERE l.site = $1 AND l.host = free.host
       RETURNING l.host, l.token, h.learned,
         greatest(0, coalesce(extract(epoch FROM nullif(h.ready, '-infinity') - clock_timestamp()), 0) * 1000)::float8 AS rest`,
      ...[this.site, this.worker, this.leaseSeconds, most],
    );
    for (const { host, token } of rows) this.#leases.set(host, token);
    return rows.map(({ host, rest, learned }) => ({ host, rest, learned }));
  }

  async beat({ hungry, rate, requests }: WorkerState): Promise<ShareNews> {
    return this.connection.transaction(async (queries) => {
      const held = await queries.all<{ host: string; token: number }>(
        `UPDATE leases SET expires = ${later} WHERE site = $1 AND worker = $2 RETURNING host, token`,
        ...[this.site, this.worker, this.leaseSeconds],
      );
      const tokens = new Map(held.map(({ host, token }) => [host, token]));
      for (const [host, token] of this.#leases)
        if (tokens.get(host) !== token) throw leaseLost(this.connection.name);
      await queries.run(
        `UPDATE workers SET seen = clock_timestamp(), hungry = $3, rate = $4, requests = $5
         WHERE site = $1 AND worker = $2`,
        ...[this.site, this.worker, hungry, rate, requests],
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
      ...[this.site, this.worker, this.#schema],
    );
    if (gone.length === 0) return;
    await queries.run(
      `UPDATE leases SET expires = '-infinity', worker = NULL WHERE site = $1 AND worker = ANY ($2::int[])`,
      ...[this.site, gone.map(([worker]) => worker)],
    );
  }

  async #news(queries: Queries): Promise<ShareNews> {
    const row = await queries.get<ShareNews & { readonly finished_at: string | null }>(
      `SELECT (SELECT count(*) FROM hosts WHERE site = $1 AND open) AS open, s.epoch, s.finished_at,
         (SELECT count(*) FROM workers WHERE site = $1 AND gone IS NULL) AS workers,
         (SELECT coalesce(bool_or(hungry), false) FROM workers WHERE site = $1 AND gone IS NULL AND worker <> $2)
           AS "isHungry"
       FROM sites s WHERE site = $1`,
      ...[this.site, this.worker],
    );
    if (!row) throw new ArgiopeError('STORE_UNREACHABLE', `the crawl of ${this.connection.name} was removed`);
    const { open, workers, isHungry, epoch } = row;
    if (open === 0 && row.finished_at === null)
      await queries.run(
        'UPDATE sites SET finished_at = $2 WHERE site = $1 AND finished_at IS NULL',
        this.site,
        new Date().toISOString(),
      );
    return { open, workers, isHungry, epoch, isOver: open === 0 };
  }

  async release(host: string, learned: string, rest: number): Promise<void> {
    await this.connection.transaction(async (queries) => {
      await holdLeases(queries, this.site, this.#tokensOf([host]), this.connection.name);
      // Locked before it is looked whether anything waits: whoever files an address meanwhile comes after.
      await queries.run('SELECT 1 FROM hosts WHERE site = $1 AND host = $2 FOR UPDATE', this.site, host);
      await queries.run(
        `UPDATE hosts SET learned = $3, ready = greatest(ready, clock_timestamp() + make_interval(secs => $4::float8)),
           open = EXISTS (SELECT 1 FROM pages WHERE site = $1 AND host = $2 AND status = 0 AND host IS NOT NULL)
         WHERE site = $1 AND host = $2`,
        ...[this.site, host, learned, rest / 1000],
      );
      await queries.run(
        `UPDATE leases SET expires = '-infinity', worker = NULL WHERE site = $1 AND host = $2`,
        ...[this.site, host],
      );
    });
    this.#leases.delete(host);
  }

  async turn(host: string, delay: number): Promise<number> {
    const row = await this.#aside.get<{ ms: number }>(
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
    await this.#aside.run(
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
    this.#leases.clear();
  }

  async #write(queries: Queries, changes: readonly Change[]): Promise<void> {
    const hosts = new Set(changes.flatMap(({ host }) => (host === undefined ? [] : [host])));
    await holdLeases(queries, this.site, this.#tokensOf(hosts), this.connection.name);
    const moved: Moved = new Map(this.#moved);
    const claimed = await claim(queries, this.site, changes, moved);
    for (const plan of plansOf(claimed.changes)) await writePlan(queries, this.site, plan);
    const totals = changes.findLast((change) => change.totals !== undefined)?.totals;
    if (totals) await this.#keepTotals(queries, totals, claimed.changes);
    await openHosts(
      queries,
      this.site,
      claimed.changes.flatMap(({ queued = [] }) => queued),
    );
    this.#untold = () => {
      for (const [number, winner] of moved) this.#moved.set(number, winner);
      this.#tell(claimed.lost, claimed.merged);
    };
  }

  async #keepTotals(queries: Queries, totals: Totals, changes: readonly Change[]): Promise<void> {
    const pages = changes.filter(({ kept }) => kept !== undefined).length;
    await queries.run(
      `UPDATE workers SET totals = $3, pages = pages + $4, seen = clock_timestamp()
       WHERE site = $1 AND worker = $2`,
      ...[this.site, this.worker, JSON.stringify(totals), pages],
    );
  }

  #tokensOf(hosts: Iterable<string>): ReadonlyMap<string, number> {
    const tokens = new Map<string, number>();
    for (const host of hosts) {
      const token = this.#leases.get(host);
      if (token === undefined) throw leaseLost(this.connection.name);
      tokens.set(host, token);
    }
    return tokens;
  }
}
