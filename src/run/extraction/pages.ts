import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { ExtractSettings } from '../../config/settings.ts';
import { keptPages, storedDocument } from '../../derive/index.ts';
import { type FilterList, type PreparedPage, preparePage } from '../../extract/index.ts';
import { decodePage } from '../../html/charset.ts';
import { parseDocument } from '../../html/tree.ts';
import { ArgiopeError, type DocumentTree, type Page, reading, type SiteStore } from '../../model/index.ts';
import { sampledFirst, samplePages, spreadPlaces } from './order.ts';

const htmlFile = /\.(?:x?html?|xht|shtml|php|aspx?|jsp)$/i;
/** Bound on open elements while parsing. */
const nesting = 10_000;

/** In their own order, or with some from all over the site first. */
export type PageOrder = 'natural' | 'sampled';

/** Numbers that are tried for each page that is wanted as a sample: not every number is that of a kept page. */
const tries = 3;

async function* sampledPages(site: SiteStore): AsyncGenerator<Page> {
  const seen = new Set<number>();
  const { nextNumber } = await site.info();
  for (const number of sampledFirst(spreadPlaces(nextNumber, tries * samplePages))) {
    if (seen.size >= samplePages) break;
    const page = await site.page(number);
    if (page?.status !== 'kept') continue;
    seen.add(number);
    yield page;
  }
  for await (const page of keptPages(site)) if (!seen.has(page.number)) yield page;
}

/** The pages that records are made of, ready to be looked at: those of a folder, else those of a crawl. */
export async function* extractionPages(
  site: SiteStore,
  { pages }: Pick<ExtractSettings, 'pages'>,
  { filters }: { readonly filters: FilterList | null },
  order: PageOrder = 'natural',
): AsyncGenerator<PreparedPage> {
  const folder = await pagesFolder(site, pages);
  if (folder === null) {
    for await (const page of order === 'natural' ? keptPages(site) : sampledPages(site)) {
      const prepared = await storedPage(site, page, filters);
      if (prepared !== null) yield prepared;
    }
    return;
  }
  const files = filesIn(folder);
  for (const file of order === 'natural' ? files : sampledFirst(files))
    yield pageOfFile(folder, file, filters);
}

/** One HTML file of a folder, by its path from there. */
export function pageOfFile(folder: string, file: string, filters: FilterList | null): PreparedPage {
  const document = readDocument(join(folder, file));
  return preparePage(
    { name: file.split(sep).join('/'), url: addressOf(document), document },
    filters === null ? undefined : (page) => filters.advertisements(page),
  );
}

/** One page of a crawl by its number or address, `null` where there is none. */
export async function pageOfSite(
  site: SiteStore,
  name: string,
  filters: FilterList | null,
): Promise<PreparedPage | null> {
  if (/^\d+$/.test(name)) {
    const page = await site.page(Number(name));
    return page?.status === 'kept' ? storedPage(site, page, filters) : null;
  }
  for await (const page of keptPages(site))
    if (page.entry.kind === 'url' && page.entry.url === name) return storedPage(site, page, filters);
  return null;
}

/** The folder that is named, or that the store was made for; `null` where it is one of a crawl. */
export async function pagesFolder(site: SiteStore, pages: string | null): Promise<string | null> {
  const kept = (await site.info()).settings.pages;
  return pages ?? (typeof kept === 'string' ? kept : null);
}

/** One page of a crawl, `null` where it is an error or no HTML. */
export async function storedPage(
  site: SiteStore,
  page: Page,
  filters: FilterList | null,
): Promise<PreparedPage | null> {
  const { content } = page;
  if (content === null || content.status >= 400 || !/html|^$/.test(content.contentType)) return null;
  const url = page.entry.kind === 'url' ? page.entry.url : null;
  return preparePage(
    { name: String(page.number), url: url ?? content.address, document: await storedDocument(site, page) },
    filters === null ? undefined : (prepared) => filters.advertisements(prepared),
  );
}

/** HTML files of a folder and those below it, by their path from there, in order. */
export function filesIn(folder: string): readonly string[] {
  const advice = 'Name a folder of HTML files with --pages.';
  const names = reading(`the folder ${folder}`, { code: 'USAGE', advice }, () =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }),
  );
  const files = names.filter((name) => htmlFile.test(name)).map((name) => name.split(sep).join('/'));
  if (files.length === 0) {
    throw new ArgiopeError('USAGE', `there is no HTML file in ${relative('.', folder) || folder}`, {
      advice: 'Files are taken whose names end in .html, .htm and the like.',
    });
  }
  return files.sort();
}

function readDocument(path: string): DocumentTree {
  const advice = 'Name HTML files by their paths.';
  const bytes = reading(`the page ${path}`, { code: 'USAGE', advice }, () => readFileSync(path));
  return parseDocument(decodePage(bytes, ''), 'file:///', nesting);
}

/** Where the page says that it comes from: its base, canonical link or OpenGraph address. */
function addressOf({ base, root }: DocumentTree): string | null {
  const head = root.kids?.find((kid) => typeof kid !== 'string' && kid.tag === 'head');
  const tags = typeof head === 'object' ? (head.kids ?? []).filter((kid) => typeof kid !== 'string') : [];
  const canonical = tags.find(({ tag, attrs }) => tag === 'link' && /\bcanonical\b/i.test(attrs?.rel ?? ''));
  const meta = tags.find(({ tag, attrs }) => tag === 'meta' && attrs?.property === 'og:url');
  const given = [canonical?.attrs?.href, meta?.attrs?.content, base];
  return given.find((url) => url !== undefined && /^https?:\/\/[^/]/i.test(url)) ?? null;
}
