import { type ShareReport, startLease, type WorkerReport } from '../../../model/share.ts';
import { noTotals, type Totals } from '../../../model/store.ts';
import type { Queries } from '../connection.ts';

/** What was counted before workers came, and what each of them has counted, added. */
export async function sumOfTotals(queries: Queries, site: number, before: Totals): Promise<Totals> {
  const rows = await queries.lists<readonly [string]>('SELECT totals FROM workers WHERE site = $1', site);
  const sum: Record<string, number> = { ...noTotals, ...before };
  for (const [text] of rows)
    for (const [key, value] of Object.entries(JSON.parse(text) as Totals)) sum[key] = (sum[key] ?? 0) + value;
  return sum as unknown as Totals;
}

/** Hosts that are named where nobody has taken them. */
const named = 5;

/** How a shared crawl stands; `null` where it is none. */
export async function reportShare(
  queries: Queries,
  site: number,
  before: Totals,
): Promise<ShareReport | null> {
  const shared = await queries.get<{ shared: string | null }>(
    'SELECT shared FROM sites WHERE site = $1',
    site,
  );
  if (!shared?.shared) return null;
  const workers = await queries.all<WorkerReport>(
    `SELECT w.worker, w.name, to_char(w.joined AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "joinedAt",
       extract(epoch FROM clock_timestamp() - w.seen)::float8 AS silent, w.gone IS NULL AS "isAlive",
       (SELECT count(*) FROM leases l WHERE l.site = $1 AND l.worker = w.worker) AS hosts, w.pages, w.rate, w.requests
     FROM workers w WHERE w.site = $1 ORDER BY w.worker`,
    site,
  );
  const hosts = await queries.get<ShareReport['hosts']>(
    `SELECT (SELECT count(*) FROM hosts WHERE site = $1 AND open) AS open,
       count(*) FILTER (WHERE l.expires > clock_timestamp()) AS leased,
       count(*) FILTER (WHERE l.expires <= clock_timestamp()) AS expired
     FROM leases l WHERE l.site = $1 AND l.worker IS NOT NULL`,
    site,
  );
  const untaken = await queries.lists<readonly [string]>(
    `SELECT h.host FROM (SELECT host FROM hosts WHERE site = $1 AND open ORDER BY ready, host) AS h
     CROSS JOIN LATERAL (SELECT 1 FROM leases l WHERE l.site = $1 AND l.host = h.host
       AND l.expires <= clock_timestamp() LIMIT 1) AS l LIMIT ${named}`,
    site,
  );
  const start = await queries.get('SELECT 1 FROM hosts WHERE site = $1 AND host = $2', site, startLease);
  return {
    workers,
    leases: start ? 'documents' : 'hosts',
    hosts: hosts ?? { open: 0, leased: 0, expired: 0 },
    untaken: untaken.map(([host]) => host),
    totals: await sumOfTotals(queries, site, before),
  };
}
