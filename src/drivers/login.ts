import type { CrawlSettings } from '../config/settings.ts';
import { originOf } from '../model/protocol.ts';

/** Where logins come from. */
export type Logins = Pick<CrawlSettings, 'seeds' | 'auth'> & Partial<Pick<CrawlSettings, 'logins'>>;

/**
 * `user:password` for a server that is no web site: what stood in the address of its seed, else `--auth` where a
 * seed names that server in that protocol; `null` for all others.
 */
export function loginFor(url: string, { seeds, auth, logins = {} }: Logins): string | null {
  return logins[originOf(new URL(url))] ?? (isSeed(url, seeds) ? auth : null);
}

/** Whether a seed names the server of an address in that very protocol. */
export function isSeed(url: string, seeds: readonly string[]): boolean {
  const origin = originOf(new URL(url));
  return seeds.some((seed) => originOf(new URL(seed)) === origin);
}
