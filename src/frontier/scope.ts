import { getDomain } from 'tldts';
import type { CrawlSettings } from '../config/settings.ts';
import { withoutFragment } from '../model/address.ts';
import { ArgiopeError } from '../model/errors.ts';
import { type Protocol, protocolOf, protocolsOf } from '../model/protocol.ts';
import { type LinearPattern, linearPattern } from '../values/linear-pattern.ts';
import { isIpLiteral, isLoopback } from './addresses.ts';
import { normalizeUrl } from './normalize.ts';

/** Whether an address belongs to the crawl, and if not, why. */
export type ScopeVerdict = 'in' | 'offsite' | 'excluded';

/** Judges a normalised address. */
export type Scope = (url: string) => ScopeVerdict;

type ScopeSettings = Pick<CrawlSettings, 'seeds' | 'scope' | 'include' | 'exclude'> &
  Partial<Pick<CrawlSettings, 'proxy'>>;

/**
 * Makes the rule of `--scope`, `--include` and `--exclude`. Seeds need not match an include; an exclude
 * wins over everything. Of http and https neither counts, since sites answer under both. On a host of the
 * seeds other protocols are in as well, on their usual ports; a path means something in its own protocol alone.
 */
export function makeScope(settings: ScopeSettings): Scope {
  const { seeds, scope } = settings;
  const [include, exclude] = [settings.include.map(linear), settings.exclude.map(linear)];
  const spoken = spokenBy(settings);
  const own = seeds.flatMap((seed) => normalizeUrl(seed) ?? []);
  const starts = new Set(own.map(withoutFragment));
  const belongs = rulesByHost(own, scope);

  return (url) => {
    const target = URL.parse(url);
    if (target === null) return 'excluded';
    const protocol = protocolOf(target);
    if (protocol === null || !spoken.has(protocol) || !belongs(target)) return 'offsite';
    if (matches(url, exclude)) return 'excluded';
    if (include.length === 0 || starts.has(withoutFragment(url))) return 'in';
    return matches(url, include) ? 'in' : 'excluded';
  };
}

type Rule = (target: URL) => boolean;

/**
 * Protocols in which links are followed. To log in to a board is more than to follow a link: a seed has to ask
 * for it. FTP knows no proxy, and whoever named one does not want servers to be asked directly.
 */
function spokenBy({ seeds, proxy = null }: ScopeSettings): ReadonlySet<Protocol> {
  return new Set<Protocol>([...protocolsOf(seeds), 'web', ...(proxy === null ? (['ftp'] as const) : [])]);
}

/** The rules of all seeds as one; those of other hosts are not looked at, since there may be thousands. */
function rulesByHost(seeds: readonly string[], scope: ScopeSettings['scope']): Rule {
  const keyOf = scope === 'domain' ? domainOf : ({ host }: URL) => host;
  const byHost = new Map<string, Rule[]>();
  for (const seed of seeds) {
    const url = new URL(seed);
    const key = keyOf(url);
    const rules = byHost.get(key) ?? [];
    byHost.set(key, rules);
    rules.push(ruleOf(url, scope));
  }
  return (target) => byHost.get(keyOf(target))?.some((rule) => rule(target)) ?? false;
}

/**
 * What an address stands for with `--scope domain`: the domain that somebody has registered (`example.co.uk`,
 * `name.github.io`), by the Public Suffix List. Addresses by number and local names have none: their hosts.
 */
function domainOf({ hostname, host }: URL): string {
  if (isIpLiteral(hostname) || isLoopback(hostname)) return host;
  return getDomain(hostname, { allowPrivateDomains: true }) ?? hostname;
}

function matches(url: string, patterns: readonly LinearPattern[]): boolean {
  return patterns.some((pattern) => pattern.test(url));
}

function linear(expression: RegExp): LinearPattern {
  const pattern = linearPattern(expression.source, expression.flags);
  if (pattern !== null) return pattern;
  throw new ArgiopeError('CONFIG', `the pattern ${expression} looks ahead, behind or back`, {
    advice: 'Write it without `(?=`, `(?!`, `(?<=`, `(?<!` and `\\1`: what can take for ever is not used.',
  });
}

function ruleOf(seed: URL, scope: ScopeSettings['scope']): Rule {
  const sameProtocol = (target: URL): boolean => protocolOf(target) === protocolOf(seed);
  const sameHost = (target: URL): boolean => target.host === seed.host;
  const sameSite = (target: URL): boolean => sameHost(target) && sameProtocol(target);
  switch (scope) {
    case 'page':
      return (target) =>
        sameSite(target) && target.pathname === seed.pathname && target.search === seed.search;
    case 'prefix': {
      const folder = seed.pathname.slice(0, seed.pathname.lastIndexOf('/') + 1);
      return (target) => sameSite(target) && target.pathname.startsWith(folder);
    }
    case 'host':
      return sameHost;
    case 'domain':
      return () => true;
  }
}
