import { resolve } from 'node:path';
import type { CrawlSettings } from '../config/settings.ts';
import { version } from '../config/version.ts';
import {
  FileLayout,
  formCounts,
  type GraphFormat,
  type GraphReport,
  type MarkdownReport,
  type MirrorReport,
  type NameStyle,
  nameStyleNote,
  type PagesReport,
  type SitemapReport,
  surveyForms,
  type WaczReport,
  type WarcReport,
  writeClusters,
  writeFailures,
  writeFiles,
  writeGraph,
  writeMarkdown,
  writeMirror,
  writeOriginals,
  writePages,
  writeSitemap,
  writeWacz,
  writeWarc,
} from '../derive/index.ts';
import { giveBackMemory } from '../memory/relief.ts';
import { ArgiopeError, type CrawlListener, type FormCounts, type SiteStore } from '../model/index.ts';
import { isStoreBusy, makeFolder } from '../store/index.ts';
import type { StorePlace } from './controls.ts';
import { type Pictured, writePictures } from './pictures.ts';
import { bringUpToDate } from './search/index-pages.ts';
import { withIndex } from './search/search.ts';
import { storeAt, withSite } from './site.ts';

/** What files of pages are named by; as the crawl has it where nothing is said. */
export interface Naming {
  readonly names?: NameStyle | null;
}

function styleOf({ names }: Naming): NameStyle | undefined {
  return names ?? undefined;
}

/** Writes the static mirror anew, from the store alone. */
export function runMirror(place: StorePlace & Naming): Promise<MirrorReport> {
  return indexed(place, (site, dir) => writeMirror(site, { dir, names: styleOf(place) }));
}

/** Writes the sitemap of the mirror. */
export function runSitemap(
  place: StorePlace & Naming & { readonly baseUrl?: string | null },
): Promise<SitemapReport> {
  const { baseUrl = null } = place;
  return derived(place, (site, dir) => writeSitemap(site, { dir, baseUrl, names: styleOf(place) }));
}

/** Writes the graph of pages and transitions; beside its JSON the clusters that a view of it begins with. */
export function runGraph(
  place: StorePlace & { readonly format: GraphFormat; readonly full?: boolean },
): Promise<GraphReport> {
  const { format, full = false } = place;
  return derived(place, async (site, dir) => {
    if (format === 'json') await writeClusters(site, { dir });
    return writeGraph(site, { dir, format, full });
  });
}

/** Ways in which pages can be exported. */
export type ExportFormat = 'jsonl' | 'csv' | 'warc' | 'wacz' | 'markdown';

/** Writes the pages for use elsewhere: a listing of them, an archive, or their main text. */
export function runExport(
  place: StorePlace & Naming & { readonly format?: ExportFormat; readonly text?: boolean },
): Promise<PagesReport | WarcReport | WaczReport | MarkdownReport> {
  const { format = 'jsonl', text = false } = place;
  if (text && format !== 'jsonl' && format !== 'csv')
    throw new ArgiopeError('USAGE', `--text adds the main text to listings, and ${format} is none`, {
      advice: 'Leave it out, or write --format jsonl or csv.',
    });
  if (text)
    return indexed(place, (site, dir) =>
      writePages(site, { dir, format: format as 'jsonl' | 'csv', text, names: styleOf(place) }),
    );
  return derived<PagesReport | WarcReport | WaczReport | MarkdownReport>(place, (site, dir) => {
    if (format === 'warc') return writeWarc(site, { dir, software: software() });
    if (format === 'wacz') return writeWacz(site, { dir, software: software() });
    return format === 'markdown'
      ? writeMarkdown(site, { dir, names: styleOf(place) })
      : writePages(site, { dir, format, names: styleOf(place) });
  });
}

/** Who says that it wrote an archive. */
export function software(): string {
  return `argiope/${version()}`;
}

/** The same of a store whose index is up to date. */
function indexed<T>(place: StorePlace, write: (site: SiteStore, out: string) => Promise<T>): Promise<T> {
  const out = resolve(place.out);
  return withIndex(place, {}, (site) => {
    makeFolder(out);
    return write(site, out);
  });
}

/** What is made beside a crawl that is at work holds what was stored by then, and says so. */
interface Running {
  readonly running?: true;
}

async function derived<T>(
  place: StorePlace,
  write: (site: SiteStore, out: string) => Promise<T>,
): Promise<T & Running> {
  const out = resolve(place.out);
  return withSite(place, { readOnly: true }, async (site) => {
    makeFolder(out);
    const isRunning = await isStoreBusy(storeAt(place));
    const report = await write(site, out);
    return { ...report, ...(isRunning && { running: true }) };
  });
}

/** Everything that a crawl leaves beside its store; tells what forms the pages have. */
export async function writeOutputs(
  site: SiteStore,
  out: string,
  settings: Pick<CrawlSettings, 'baseUrl' | 'warc' | 'wacz' | 'names'> & Pictured,
  listen: CrawlListener = () => {},
): Promise<FormCounts> {
  const { baseUrl, warc, wacz, names } = settings;
  const tell = (what: string, done = 0, of = 0) => {
    if (done === 0) giveBackMemory();
    listen({ kind: 'writing', what, done, of });
  };
  if (names !== null) await site.putNote(nameStyleNote, names);
  const layout = await FileLayout.read(site);
  await layout.keepNames(site);
  const { failed } = await bringUpToDate(site, out, (done, of) => tell('index', done, of));
  for (const { url, why } of failed)
    listen({ kind: 'note', level: 'warning', text: `the text of ${url} is not searched: ${why}` });
  tell('mirror', 0, layout.pages.count);
  await writeMirror(site, { dir: out, layout, onProgress: ({ pages, of }) => tell('mirror', pages, of) });
  tell('sitemap');
  await writeSitemap(site, { dir: out, baseUrl, layout });
  tell('graph');
  const forms = await surveyForms(site);
  await writeGraph(site, { dir: out, format: 'json', forms });
  await writeClusters(site, { dir: out });
  tell('listing');
  await writePages(site, { dir: out, layout });
  await writeFailures(site, { dir: out });
  await writeOriginals(site, { dir: out });
  if (((await site.info()).totals.files ?? 0) > 0) await writeFiles(site, { dir: out });
  await writePictures(site, out, layout, settings, listen);
  if (warc || wacz) {
    tell('archive');
    await (wacz ? writeWacz : writeWarc)(site, { dir: out, software: software() });
  }
  return formCounts(forms);
}
