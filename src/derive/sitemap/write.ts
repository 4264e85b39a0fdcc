import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { normalizeUrl } from '../../frontier/normalize.ts';
import { ArgiopeError } from '../../model/errors.ts';
import type { Page } from '../../model/page.ts';
import type { SiteStore } from '../../model/store.ts';
import type { PageVisits } from '../../model/visits.ts';
import { EntryPaths } from '../entry-path.ts';
import { FileLayout } from '../layout.ts';
import type { NameStyle } from '../names/file-names.ts';
import { type Numbering, wantedPages } from '../numbering.ts';
import { escapeXml } from '../xml.ts';
import { Parts } from './parts.ts';
import { changeFrequency, measuredFrequency, priority, w3cTime } from './values.ts';

/** Where to write a Sitemap, and for which address. */
export interface SitemapOptions {
  readonly dir: string;
  /** Address under which the mirror is served; `null`: the `file://` address of `<dir>/mirror`. */
  readonly baseUrl: string | null;
  /** What files of the mirror are named by; as the crawl has it unless told otherwise. */
  readonly names?: NameStyle | undefined;
  /** Pages and names of files, where they were read already. */
  readonly layout?: FileLayout;
  /** Limits of one file; the protocol's own unless a test asks for less. */
  readonly limits?: { readonly urls: number; readonly bytes: number };
}

/** What a written Sitemap consists of. */
interface WrittenSitemap {
  readonly path: string;
  readonly urls: number;
  /** Parts named by the index; 0 where one file holds everything. */
  readonly parts: number;
}

/** What the Sitemap of the mirror consists of, and that of the live site; `null` where that is no web site. */
export interface SitemapReport extends WrittenSitemap {
  readonly live: WrittenSitemap | null;
}

const protocol = { urls: 50_000, bytes: 50 * 1024 * 1024 };
/** Pages whose links are counted at once. */
const sources = 500;

/**
 * Writes two Sitemaps: `sitemap.xml` of the mirror, meant to be served beside its pages, and `live/sitemap.xml` of
 * the site itself, for its owner. Past the protocol's limits there are `sitemap-1.xml` … with `sitemap.xml` as
 * their index.
 */
export async function writeSitemap(site: SiteStore, options: SitemapOptions): Promise<SitemapReport> {
  const base = checkedBase(options);
  const layout = options.layout ?? (await FileLayout.read(site, options.names));
  const { dir, baseUrl, limits = protocol } = options;
  const degrees = await inDegrees(site, layout.pages);
  const mirror = await writeUrls(site, degrees, new Parts(dir, limits), {
    entryOf: mirrorEntry,
    index: baseUrl === null ? `${pathToFileURL(resolve(dir)).href}/` : base,
    locOf: async ({ number }) => {
      const file = encodeURI(layout.fileOf(number));
      return file === 'index.html' && baseUrl !== null ? base : base + file;
    },
  });
  const live = await liveAddresses(site);
  const folder = join(dir, 'live');
  return { ...mirror, live: live && (await writeUrls(site, degrees, new Parts(folder, limits), live)) };
}

/** What the entries of a Sitemap say: `null` for pages that are not in it. */
interface Locations {
  /** Address below which the parts of a Sitemap are served. */
  readonly index: string;
  locOf(page: Page): Promise<string | null>;
  /** What is known of when a page changed. */
  readonly entryOf: (page: Page, visits: PageVisits | null) => Entry;
}

interface Entry {
  readonly lastmod: string | null;
  readonly changefreq: string | null;
}

/**
 * Addresses of the live site: those that answered, of the first seed's origin alone, as the protocol asks for, and
 * without fragments, which it does not know. `null` where the first seed is no web site.
 */
async function liveAddresses(site: SiteStore): Promise<Locations | null> {
  const origin = URL.parse((await site.info()).seeds[0] ?? '')?.origin ?? 'null';
  if (!/^https?:/.test(origin)) return null;
  const paths = new EntryPaths(site);
  return {
    entryOf: liveEntry,
    index: `${origin}/`,
    locOf: async (page) => {
      const { entry, content } = page;
      const opened = await paths.addressOf(page);
      const url =
        opened === null ? null : normalizeUrl(entry.kind === 'url' ? (content?.address ?? opened) : opened);
      const isThere = url !== null && URL.parse(url)?.origin === origin && !url.includes('#');
      return isThere && (content?.status ?? 200) < 400 ? url : null;
    },
  };
}

