import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  EntryPaths,
  isWanted,
  markdownOf,
  pageLabel,
  rowOf,
  storedDocument,
  writePageAlone,
} from '../../derive/index.ts';
import { documentToHtml } from '../../dom/html.ts';
import { visibleText } from '../../dom/text.ts';
import type { Camera } from '../../drivers/chromium/camera.ts';
import type { Page, PageContent, SiteStore, Store, Transition } from '../../model/index.ts';
import { openStoreAt } from '../../store/index.ts';
import { onlySite, withPrints } from '../site.ts';
import type { CrawledPage, FoundLink } from './page.ts';
import { RecordLines } from './records.ts';

/** What pictures are taken with. */
export interface CameraSettings {
  readonly browser: string | null;
  readonly viewport: readonly [number, number];
}

/** A page that was captured. */
type Kept = Page & { readonly content: PageContent };

const noTargets = { byElement: new Map(), byAddress: new Map() };

/**
 * Reads the pages of one crawl: from the crawl itself as long as it runs, which attends to it, then from its store,
 * which is opened with the first question.
 */
export class PageShelf {
  readonly #out: string;
  readonly #url: string;
  readonly #settings: CameraSettings;
  readonly #idleMs: number | null;
  #timer: NodeJS.Timeout | null = null;
  #live: SiteStore | null = null;
  #store: Promise<{ readonly store: Store; readonly site: SiteStore }> | null = null;
  #reading = new Set<Promise<unknown>>();
  #paths: EntryPaths | null = null;
  #records: RecordLines | null = null;
  #camera: Promise<Camera> | null = null;

  /** `idleMs`: the store is closed when nobody has read for so long; else it stays open. */
  constructor(
    place: { readonly out: string; readonly store: string },
    settings: CameraSettings,
    idleMs: number | null = null,
  ) {
    this.#out = place.out;
    this.#url = place.store;
    this.#settings = settings;
    this.#idleMs = idleMs;
  }

  /** Reads from a crawl that runs, until what is given back is called. */
  readonly attend = (site: SiteStore): (() => Promise<void>) => {
    this.#live = site;
    return async () => {
      this.#live = null;
      this.#paths = null;
      await Promise.allSettled(this.#reading);
    };
  };

  /** Gives a reader the site; it stays open until the reader is done. */
  async read<T>(reader: (site: SiteStore) => Promise<T>): Promise<T> {
    this.#stay();
    const reading = this.#site().then((site) => withPrints(site, () => reader(site)));
    this.#reading.add(reading);
    try {
      return await reading;
    } finally {
      this.#reading.delete(reading);
      this.#rest();
    }
  }

  #stay(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
  }

  /** A reader that stays keeps a writer from folding its log when it ends. */
  #rest(): void {
    this.#stay();
    if (this.#idleMs === null || this.#reading.size > 0 || this.#store === null) return;
    this.#timer = setTimeout(() => void this.#closeStore(), this.#idleMs).unref();
  }

  async #closeStore(): Promise<void> {
    const opened = this.#store;
    this.#store = null;
    this.#paths = null;
    this.#records = null;
    await (await opened?.catch(() => null))?.store.close();
  }

  /** The page of a number, `null` where there is none, or none that is wanted. */
  page(number: number): Promise<CrawledPage | null> {
    return this.read(async (site) => {
      const page = await site.page(number);
      return page && isKept(page) && (await isWanted(site, page)) ? this.#made(site, page) : null;
    });
  }

  async close(): Promise<void> {
    this.#stay();
    await (await this.#camera)?.close();
    await this.#closeStore();
  }

  async #site(): Promise<SiteStore> {
    if (this.#live) return this.#live;
    this.#store ??= this.#opened();
    const opening = this.#store;
    // What could not be opened now may be there later.
    opening.catch(() => {
      if (this.#store === opening) this.#store = null;
    });
    return (await opening).site;
  }

  async #opened(): Promise<{ readonly store: Store; readonly site: SiteStore }> {
    const store = await openStoreAt(this.#url, { readOnly: true });
    try {
      return { store, site: await onlySite(store, this.#out) };
    } catch (error) {
      await store.close();
      throw error;
    }
  }

  async #made(site: SiteStore, page: Kept): Promise<CrawledPage> {
    this.#paths ??= new EntryPaths(site);
    const transitions = await site.transitions(page.number);
    this.#paths.note(page.number, transitions);
    const row = await rowOf(page, this.#paths);
    const records = this.#recordLines()?.of(page.number) ?? [];
    const { content } = page;
    const document = () => this.read((reader) => storedDocument(reader, page));
    return {
      number: page.number,
      kind: page.entry.kind === 'url' ? 'url' : 'state',
      url: row.url,
      address: content.address,
      title: content.title,
      label: pageLabel(content.title, row.entry),
      entry: row.entry,
      links: transitions.flatMap(linkOf),
      record: records.find(({ path }) => path === null)?.fields ?? null,
      records,
      type: content.type,
      status: content.status,
      contentType: content.contentType,
      lang: content.lang,
      fingerprint: content.fingerprint,
      time: content.capturedAt,
      dated: row.dated,
      tags: content.tags ?? [],
      document,
      html: async () => documentToHtml(await document()),
      text: async () => visibleText(await document()),
      markdown: async () => markdownOf(await document(), noTargets),
      screenshot: () => this.#picture(page),
    };
  }

  /** Records are written when a crawl is over. */
  #recordLines(): RecordLines | null {
    if (this.#live) return null;
    this.#records ??= new RecordLines(join(this.#out, 'records.jsonl'));
    return this.#records;
  }

  async #picture(page: Page): Promise<Uint8Array> {
    const { browser, viewport } = this.#settings;
    // Loaded with the first picture: most users take none.
    this.#camera ??= import('../../drivers/chromium/camera.ts').then(
      ({ Camera }) => new Camera(browser, viewport),
    );
    const dir = mkdtempSync(join(tmpdir(), 'argiope-picture-'));
    try {
      const file = await this.read((site) => writePageAlone(site, page, dir));
      return await (await this.#camera).take(file);
    } finally {
      rmSync(dir, { recursive: true, force: true });
    }
  }
}

function isKept(page: Page): page is Kept {
  return page.status === 'kept' && page.content !== null;
}

function linkOf({ action, target, reason }: Transition): readonly FoundLink[] {
  const { kind, text } = action.instruction;
  if (kind !== 'url' && kind !== 'route') return [];
  return URL.canParse(text) ? [{ url: text, text: action.label, page: target, reason }] : [];
}
