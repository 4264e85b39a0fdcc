import { ArgiopeError } from '../../../model/errors.ts';
import type { Queries } from '../connection.ts';

/** A lease was lost: whoever had it must forget what it was about to write. */
export function leaseLost(name: string): ArgiopeError {
  return new ArgiopeError('LEASE_LOST', `a host or document of ${name} was taken over by another worker`, {
    advice: 'this worker was silent for longer than --lease; nothing is lost, the other one does that work',
  });
}

/**
 * Locks leases for the rest of a transaction, or throws where one of them is another's by now: each has a token that
 * grows when it changes hands, so what was begun under an older one is never written.
 */
export async function holdLeases(
  queries: Queries,
  site: number,
  leases: ReadonlyMap<string, number>,
  name: string,
): Promise<void> {
  if (leases.size === 0) return;
  const hosts = [...leases.keys()].sort();
  // One by one, in order: a join was planned as a scan of all leases, 470 ms with a million of them.
  const held = await queries.run(
    `SELECT 1 FROM unnest($2::text[], $3::bigint[]) AS n (host, token)
     CROSS JOIN LATERAL (SELECT 1 FROM leases l WHERE l.site = $1 AND l.host = n.host AND l.token = n.token
       LIMIT 1 FOR SHARE) AS held`,
    ...[site, hosts, hosts.map((host) => leases.get(host))],
  );
  if (held < leases.size) throw leaseLost(name);
}
