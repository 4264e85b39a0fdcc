import type { CrawlSettings } from '../config/settings.ts';
import { originOf } from '../model/protocol.ts';

/** Where logins come from. */
export type Logins = Pick<CrawlSettings, 'seeds' | 'auth'> & Partial<Pick<CrawlSettings, 'logins'>>;

/**
 * `user:password` for a server that is no web site: what stood in the address of its seed, else `--auth` where a
 * seed names that server in that protocol; `null` for all others.
 */
export function loginFor(url: string, { seeds, auth, logins = {} }: Logins): string | null {
  const origin = originOf(new URL(url));
  const isSeed = seeds.some((seed) => originOf(new URL(seed)) === origin);
  return logins[origin] ?? (isSeed ? auth : null);
}
