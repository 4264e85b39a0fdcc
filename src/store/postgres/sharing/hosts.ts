import type { Page } from '../../../model/page.ts';
import type { Queries } from '../connection.ts';

/**
 * Says of hosts that they have addresses waiting. Their rows are locked in any case, so that whoever gives one of
 * them back at the same time looks again; last in a transaction, and in order, so that nobody waits for long.
 */
export async function openHosts(queries: Queries, site: number, queued: readonly Page[]): Promise<void> {
  const hosts = new Set<string>();
  for (const { entry, status } of queued)
    if (entry.kind === 'url' && status === 'queued') hosts.add(new URL(entry.url).host);
  if (hosts.size === 0) return;
  const sorted = [...hosts].sort();
  await queries.run(
    `INSERT INTO hosts (site, host, open) SELECT $1, host, true FROM unnest($2::text[]) AS h (host)
     ON CONFLICT (site, host) DO UPDATE SET open = true`,
    ...[site, sorted],
  );
  await queries.run(
    `INSERT INTO leases (site, host) SELECT $1, host FROM unnest($2::text[]) AS h (host) ON CONFLICT DO NOTHING`,
    ...[site, sorted],
  );
}

/** Makes a crawl ready for workers: every host with waiting addresses has a row, and nobody has a lease. */
export async function shareHosts(queries: Queries, site: number, settings: string): Promise<void> {
  await queries.run('UPDATE hosts SET open = false WHERE site = $1 AND open', site);
  await queries.run(
    `INSERT INTO hosts (site, host, open) SELECT DISTINCT site, host, true FROM pages
     WHERE site = $1 AND status = 0 AND host IS NOT NULL
     ON CONFLICT (site, host) DO UPDATE SET open = true`,
    site,
  );
  await queries.run(
    'INSERT INTO leases (site, host) SELECT site, host FROM hosts WHERE site = $1 AND open ON CONFLICT DO NOTHING',
    site,
  );
  await queries.run(`UPDATE leases SET expires = '-infinity', worker = NULL WHERE site = $1`, site);
  await queries.run(
    `UPDATE sites SET shared = $2, finished_at =
       CASE WHEN EXISTS (SELECT 1 FROM hosts WHERE site = $1 AND open) THEN NULL ELSE finished_at END
     WHERE site = $1`,
    ...[site, settings],
  );
}
