import { hostname } from 'node:os';
import { noTotals } from '../../../model/store.ts';
import type { PostgresConnection } from '../connection.ts';
import { lockKeys } from '../migrations.ts';
import type { WorkerPlace } from './leased.ts';

/** Joins a crawl as one of its workers: one connection writes and holds the locks, another one works beside it. */
export async function joinSite(
  connection: PostgresConnection,
  aside: PostgresConnection,
  site: number,
  { schema, leaseSeconds }: { readonly schema: string; readonly leaseSeconds: number },
): Promise<WorkerPlace> {
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
  // What is leased next is found by walking an index, not by sorting all that waits.
  const settings = `SET idle_in_transaction_session_timeout = ${Math.ceil(leaseSeconds * 1000)};
    SET enable_bitmapscan = off; SET enable_sort = off`;
  for (const each of [connection, aside]) await each.exec(settings);
  return { worker, schema, leaseSeconds };
}
