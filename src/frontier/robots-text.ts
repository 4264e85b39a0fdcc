/** The lines of robots.txt files: groups of rules, as written (RFC 9309 §2.1, §2.2). */

/** Rules for the crawlers it names, in lower case. */
export interface RobotsGroup {
  readonly agents: readonly string[];
  readonly rules: readonly { readonly allow: boolean; readonly path: string }[];
  readonly crawlDelay: number | null;
}

/** What is not read any more is not obeyed: the RFC asks for at least 500 KiB. */
export const maxRobotsBytes = 500 * 1024;

interface OpenGroup {
  agents: string[];
  rules: { allow: boolean; path: string }[];
  crawlDelay: number | null;
}

/** Splits a file into its groups and sitemaps; lines that say nothing known are passed over. */
export function readRobots(text: string): {
  readonly groups: readonly RobotsGroup[];
  readonly sitemaps: readonly string[];
} {
  const groups: OpenGroup[] = [];
  const sitemaps: string[] = [];
  for (const line of withinLimit(text.replace(/^\uFEFF/, '')).split(/\r\n|\r|\n/)) {
    // One pattern for all of a line would try each of its blanks as the last one.
    const [said = ''] = line.split('#', 1);
    const colon = said.indexOf(':');
    const key = said.slice(0, Math.max(0, colon)).trim().toLowerCase();
    if (!/^[a-z-]+$/.test(key)) continue;
    const value = said.slice(colon + 1).trim();
    if (key === 'sitemap') sitemaps.push(value);
    else takeLine(groups, key, value);
  }
  return { groups, sitemaps };
}

/**
 * Only a rule closes the list of names of a group: other lines between names must not change how the
 * known ones are read (§2.2.4). Rules before the first name belong to nobody.
 */
function takeLine(groups: OpenGroup[], key: string, value: string): void {
  const group = groups.at(-1);
  if (key === 'user-agent') {
    if (group === undefined || group.rules.length > 0) {
      groups.push({ agents: [agentToken(value)], rules: [], crawlDelay: null });
    } else {
      group.agents.push(agentToken(value));
    }
  } else if (group !== undefined && (key === 'allow' || key === 'disallow')) {
    // An empty path is a rule that matches nothing, but it ends the names all the same.
    group.rules.push({ allow: key === 'allow', path: value });
  } else if (group !== undefined && key === 'crawl-delay') {
    const seconds = Number(value);
    if (value !== '' && seconds >= 0 && Number.isFinite(seconds)) group.crawlDelay = seconds;
  }
}

/** Files often name crawlers with a version behind (`Argiope/1.0`), which is no part of the token. */
function agentToken(value: string): string {
  return value === '*' ? '*' : (/^[A-Za-z_-]*/.exec(value)?.[0] ?? '').toLowerCase();
}

/** The first 500 KiB without the line that the cut went through, which might say something else now. */
function withinLimit(text: string): string {
  if (text.length * 3 <= maxRobotsBytes) return text;
  const bytes = new TextEncoder().encode(text);
  if (bytes.length <= maxRobotsBytes) return text;
  const cut = new TextDecoder().decode(bytes.subarray(0, maxRobotsBytes));
  return cut.slice(0, Math.max(cut.lastIndexOf('\n'), cut.lastIndexOf('\r')) + 1);
}
