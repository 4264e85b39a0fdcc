import type { Page } from '../../../model/page.ts';
import type { SharedSite } from '../../../model/share.ts';
import type { Change, NumberRange } from '../../../model/store.ts';
import { writePlan } from '../commit.ts';
import type { PostgresSession, Queries, WriteAll } from '../connection.ts';
import { plansOf } from '../plan.ts';
import { PostgresSite } from '../site.ts';
import { claim, type Moved } from './claims.ts';
import { holdLeases } from './fence.ts';
import { openHosts } from './hosts.ts';
import { LeasedSite, type WorkerPlace } from './leased.ts';

/** One site in PostgreSQL that several gatherers share: they lease hosts. */
export class SharedPostgresSite extends LeasedSite implements SharedSite {
  /** Reads that wait for no commit: what is on its way, and numbered twice for that, is put right by claims. */
  readonly #reads: PostgresSite;
  readonly #moved: Moved = new Map();
  #tell: Parameters<SharedSite['onLost']>[0] = () => {};
  readonly #writeAll: WriteAll<readonly Change[]> = (queries, all) => this.#write(queries, all.flat());
  /** What is told when the transaction in hand is durable. */
  #untold: (() => void) | null = null;
  protected readonly leaseOrder = 'h.ready, h.host';

  constructor(connection: PostgresSession, aside: PostgresSession, site: number, of: WorkerPlace) {
    super(connection, aside, site, of);
    this.#reads = new PostgresSite(aside, site);
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
    const row = await this.aside.get<{ to: number }>(
      'UPDATE sites SET next_number = next_number + $2 WHERE site = $1 RETURNING next_number AS to',
      ...[this.site, count],
    );
    const to = row?.to as number;
    return { from: to - count, to };
  }

  protected override async close(
    queries: Queries,
    host: string,
    learned: string,
    rest: number,
  ): Promise<void> {
    await queries.run(
      `UPDATE hosts SET learned = $3, ready = greatest(ready, clock_timestamp() + make_interval(secs => $4::float8)),
         open = EXISTS (SELECT 1 FROM pages WHERE site = $1 AND host = $2 AND status = 0 AND host IS NOT NULL)
       WHERE site = $1 AND host = $2`,
      ...[this.site, host, learned, rest / 1000],
    );
  }

  async #write(queries: Queries, changes: readonly Change[]): Promise<void> {
    const hosts = new Set(changes.flatMap(({ host }) => (host === undefined ? [] : [host])));
    await holdLeases(queries, this.site, this.tokensOf(hosts), this.connection.name);
    const moved: Moved = new Map(this.#moved);
    const claimed = await claim(queries, this.site, changes, moved);
    for (const plan of plansOf(claimed.changes)) await writePlan(queries, this.site, plan);
    const totals = changes.findLast((change) => change.totals !== undefined)?.totals;
    if (totals) {
      const pages = claimed.changes.filter(({ kept }) => kept !== undefined).length;
      await this.keepTotals(queries, totals, pages);
    }
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
}
