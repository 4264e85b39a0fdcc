import type { CrawlSettings } from '../../config/settings.ts';
import {
  lastmodNotes,
  normalizeUrl,
  PageNotes,
  RobotsGate,
  type Sessions,
  type SitemapEntry,
  type SitemapFetch,
  sitemapPages,
  unsafeWord,
} from '../../frontier/index.ts';
import { FreshOrder } from '../../frontier/revisit/index.ts';
import { urlInstruction } from '../../identity/index.ts';
import { ArgiopeError, type CrawlListener, protocolOf, type SiteStore } from '../../model/index.ts';
import type { Recorder } from '../commit/record.ts';
import type { Gate } from '../discover/gate.ts';

/** What is needed to take the addresses of sitemaps as seeds. */
export interface SitemapParts {
  readonly settings: CrawlSettings;
  readonly site: SiteStore;
  readonly files: {
    robots(url: string): Promise<{ readonly status: number; readonly body: string }>;
    readonly stream?: SitemapFetch;
  };
  readonly robots: RobotsGate | null;
  readonly gate: Pick<Gate, 'refuses'>;
  readonly recorder: Pick<Recorder, 'seed'>;
  readonly sessions: Sessions;
  readonly listen: CrawlListener;
  /** Aborted: the crawl ends, and its sitemaps are for the next run. */
  readonly signal: AbortSignal;
}

/** Addresses that are filed in one step. */
const batch = 500;

/** Says in a resumed crawl that the sitemaps were read already. */
const note = 'sitemaps';

/**
 * Reads the sitemaps of `--sitemap` and queues the addresses in them that belong to the crawl. Where everything
 * that reads like an address counts, also the usual sitemaps and what robots.txt names.
 */
export async function seedFromSitemaps(parts: SitemapParts): Promise<void> {
  const { settings, site, files, listen, signal } = parts;
  const asked = settings.sitemap.length > 0 || settings.links === 'all';
  if (!asked || (await site.note(note)) !== null || !files.stream) return;
  const begun = await startsOf(parts).catch((error: Error) => {
    if (error.name !== 'AbortError') throw error;
    return null;
  });
  if (begun === null) return;
  const { starts, guessed, ruled } = begun;
  const count = { files: 0, named: 0, taken: 0 };
  await take(parts, ruled);
  const fetch = trying(files.stream);
  const reading = sitemapPages(starts, fetch, (url, why, error) => {
    const missing = error instanceof ArgiopeError && error.code === 'HTTP_STATUS';
    if (!(guessed.has(url) && missing) && !signal.aborted)
      listen({ kind: 'note', level: 'warning', text: `sitemap ${url}: ${why}` });
  });
  for await (const entries of reading) {
    if (signal.aborted) return;
    if (entries.length > 0) count.files++;
    count.named += entries.length;
    count.taken += await take(parts, entries);
  }
  await site.putNote(note, JSON.stringify(count));
  const { taken, named } = count;
  const text = `${taken} of ${named} addresses in ${count.files} sitemaps belong to the crawl`;
  listen({ kind: 'note', level: 'info', text });
}

interface Starts {
  readonly starts: readonly string[];
  /** Those of them that nobody has named. */
  readonly guessed: ReadonlySet<string>;
  /** Addresses that rules of robots.txt name. */
  readonly ruled: readonly SitemapEntry[];
}

/** Where to begin: what was named, and with `auto` what robots.txt names and the usual place. */
async function startsOf({ settings, files, robots }: SitemapParts): Promise<Starts> {
  const starts = new Set<string>();
  const guessed = new Set<string>();
  const ruled: SitemapEntry[] = [];
  const wide = settings.links === 'all';
  for (const given of settings.sitemap.filter((each) => each !== 'auto'))
    starts.add(normalizeUrl(given) ?? given);
  if (!wide && !settings.sitemap.includes('auto')) return { starts: [...starts], guessed, ruled };
  const rules = robots ?? new RobotsGate((url) => files.robots(url));
  const own = settings.seeds.filter((seed) => protocolOf(seed) === 'web');
  for (const origin of new Set(own.map((seed) => new URL(seed).origin))) {
    const { sitemaps, paths } = await rules.rules(`${origin}/`);
    for (const path of wide ? paths : []) {
      const url = normalizeUrl(path, `${origin}/`);
      if (url !== null) ruled.push({ kind: 'page', url, lastmod: null });
    }
    for (const named of sitemaps) {
      const url = normalizeUrl(named, `${origin}/robots.txt`);
      if (url !== null) starts.add(url);
    }
    const usual = `${origin}/sitemap.xml`;
    if (!starts.has(usual)) guessed.add(usual);
    starts.add(usual);
  }
  return { starts: [...starts], guessed, ruled };
}

/** A server that is busy, or was not reached, is asked once more; manners see to it that it had its rest. */
function trying(fetch: SitemapFetch): SitemapFetch {
  return async (url, most, take) => {
    let begun = false;
    const taking = (piece: Uint8Array): void => {
      begun = true;
      take(piece);
    };
    try {
      await fetch(url, most, taking);
    } catch (error) {
      const again = error instanceof ArgiopeError && /^(?:rest|retry)$/.test(error.consequence);
      if (!again || begun) throw error;
      await fetch(url, most, taking);
    }
  };
}

/** Queues those that belong to the crawl; how many there are. */
async function take(parts: SitemapParts, entries: readonly SitemapEntry[]): Promise<number> {
  const { settings, site, gate, recorder, sessions } = parts;
  const lastmods = new PageNotes(site, lastmodNotes);
  const fresh = new FreshOrder(Date.now());
  let taken = 0;
  for (let from = 0; from < entries.length; from += batch) {
    const mine: SitemapEntry[] = [];
    for (const entry of entries.slice(from, from + batch)) {
      const unsafe = !settings.unsafe && unsafeWord({ href: entry.url, isPlain: true }) !== null;
      if (!unsafe && (await gate.refuses(entry.url)) === null) mine.push(entry);
    }
    const dates = new Map(mine.map(({ url, lastmod }) => [url, lastmod]));
    const rank = (url: string) => fresh.rank(url, dates.get(url) ?? null);
    await recorder.seed(
      mine.map(({ url }) => url),
      settings.order === 'fresh' ? rank : undefined,
    );
    await lastmods.put(await numbered(site, sessions, mine));
    taken += mine.length;
  }
  return taken;
}

/** Dates by the numbers that their addresses have. */
async function numbered(
  site: SiteStore,
  sessions: Sessions,
  entries: readonly SitemapEntry[],
): Promise<readonly (readonly [number, string])[]> {
  const dated = entries.flatMap(({ url, lastmod }) =>
    lastmod === null ? [] : [{ print: urlInstruction(sessions.without(url)).fingerprint, lastmod }],
  );
  const numbers = await site.numbersOf(dated.map(({ print }) => print));
  return dated.flatMap(({ print, lastmod }) => {
    const number = numbers.get(print);
    return number === undefined ? [] : [[number, lastmod] as const];
  });
}
