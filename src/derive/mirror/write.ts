import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { assetsOf } from '../../dom/assets.ts';
import { storedDocument } from '../../html/stored.ts';
import { giveBackMemory } from '../../memory/relief.ts';
import type { DocumentTree } from '../../model/document.ts';
import type { Lead, Page } from '../../model/page.ts';
import type { SiteStore } from '../../model/store.ts';
import { EntryPaths, entryText } from '../entry-path.ts';
import { withKnownTargets } from '../known-targets.ts';
import { pageLabel } from '../label.ts';
import { FileLayout } from '../layout.ts';
import type { NameStyle } from '../names/file-names.ts';
import { wantedPages } from '../numbering.ts';
import { overviewText } from '../overview/page.ts';
import { writeSearchPage } from '../search-page/write.ts';
import { Staging } from '../staging.ts';
import { foreignFrameHtml } from './foreign-frame.ts';
import type { Origin } from './head.ts';
import { LinkedFiles } from './linked-files.ts';
import { pageHtml } from './page.ts';
import { PageFiles } from './page-files.ts';
import { AssetShelf } from './shelf.ts';
import { targetsOf } from './targets.ts';
import type { FrameWork, Stand } from './work.ts';

/** Where to write a mirror, and whom to tell about it. */
export interface MirrorOptions {
  /** Output folder of the crawl; the mirror is its folder `mirror`. */
  readonly dir: string;
  /** What files are named by; as the crawl has it unless told otherwise. */
  readonly names?: NameStyle | undefined;
  /** Pages and names, where they were read already. */
  readonly layout?: FileLayout;
  readonly onProgress?: (done: { readonly pages: number; readonly of: number }) => void;
}

/** What a mirror consists of. */
export interface MirrorReport {
  /** The mirror's folder. */
  readonly dir: string;
  /** The file to open. */
  readonly index: string;
  /** The file that lists all pages. */
  readonly overview: string;
  readonly pages: number;
  readonly frames: number;
  readonly assets: number;
  /** Bytes of pages, frames and files. */
  readonly bytes: number;
  /** Addresses of files that pages use and the store does not have. */
  readonly missing: readonly string[];
}

/** Pages after which it is told how far the mirror is. */
const tellEvery = 20;

/** Writes the static mirror of a crawl (the papers' SPG): one file for each kept page, made from the store alone. */
export async function writeMirror(site: SiteStore, options: MirrorOptions): Promise<MirrorReport> {
  const place = join(options.dir, 'mirror');
  const layout = options.layout ?? (await FileLayout.read(site, options.names));
  const staging = await Staging.begin(place, ['assets', 'frames']);
  const writer = new MirrorWriter(site, layout, staging);
  try {
    await writer.writeAll(options.onProgress);
    await staging.finish();
    return writer.report(place);
  } catch (error) {
    await writer.end();
    await staging.abandon();
    throw error;
  }
}

class MirrorWriter {
  readonly #site: SiteStore;
  readonly #layout: FileLayout;
  readonly #staging: Staging;
  readonly #shelf: AssetShelf;
  readonly #paths: EntryPaths;
  readonly #leads: LeadReader;
  readonly #linked: LinkedFiles;
  readonly #files: PageFiles;
  readonly #frames = new Set<string>();
  #pages = 0;

  constructor(site: SiteStore, layout: FileLayout, staging: Staging) {
    this.#site = site;
    this.#layout = layout;
    this.#staging = staging;
    this.#shelf = new AssetShelf(site, join(staging.dir, 'assets'));
    this.#paths = new EntryPaths(site);
    this.#leads = new LeadReader(site);
    this.#linked = new LinkedFiles(site, layout.pages, this.#shelf);
    this.#files = new PageFiles(layout.pages.count);
  }

