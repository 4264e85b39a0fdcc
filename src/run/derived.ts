import { join, resolve } from 'node:path';
import type { CrawlSettings } from '../config/settings.ts';
import { version } from '../config/version.ts';
import {
  type GraphFormat,
  type GraphReport,
  Layout,
  type MarkdownReport,
  type MirrorReport,
  type NameStyle,
  nameStyleNote,
  type PagesReport,
  type SitemapReport,
  type WarcReport,
  writeFailures,
  writeFiles,
  writeGraph,
  writeMarkdown,
  writeMirror,
  writeOriginals,
  writePages,
  writeSitemap,
  writeWarc,
} from '../derive/index.ts';
import { ArgiopeError, type CrawlListener, type SiteStore } from '../model/index.ts';
import { makeFolder, openStore } from '../store/index.ts';
import type { Place } from './controls.ts';
import { onlySite } from './site.ts';

/** What files of pages are named by; as the crawl has it where nothing is said. */
export interface Naming {
  readonly names?: NameStyle | null;
}

function styleOf({ names }: Naming): NameStyle | undefined {
  return names ?? undefined;
}

/** Writes the static mirror anew, from the store alone. */
export function mirror(place: Place & Naming): Promise<MirrorReport> {
  return derived(place, (site, dir) => writeMirror(site, { dir, names: styleOf(place) }));
}

/** Writes the sitemap of the mirror. */
export function sitemap(
  place: Place & Naming & { readonly baseUrl?: string | null },
): Promise<SitemapReport> {
  const { baseUrl = null } = place;
  return derived(place, (site, dir) => writeSitemap(site, { dir, baseUrl, names: styleOf(place) }));
}

/** Writes the graph of pages and transitions. */
export function graph(
  place: Place & { readonly format: GraphFormat; readonly full?: boolean },
): Promise<GraphReport> {
  const { format, full = false } = place;
  return derived(place, (site, dir) => writeGraph(site, { dir, format, full }));
}

/** Ways in which pages can be exported. */
export type ExportFormat = 'jsonl' | 'csv' | 'warc' | 'markdown';

/** Writes the pages for use elsewhere: a listing of them, an archive, or their main text. */
export function exportPages(
  place: Place & Naming & { readonly format?: ExportFormat; readonly text?: boolean },
): Promise<PagesReport | WarcReport | MarkdownReport> {
  const { format = 'jsonl', text = false } = place;
  if (text && (format === 'warc' || format === 'markdown'))
    throw new ArgiopeError('USAGE', `--text adds the main text to listings, and ${format} is none`, {
      advice: 'Leave it out, or write --format jsonl or csv.',
    });
  return derived<PagesReport | WarcReport | MarkdownReport>(place, (site, dir) => {
    if (format === 'warc') return writeWarc(site, { dir, software: software() });
    return format === 'markdown'
      ? writeMarkdown(site, { dir, names: styleOf(place) })
      : writePages(site, { dir, format, text, names: styleOf(place) });
  });
}

function software(): string {
  return `argiope/${version()}`;
}

async function derived<T>(place: Place, write: (site: SiteStore, out: string) => Promise<T>): Promise<T> {
  const out = resolve(place.out);
  const store = await openStore(place.store ?? `sqlite:${join(out, 'argiope.db')}`, { readOnly: true });
  try {
    const site = await onlySite(store, out);
    makeFolder(out);
    return await write(site, out);
  } finally {
    await store.close();
  }
}

/** Everything that a crawl leaves beside its store. */
export async function writeOutputs(
  site: SiteStore,
  out: string,
  { baseUrl, warc, names }: Pick<CrawlSettings, 'baseUrl' | 'warc' | 'names'>,
  listen: CrawlListener = () => {},
): Promise<void> {
  const tell = (what: string, done = 0, of = 0) => listen({ kind: 'writing', what, done, of });
  if (names !== null) await site.putNote(nameStyleNote, names);
  const layout = await Layout.read(site);
  await layout.keepNames(site);
  tell('mirror', 0, layout.pages.count);
  await writeMirror(site, { dir: out, layout, onProgress: ({ pages, of }) => tell('mirror', pages, of) });
  tell('sitemap');
  await writeSitemap(site, { dir: out, baseUrl, layout });
  tell('graph');
  await writeGraph(site, { dir: out, format: 'json' });
  tell('listing');
  await writePages(site, { dir: out, layout });
  await writeFailures(site, { dir: out });
  await writeOriginals(site, { dir: out });
  if (((await site.info()).totals.files ?? 0) > 0) await writeFiles(site, { dir: out });
  if (!warc) return;
  tell('archive');
  await writeWarc(site, { dir: out, software: software() });
}
