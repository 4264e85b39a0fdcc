import { existsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { readOptions, storeIn } from '../../config/index.ts';
import { wantedPages } from '../../derive/index.ts';
import { normalizeUrl } from '../../frontier/index.ts';
import { urlInstruction } from '../../identity/index.ts';
import { ArgiopeError, type SiteInfo } from '../../model/index.ts';
import { type FailedPage, failedPages } from './failures.ts';
import type { CrawledPage } from './page.ts';
import { PageShelf } from './shelf.ts';

/** Where a crawl is kept, and where what is made of it goes. */
export interface StorePlace {
  readonly out: string;
  readonly store: string;
}

/** The place of a crawl that is named by its folder, or by the file of its store. */
export function storePlace(dir: string): StorePlace {
  if (typeof dir !== 'string' || dir === '')
    throw new ArgiopeError('USAGE', 'the folder of a crawl must be a path', {
      advice: 'Give the folder that was the "out" of the crawl.',
    });
  const path = resolve(dir.replace(/^sqlite:/, ''));
  const isFile = existsSync(path) && statSync(path).isFile();
  return isFile ? { out: dirname(path), store: `sqlite:${path}` } : { out: path, store: storeIn(path) };
}

/** Options of `openStore`. */
export interface StoreOptions {
  /** Browser that pictures are taken with. */
  readonly browser?: string | null | undefined;
  /** Window that pictures are taken in. */
  readonly viewport?: string | readonly [width: number, height: number] | null | undefined;
}

/** Opens a crawl that was made before, by its folder: the same pages, without asking the site. */
export function openStore(dir: string, options: StoreOptions = {}): Promise<CrawlStore> {
  return CrawlStore.open(dir, options);
}

/** A crawl that is read from its folder. */
export class CrawlStore implements AsyncIterable<CrawledPage> {
  readonly #shelf: PageShelf;
  /** Where the crawl began, when, and its figures; `finishedAt` is `null` where work was left. */
  readonly info: Pick<SiteInfo, 'seeds' | 'createdAt' | 'finishedAt' | 'totals'>;

  private constructor(shelf: PageShelf, info: CrawlStore['info']) {
    this.#shelf = shelf;
    this.info = info;
  }

  /** The same as `openStore`. */
  static async open(dir: string, options: StoreOptions): Promise<CrawlStore> {
    const { browser, viewport } = readOptions('crawl', options).values;
    const shelf = new PageShelf(storePlace(dir), { browser, viewport });
    const { seeds, createdAt, finishedAt, totals } = await shelf.read((site) => site.info());
    return new CrawlStore(shelf, { seeds, createdAt, finishedAt, totals });
  }

  /** All pages in number order. */
  async *[Symbol.asyncIterator](): AsyncGenerator<CrawledPage, void, undefined> {
    const pages = await this.#shelf.read(async (site) => wantedPages(site));
    for await (const { number } of pages) {
      const page = await this.#shelf.page(number);
      if (page !== null) yield page;
    }
  }

  /** One page, by its number or by its address; `null` where the crawl has none. */
  async page(which: number | string): Promise<CrawledPage | null> {
    const number = typeof which === 'number' ? which : await this.#numberOf(which);
    return number === null ? null : this.#shelf.page(number);
  }

  /** Addresses that could not be had, and pages that were not reached, with the reasons. */
  async *failures(): AsyncGenerator<FailedPage, void, undefined> {
    yield* failedPages((reader) => this.#shelf.read(reader));
  }

  /** Closes the store; pages cannot be read any more. */
  close(): Promise<void> {
    return this.#shelf.close();
  }

  #numberOf(address: string): Promise<number | null> {
    return this.#shelf.read(async (site) => {
      const { fingerprint } = urlInstruction(normalizeUrl(address) ?? address);
      const number = (await site.numbersOf([fingerprint])).get(fingerprint) ?? null;
      const page = number === null ? null : await site.page(number);
      return page?.status === 'merged' ? page.mergedInto : number;
    });
  }
}