  async writeAll(onProgress: MirrorOptions['onProgress']): Promise<void> {
    for await (const page of wantedPages(this.#site)) {
      await this.#page(page);
      this.#pages++;
      if (this.#pages % tellEvery === 0) onProgress?.({ pages: this.#pages, of: this.#layout.pages.count });
    }
    await this.#shelf.settle();
    await this.#overview();
    await writeSearchPage(this.#site, this.#layout, async (file, text) => {
      this.#files.add(await this.#staging.place(file), text);
      await this.#files.room();
    });
    await this.#files.finish();
    onProgress?.({ pages: this.#pages, of: this.#layout.pages.count });
  }

  /** The page that lists all pages is the front page where no page leads to all of them. */
  async #overview(): Promise<void> {
    const text = await overviewText(this.#site, this.#layout);
    const names = this.#layout.index === null ? ['overview.html', 'index.html'] : ['overview.html'];
    for (const name of names) this.#files.add(join(this.#staging.dir, name), text);
  }

  /** Writes no more, whatever is under way. */
  async end(): Promise<void> {
    await this.#files.end();
  }

  report(place: string): MirrorReport {
    const { files, bytes, missing } = this.#shelf.figures;
    return {
      dir: place,
      index: join(place, 'index.html'),
      overview: join(place, 'overview.html'),
      pages: this.#pages,
      frames: this.#frames.size,
      assets: files,
      bytes: this.#files.bytes + bytes,
      missing,
    };
  }

  async #page(page: Page): Promise<void> {
    const document = await storedDocument(this.#site, page);
    const leads = await this.#leads.of(page.number);
    this.#paths.note(page.number, leads);
    const files = await this.#shelf.gather(assetsOf(document));
    const html = pageHtml(document, {
      targets: targetsOf(document, leads, this.#layout, await this.#linked.of(leads)),
      files,
      miss: this.#shelf.miss,
      assets: 'assets/',
      frames: this.#frameWork,
      root: this.#layout.rootOf(page.number),
      origin: await this.#origin(page, document),
    });
    await this.#shelf.settle();
    this.#files.add(await this.#staging.place(this.#layout.fileOf(page.number)), html);
    await this.#files.room();
    giveBackMemory(html.length);
  }

  async #origin(page: Page, document: DocumentTree): Promise<Origin> {
    if (page.entry.kind === 'url') return { address: page.entry.url, entry: null };
    const entry = await this.#paths.of(page);
    return { address: document.url, entry: entryText(entry), label: pageLabel(document.title, entry) };
  }

  readonly #frameWork: FrameWork = {
    root: '../',
    captured: ({ html }, stand) => ({ src: this.#frame(html, stand) }),
    foreign: (address, stand) => ({ src: this.#frame(foreignFrameHtml(address), stand) }),
  };

  #frame(html: string, { root, inFrame }: Stand): string {
    const name = `${createHash('sha256').update(html).digest('hex').slice(0, 20)}.html`;
    if (!this.#frames.has(name)) {
      this.#frames.add(name);
      this.#files.add(join(this.#staging.dir, 'frames', name), html);
    }
    return inFrame ? name : `${root}frames/${name}`;
  }
}

/** Pages whose leads are read at once: enough to save most questions, few enough for pages of many links. */
const atOnce = 16;
const none: readonly Lead[] = [];

/** Reads the leads of pages that are asked for in number order, those of several pages at a time. */
class LeadReader {
  readonly #site: SiteStore;
  #bySource = new Map<number, Lead[]>();
  #end = 0;

  constructor(site: SiteStore) {
    this.#site = site;
  }

  async of(page: number): Promise<readonly Lead[]> {
    if (page >= this.#end) await this.#read(page);
    return this.#bySource.get(page) ?? none;
  }

  async #read(from: number): Promise<void> {
    this.#end = from + atOnce;
    const leads = await this.#site.leads({ from, to: this.#end });
    this.#bySource = Map.groupBy(await withKnownTargets(this.#site, leads), ({ source }) => source);
  }
}
