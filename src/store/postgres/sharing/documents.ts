import { documentName, leasedDocument, type SharedDocuments, startLease } from '../../../model/share.ts';
import type { Change } from '../../../model/store.ts';
import { writeSteps } from '../commit.ts';
import type { PostgresConnection, Queries } from '../connection.ts';
import { lockKeys } from '../migrations.ts';
import { holdLeases } from './fence.ts';
import { LeasedSite, type WorkerPlace } from './leased.ts';
import { TurnSession } from './turns.ts';

/** Whether something of document $3 waits. */
const waits = `EXISTS (SELECT 1 FROM pages WHERE site = $1 AND number = $3 AND status = 0)
  OR EXISTS (SELECT 1 FROM pages WHERE site = $1 AND document = $3 AND status = 0 AND source IS NOT NULL)`;

/**
 * One site in PostgreSQL that several explorers share: they lease documents, each an address with all its states, and
 * record in turns. A turn is one transaction that begins with a lock that all workers have in common and with the
 * tokens of the leases.
 */
export class SharedDocumentsSite extends LeasedSite implements SharedDocuments {
  readonly #session: TurnSession;
  protected readonly leaseOrder = 'h.host';

  constructor(connection: PostgresConnection, aside: PostgresConnection, site: number, of: WorkerPlace) {
    const session = new TurnSession(connection, aside);
    super(session, aside, site, of);
    this.#session = session;
  }

  together<Result>(work: (nextNumber: number) => Promise<Result>): Promise<Result> {
    return this.#session.together(async (queries) => {
      // A statement of its own: what is read after it is what the turn before has left.
      await queries.run(`SELECT pg_advisory_xact_lock(${lockKeys(this.schema, 'turn')})`);
      await holdLeases(queries, this.site, new Map(this.leases), this.connection.name);
      const row = await queries.get<{ next: number }>(
        'SELECT next_number AS next FROM sites WHERE site = $1',
        this.site,
      );
      return work(row?.next ?? 0);
    });
  }

  override commit(change: Change): Promise<void> {
    return this.commitAll([change]);
  }

  override async commitAll(changes: readonly Change[]): Promise<void> {
    if (!this.#session.isInside) return this.together(() => this.commitAll(changes));
    const steps = changes.map(({ totals: _, ...step }) => step);
    await this.#session.transaction(async (queries) => {
      await writeSteps(queries, this.site, steps);
      const totals = changes.findLast((change) => change.totals !== undefined)?.totals;
      const pages = changes.filter(({ kept }) => kept !== undefined).length;
      if (totals) await this.keepTotals(queries, totals, pages);
      await this.#open(queries, changes);
    });
  }

  async begin(): Promise<void> {
    await this.together(() =>
      this.#session.transaction(async (queries) => {
        const rows = await queries.lists<readonly [number]>(
          `SELECT number FROM pages WHERE site = $1 AND status = 0 AND source IS NULL
           UNION SELECT document FROM pages WHERE site = $1 AND status = 0 AND source IS NOT NULL`,
          this.site,
        );
        await openDocuments(queries, this.site, new Map(rows.map(([document]) => [document, null])));
      }),
    );
  }

  /** Documents in which something waits from now on; those that this worker has are open as it is. */
  async #open(queries: Queries, changes: readonly Change[]): Promise<void> {
    const opened = new Map<number, string | null>();
    for (const { queued = [], requeued = [], handed = [] } of changes) {
      for (const { document, status } of queued) if (status === 'queued') opened.set(document, null);
      for (const number of requeued) opened.set(number, null);
      for (const { document, text } of handed) if (opened.has(document)) opened.set(document, text);
    }
    for (const document of opened.keys())
      if (this.leases.has(documentName(document))) opened.delete(document);
    await openDocuments(queries, this.site, opened);
  }

  /** Nothing of it is in hand: a turn that comes while it is given back is not about it. */
  override async release(host: string): Promise<void> {
    const tokens = this.tokensOf([host]);
    this.leases.delete(host);
    await this.giveBack(host, tokens, '', 0);
  }

  /** What is handed over with a document stays with it. */
  protected override async close(queries: Queries, host: string): Promise<void> {
    const document = host === startLease ? -1 : (leasedDocument(host) as number);
    await queries.run(
      `UPDATE hosts SET open = ${waits} WHERE site = $1 AND host = $2`,
      ...[this.site, host, document],
    );
  }
}

/** Says of documents that something waits in them; last in a transaction and in order, as with hosts. */
async function openDocuments(
  queries: Queries,
  site: number,
  documents: ReadonlyMap<number, string | null>,
): Promise<void> {
  if (documents.size === 0) return;
  const sorted = [...documents].sort(([one], [other]) => one - other);
  const names = sorted.map(([document]) => documentName(document));
  await queries.run(
    `INSERT INTO hosts AS h (site, host, open, learned)
     SELECT $1, host, true, learned FROM unnest($2::text[], $3::text[]) AS n (host, learned)
     ON CONFLICT (site, host) DO UPDATE SET open = true, learned = coalesce(excluded.learned, h.learned)`,
    ...[site, names, sorted.map(([, text]) => text)],
  );
  await queries.run(
    `INSERT INTO leases (site, host) SELECT $1, host FROM unnest($2::text[]) AS n (host) ON CONFLICT DO NOTHING`,
    ...[site, names],
  );
}

/** Makes a crawl ready for explorers: whoever comes first looks at its start pages, and nobody has a lease. */
export async function shareDocuments(queries: Queries, site: number, settings: string): Promise<void> {
  const isLeft = 'EXISTS (SELECT 1 FROM pages WHERE site = $1 AND status = 0)';
  await queries.run('UPDATE hosts SET open = false WHERE site = $1 AND open', site);
  await queries.run(
    `INSERT INTO hosts (site, host, open) SELECT $1, $2, ${isLeft}
     ON CONFLICT (site, host) DO UPDATE SET open = excluded.open`,
    ...[site, startLease],
  );
  await queries.run(
    'INSERT INTO leases (site, host) VALUES ($1, $2) ON CONFLICT DO NOTHING',
    site,
    startLease,
  );
  await queries.run(
    `UPDATE leases SET expires = '-infinity', worker = NULL, token = token + 1 WHERE site = $1`,
    site,
  );
  await queries.run(
    `UPDATE sites SET shared = $2, finished_at = CASE WHEN ${isLeft} THEN NULL ELSE finished_at END WHERE site = $1`,
    ...[site, settings],
  );
}
