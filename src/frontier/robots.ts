import { matchLength, type PathPattern, pathPattern, robotsPath } from './robots-path.ts';
import { type RobotsGroup, readRobots } from './robots-text.ts';

/** What a site's robots.txt says to one crawler. */
export interface Robots {
  /** Whether an address, or a path with its query, may be asked. */
  allows(url: string): boolean;
  /** Seconds between requests that the site asks for. */
  readonly crawlDelay: number | null;
  readonly sitemaps: readonly string[];
  /** Paths that its rules name, as far as they are no patterns. */
  readonly paths: readonly string[];
}

/** The name by which robots.txt files know this crawler. */
export const productToken = 'Argiope';

/** No rules at all: the site has no robots.txt. */
export const allowAll: Robots = { allows: () => true, crawlDelay: null, sitemaps: [], paths: [] };

/** Nothing may be asked: whether there are rules could not be found out. */
export const disallowAll: Robots = { allows: () => false, crawlDelay: null, sitemaps: [], paths: [] };

/** Reads a robots.txt by RFC 9309 for the crawler of that name. */
export function parseRobots(text: string, token: string = productToken): Robots {
  const { groups, sitemaps } = readRobots(text);
  const mine = groupsFor(groups, token.toLowerCase());
  const rules = mine.flatMap((group) =>
    group.rules.map(({ allow, path }) => ({ allow, pattern: pathPattern(path) })),
  );
  const delays = mine.flatMap((group) => group.crawlDelay ?? []);
  return {
    allows: (url) => allowedBy(rules, robotsPath(url)),
    crawlDelay: delays.length === 0 ? null : Math.max(...delays),
    sitemaps,
    paths: mine
      .flatMap((group) => group.rules.map(({ path }) => path))
      .filter((path) => /^\/[^*$]+$/.test(path)),
  };
}

/**
 * The rules that an answer stands for; `null` is no answer at all. A missing file (4xx, or redirects
 * without end) allows everything, a server in trouble forbids everything (RFC 9309 §2.3.1).
 */
export function robotsFor(status: number | null, body: string, token: string = productToken): Robots {
  if (status === null || status >= 500) return disallowAll;
  return status >= 200 && status < 300 ? parseRobots(body, token) : allowAll;
}

/** All groups that name the crawler, taken as one; those for everyone only where there is none. */
function groupsFor(groups: readonly RobotsGroup[], token: string): readonly RobotsGroup[] {
  const named = groups.filter((group) => group.agents.includes(token));
  return named.length > 0 ? named : groups.filter((group) => group.agents.includes('*'));
}

interface PathRule {
  readonly allow: boolean;
  readonly pattern: PathPattern;
}

/** The longest pattern that matches decides; between equals, allow does. */
function allowedBy(rules: readonly PathRule[], path: string): boolean {
  if (path === '/robots.txt') return true;
  let [allowed, longest] = [true, -1];
  for (const { allow, pattern } of rules) {
    const length = matchLength(pattern, path);
    if (length < 0 || length < longest) continue;
    allowed = length === longest ? allowed || allow : allow;
    longest = length;
  }
  return allowed;
}
