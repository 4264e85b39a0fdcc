import { join, resolve } from 'node:path';
import type { CrawlSettings } from '../config/settings.ts';
import { version } from '../config/version.ts';
import {
  type GraphFormat,
  type GraphReport,
  type MarkdownReport,
  type MirrorReport,
  type PagesReport,
  type SitemapReport,
  type WarcReport,
  writeFiles,
  writeGraph,
  writeMarkdown,
  writeMirror,
  writePages,
  writeSitemap,
  writeWarc,
} from '../derive/index.ts';
import { ArgiopeError, type SiteStore } from '../model/index.ts';
import { makeFolder, openStore } from '../store/index.ts';
import type { Place } from './controls.ts';
import { onlySite } from './site.ts';

/** Writes the static mirror anew, from the store alone. */
export function mirror(place: Place): Promise<MirrorReport> {
  return derived(place, (site, out) => writeMirror(site, { dir: out }));
}

/** Writes the sitemap of the mirror. */
export function sitemap(place: Place & { readonly baseUrl?: string | null }): Promise<SitemapReport> {
  return derived(place, (site, out) => writeSitemap(site, { dir: out, baseUrl: place.baseUrl ?? null }));
}

/** Writes the graph of pages and transitions. */
export function graph(place: Place & { readonly format: GraphFormat }): Promise<GraphReport> {
  return derived(place, (site, out) => writeGraph(site, { dir: out, format: place.format }));
}

/** Ways in which pages can be exported. */
export type ExportFormat = 'jsonl' | 'csv' | 'warc' | 'markdown';

/** Writes the pages for use elsewhere: a listing of them, an archive, or their main text. */
export function exportPages(
  place: Place & { readonly format?: ExportFormat; readonly text?: boolean },
): Promise<PagesReport | WarcReport | MarkdownReport> {
  const { format = 'jsonl', text = false } = place;
  if (text && (format === 'warc' || format === 'markdown'))
    throw new ArgiopeError('USAGE', `--text adds the main text to listings, and ${format} is none`, {
      advice: 'Leave it out, or write --format jsonl or csv.',
    });
  return derived<PagesReport | WarcReport | MarkdownReport>(place, (site, dir) => {
    if (format === 'warc') return writeWarc(site, { dir, software: software() });
    return format === 'markdown' ? writeMarkdown(site, { dir }) : writePages(site, { dir, format, text });
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
  { baseUrl, warc }: Pick<CrawlSettings, 'baseUrl' | 'warc'>,
): Promise<void> {
  await writeMirror(site, { dir: out });
  await writeSitemap(site, { dir: out, baseUrl });
  await writeGraph(site, { dir: out, format: 'json' });
  await writePages(site, { dir: out });
  if (((await site.info()).totals.files ?? 0) > 0) await writeFiles(site, { dir: out });
  if (warc) await writeWarc(site, { dir: out, software: software() });
}
