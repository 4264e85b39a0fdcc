import { existsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { folderOf, outFolder, readOptions, storeIn } from '../../config/index.ts';
import { wantedPages } from '../../derive/index.ts';
import { normalizeUrl } from '../../frontier/index.ts';
import { urlInstruction } from '../../identity/index.ts';
import { ArgiopeError, type SiteInfo } from '../../model/index.ts';
import type { StorePlace } from '../controls.ts';
import type { SearchAnswer, SearchHit } from '../search/answer.ts';
import { type FailedPage, failedPages } from './failures.ts';
import type { CrawledPage } from './page.ts';
import { PageShelf } from './shelf.ts';

/** The place of a crawl that is named by its folder, by the file of its store, or by the address of a database. */
export function storePlace(dir: string): Required<StorePlace> {
  if (typeof dir !== 'string' || dir === '')
    throw new ArgiopeError('USAGE', 'the folder of a crawl must be a path', {
      advice: 'Give the folder that was the "out" of the crawl.',
    });
  if (/^postgres(?:ql)?:/i.test(dir)) return { out: resolve(outFolder, folderOf(dir)), store: dir };
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

/** A hit with the pages that it is about. */
export interface PageHit extends SearchHit {
  /** The page that matches best; `null` where the hit is a file, or a record of no page. */
  readonly page: CrawledPage | null;
  /** Other states of its document that match. */
  readonly statePages: readonly CrawledPage[];
}

/** An answer whose hits hold pages. */
export interface PageAnswer extends SearchAnswer {
  readonly hits: readonly PageHit[];
}

/** A crawl that is read from its folder. */
export class CrawlStore implements AsyncIterable<CrawledPage> {
  readonly #shelf: PageShelf;
  readonly #place: Required<StorePlace>;
  /** Where the crawl began, when, and its figures; `finishedAt` is `null` where work was left. */
  readonly info: Pick<SiteInfo, 'seeds' | 'createdAt' | 'finishedAt' | 'totals'>;

  private constructor(place: Required<StorePlace>, shelf: PageShelf, info: CrawlStore['info']) {
    this.#place = place;
    this.#shelf = shelf;
    this.info = info;
  }

  /** The same as `openStore`. */
  static async open(dir: string, options: StoreOptions): Promise<CrawlStore> {
    const { browser, viewport } = readOptions('crawl', options).values;
    const place = storePlace(dir);
    const shelf = new PageShelf(place, { browser, viewport });
    const { seeds, createdAt, finishedAt, totals } = await shelf.read((site) => site.info());
    return new CrawlStore(place, shelf, { seeds, createdAt, finishedAt, totals });
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

  /** Searches pages, files and records, as `argiope search` does; what the index lacks is added before. */
  async search(
    query: string,
    options: { readonly limit?: number; readonly offset?: number } = {},
  ): Promise<PageAnswer> {
    const { limit = 10, offset = 0 } = options;
    const [{ answer }, { missingPages }] = [
      await import('../search/answer.ts'),
      await import('../search/search.ts'),
    ];
    const { found, waiting } = await this.#shelf.read(async (site) => {
      const missing = await missingPages(site, this.#place);
      return { waiting: missing, found: await answer(site, this.#place.out, query, { limit, offset }) };
    });
    const hits: PageHit[] = [];
    for (const hit of found.hits) {
      const states = await Promise.all((hit.states ?? []).map(({ number }) => this.#pageOf(number)));
      const statePages = states.filter((page) => page !== null);
      hits.push({ ...hit, page: await this.#pageOf(hit.number), statePages });
    }
    return { ...found, hits, ...(waiting > 0 && { waiting }) };
  }

  async #pageOf(number: number | null): Promise<CrawledPage | null> {
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
