import type { CrawlSettings } from '../config/settings.ts';
import { protocolOf } from '../model/protocol.ts';
import { isIpLiteral, isLoopback } from './addresses.ts';
import { normalizeUrl, withoutFragment } from './normalize.ts';

/** Whether an address belongs to the crawl, and if not, why. */
export type ScopeVerdict = 'in' | 'offsite' | 'excluded';

/** Judges a normalised address. */
export type Scope = (url: string) => ScopeVerdict;

type ScopeSettings = Pick<CrawlSettings, 'seeds' | 'scope' | 'include' | 'exclude'>;

/**
 * Makes the rule of `--scope`, `--include` and `--exclude`. Seeds need not match an include; an exclude
 * wins over everything. Of http and https neither counts, since sites answer under both; other protocols
 * are other sites.
 */
export function makeScope({ seeds, scope, include, exclude }: ScopeSettings): Scope {
  const own = seeds.flatMap((seed) => normalizeUrl(seed) ?? []);
  const starts = new Set(own.map(withoutFragment));
  const belongs = own.map((seed) => ruleOf(new URL(seed), scope));

  return (url) => {
    const target = URL.parse(url);
    if (target === null) return 'excluded';
    if (!belongs.some((rule) => rule(target))) return 'offsite';
    if (matches(url, exclude)) return 'excluded';
    if (include.length === 0 || starts.has(withoutFragment(url))) return 'in';
    return matches(url, include) ? 'in' : 'excluded';
  };
}

/** `search` and not `test`: the latter remembers a position where the expression has the flag `g`. */
function matches(url: string, expressions: readonly RegExp[]): boolean {
  return expressions.some((expression) => url.search(expression) >= 0);
}

function ruleOf(seed: URL, scope: ScopeSettings['scope']): (target: URL) => boolean {
  const sameProtocol = (target: URL): boolean => protocolOf(target) === protocolOf(seed);
  const sameHost = (target: URL): boolean => target.host === seed.host && sameProtocol(target);
  switch (scope) {
    case 'page':
      return (target) =>
        sameHost(target) && target.pathname === seed.pathname && target.search === seed.search;
    case 'prefix': {
      const folder = seed.pathname.slice(0, seed.pathname.lastIndexOf('/') + 1);
      return (target) => sameHost(target) && target.pathname.startsWith(folder);
    }
    case 'host':
      return sameHost;
    case 'domain':
      return domainRule(seed, sameHost, sameProtocol);
  }
}

/** Addresses by number and local names have no subdomains that would be the same site. */
function domainRule(
  seed: URL,
  sameHost: (target: URL) => boolean,
  sameProtocol: (target: URL) => boolean,
): (target: URL) => boolean {
  if (isIpLiteral(seed.hostname) || isLoopback(seed.hostname)) return sameHost;
  const domain = seed.hostname.replace(/^www\./, '');
  return (target) =>
    sameProtocol(target) && (target.hostname === domain || target.hostname.endsWith(`.${domain}`));
}