async function writeUrls(
  site: SiteStore,
  degrees: Degrees,
  parts: Parts,
  { index, locOf, entryOf }: Locations,
): Promise<WrittenSitemap> {
  const visits = new VisitReader(site);
  let urls = 0;
  try {
    for await (const page of wantedPages(site)) {
      const loc = await locOf(page);
      if (loc === null) continue;
      const value = priority(page.depth, degrees.of[page.number] ?? 0, degrees.most);
      await parts.add(urlElement(loc, entryOf(page, await visits.of(page.number)), value));
      urls++;
    }
    const count = await parts.finish(index);
    return { path: parts.path, urls, parts: count };
  } catch (error) {
    await parts.abandon();
    throw error;
  }
}

/** The address that file names are added to; it ends with a slash. */
function checkedBase({ baseUrl, dir }: SitemapOptions): string {
  if (baseUrl === null) return `${pathToFileURL(resolve(dir, 'mirror')).href}/`;
  const url = URL.parse(baseUrl);
  if (url === null || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '') {
    throw new ArgiopeError(
      'USAGE',
      `Expected the address of a folder for --base-url, such as https://example.org/mirror, but got "${baseUrl}".`,
      {
        advice:
          'Give the http or https address under which the mirror will be served, without query and fragment.',
      },
    );
  }
  return url.href.endsWith('/') ? url.href : `${url.href}/`;
}

/** How many links lead to each page, and to the one that most lead to. */
interface Degrees {
  readonly of: Uint32Array;
  readonly most: number;
}

async function inDegrees(site: SiteStore, numbering: Numbering): Promise<Degrees> {
  const of = new Uint32Array(numbering.size);
  let most = 0;
  const { nextNumber } = await site.info();
  for (let from = 0; from < nextNumber; from += sources) {
    const numbers = await site.leadNumbers({ from, to: from + sources });
    for (let at = 0; at < numbers.length; at += 2) {
      const target = numbering.resolve(numbers[at + 1] as number);
      if (target === null || target === numbering.resolve(numbers[at] as number)) continue;
      const degree = (of[target] ?? 0) + 1;
      of[target] = degree;
      most = Math.max(most, degree);
    }
  }
  return { of, most };
}

/** What a crawler has seen counts more than what a server says: when it changed last, and how often it does. */
function mirrorEntry({ content, depth }: Page, visits: PageVisits | null): Entry {
  const captured = content?.capturedAt ?? '';
  return {
    lastmod: w3cTime(visits?.changedAt ?? content?.lastModified ?? captured) ?? w3cTime(captured),
    changefreq:
      visits === null
        ? changeFrequency(content?.lastModified ?? null, captured, depth)
        : measuredFrequency(visits),
  };
}

/** Of a live page nothing is said that nobody knows: when it was crawled is no news of it. */
function liveEntry({ content }: Page, visits: PageVisits | null): Entry {
  return {
    lastmod: w3cTime(visits?.changedAt ?? content?.dated?.moment ?? content?.lastModified ?? ''),
    changefreq: visits === null || visits.changes === 0 ? null : measuredFrequency(visits),
  };
}

function urlElement(loc: string, { lastmod, changefreq }: Entry, value: string): string {
  return (
    `  <url><loc>${escapeXml(loc)}</loc>${lastmod === null ? '' : `<lastmod>${lastmod}</lastmod>`}` +
    `${changefreq === null ? '' : `<changefreq>${changefreq}</changefreq>`}` +
    `<priority>${value}</priority></url>\n`
  );
}

/** Pages whose visits are read at once. */
const visitsRead = 500;

/** Reads the visits of pages that are asked for in number order, many at a time. */
class VisitReader {
  readonly #site: SiteStore;
  #some: readonly PageVisits[] = [];
  #at = 0;
  #ended = false;

  constructor(site: SiteStore) {
    this.#site = site;
  }

  async of(page: number): Promise<PageVisits | null> {
    for (;;) {
      for (; this.#at < this.#some.length; this.#at++) {
        const visits = this.#some[this.#at] as PageVisits;
        if (visits.page >= page) return visits.page === page ? visits : null;
      }
      if (this.#ended) return null;
      this.#some = await this.#site.visits({ after: page - 1, limit: visitsRead });
      this.#ended = this.#some.length < visitsRead;
      this.#at = 0;
    }
  }
}
