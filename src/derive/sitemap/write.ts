import { rename } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ArgiopeError } from '../../model/errors.ts';
import type { Page } from '../../model/page.ts';
import type { SiteStore } from '../../model/store.ts';
import type { PageVisits } from '../../model/visits.ts';
import { onDisk, removeFiles, TextFile, writeText } from '../disk.ts';
import { Layout } from '../layout.ts';
import type { NameStyle } from '../names/index.ts';
import { type Numbering, wantedPages } from '../numbering.ts';
import { escapeXml } from '../xml.ts';
import { changeFrequency, measuredFrequency, priority, w3cTime } from './values.ts';

/** Where to write a Sitemap, and for which address. */
export interface SitemapOptions {
  readonly dir: string;
  /** Address under which the mirror is served; `null`: the `file://` address of `<dir>/mirror`. */
  readonly baseUrl: string | null;
  /** What files of the mirror are named by; as the crawl has it unless told otherwise. */
  readonly names?: NameStyle | undefined;
  /** Pages and names of files, where they were read already. */
  readonly layout?: Layout;
  /** Limits of one file; the protocol's own unless a test asks for less. */
  readonly limits?: { readonly urls: number; readonly bytes: number };
}

/** What a written Sitemap consists of. */
export interface SitemapReport {
  readonly path: string;
  readonly urls: number;
  /** Parts named by the index; 0 where one file holds everything. */
  readonly parts: number;
}

const protocol = { urls: 50_000, bytes: 50 * 1024 * 1024 };
const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9';
/** Pages whose links are counted at once. */
const sources = 500;
const visitsRead = 500;
const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n';
const urlsetEnd = '</urlset>\n';

/**
 * Writes the Sitemap of the mirror: `sitemap.xml`, or past the protocol's limits `sitemap-1.xml` … with
 * `sitemap.xml` as their index. The files are meant to be served beside the mirror's pages.
 */
export async function writeSitemap(site: SiteStore, options: SitemapOptions): Promise<SitemapReport> {
  const base = checkedBase(options);
  const layout = options.layout ?? (await Layout.read(site, options.names));
  const degrees = await inDegrees(site, layout.pages);
  const visits = new VisitReader(site);
  const parts = new Parts(options.dir, options.limits ?? protocol);
  let urls = 0;
  try {
    for await (const page of wantedPages(site)) {
      const file = encodeURI(layout.fileOf(page.number));
      const loc = file === 'index.html' && options.baseUrl !== null ? base : base + file;
      await parts.add(
        urlElement(
          page,
          loc,
          priority(page.depth, degrees.of[page.number] ?? 0, degrees.most),
          await visits.of(page.number),
        ),
      );
      urls++;
    }
    const count = await parts.finish(
      options.baseUrl === null ? `${pathToFileURL(resolve(options.dir)).href}/` : base,
    );
    return { path: join(options.dir, 'sitemap.xml'), urls, parts: count };
  } catch (error) {
    await parts.abandon();
    throw error;
  }
}

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

async function inDegrees(site: SiteStore, numbering: Numbering): Promise<{ of: Uint32Array; most: number }> {
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
function urlElement(page: Page, loc: string, value: string, visits: PageVisits | null): string {
  const content = page.content;
  const captured = content?.capturedAt ?? '';
  const lastmod = w3cTime(visits?.changedAt ?? content?.lastModified ?? captured) ?? w3cTime(captured);
  const frequency =
    visits === null
      ? changeFrequency(content?.lastModified ?? null, captured, page.depth)
      : measuredFrequency(visits);
  return (
    `  <url><loc>${escapeXml(loc)}</loc>${lastmod === null ? '' : `<lastmod>${lastmod}</lastmod>`}` +
    `<changefreq>${frequency}</changefreq>` +
    `<priority>${value}</priority></url>\n`
  );
}

/** The files of a Sitemap; a lone part takes the name of the index. */
class Parts {
  readonly #dir: string;
  readonly #limits: { readonly urls: number; readonly bytes: number };
  #finished = 0;
  #part: TextFile | null = null;
  #urls = 0;

  constructor(dir: string, limits: { readonly urls: number; readonly bytes: number }) {
    this.#dir = dir;
    this.#limits = limits;
  }

  #path(part: number): string {
    return join(this.#dir, `sitemap-${part}.xml`);
  }

  async add(element: string): Promise<void> {
    const room = this.#limits.bytes - Buffer.byteLength(element) - urlsetEnd.length;
    if (this.#part !== null && (this.#urls >= this.#limits.urls || this.#part.bytes > room))
      await this.#close();
    if (this.#part === null) await this.#open();
    await this.#part?.add(element);
    this.#urls++;
  }

  async #open(): Promise<void> {
    this.#part = new TextFile(this.#path(this.#finished + 1));
    this.#urls = 0;
    await this.#part.add(`${declaration}<urlset xmlns="${namespace}">\n`);
  }

  async #close(): Promise<void> {
    await this.#part?.add(urlsetEnd);
    await this.#part?.finish();
    this.#part = null;
    this.#finished++;
  }

  async finish(base: string): Promise<number> {
    if (this.#part === null) await this.#open();
    await this.#close();
    const whole = join(this.#dir, 'sitemap.xml');
    if (this.#finished === 1) {
      await onDisk(whole, () => rename(this.#path(1), whole));
    } else await this.#index(whole, base);
    await this.#removeOlder(this.#finished === 1 ? 0 : this.#finished);
    return this.#finished === 1 ? 0 : this.#finished;
  }

  async #index(path: string, base: string): Promise<void> {
    await writeText(path, async (file) => {
      await file.add(`${declaration}<sitemapindex xmlns="${namespace}">\n`);
      for (let part = 1; part <= this.#finished; part++) {
        await file.add(`  <sitemap><loc>${escapeXml(`${base}sitemap-${part}.xml`)}</loc></sitemap>\n`);
      }
      await file.add('</sitemapindex>\n');
    });
  }

  /** Parts of an earlier, longer Sitemap. */
  async #removeOlder(kept: number): Promise<void> {
    await removeFiles(this.#dir, (name) => Number(/^sitemap-(\d+)\.xml$/.exec(name)?.[1] ?? 0) > kept);
  }

  async abandon(): Promise<void> {
    await this.#part?.abandon();
  }
}
