import { withoutFragment } from '../model/address.ts';
import type { Page } from '../model/page.ts';
import { pagesOf } from '../model/pages.ts';
import type { SiteStore } from '../model/store.ts';
import { keptPages, type Numbering } from './numbering.ts';

/** An address that was asked for and is no page of its own. */
export interface AskedFile {
  readonly url: string;
  /**
   * `alias`: another address of a page. `file`: a link leads there, and it is no page. `failed`: it could not be had.
   * `asset`: pages use it, and it is kept for the mirror. Else what the page that was seen first with it took it for.
   */
  readonly kind: 'alias' | 'file' | 'failed' | 'asset' | 'document' | 'script' | 'data';
  /** Number of the page that it is another address of, that leads to it, or that was seen first with it. */
  readonly page: number | null;
  readonly status: number | null;
  readonly contentType: string | null;
}

/** Key of the note that names what pages asked for. */
const dataNote = 'data';
/** Addresses that are remembered: a site with more makes them by program, and the first ones show their kind. */
const mostData = 10_000;

/** Remembers what pages asked for, also where nothing came of it and no page says so. */
export class AskedData {
  readonly #site: SiteStore;
  readonly #urls: Set<string>;

  private constructor(site: SiteStore, urls: Set<string>) {
    this.#site = site;
    this.#urls = urls;
  }

  static async of(site: SiteStore): Promise<AskedData> {
    return new AskedData(site, new Set(await askedData(site)));
  }

  readonly hear = (url: string): void => {
    if (this.#urls.size < mostData) this.#urls.add(url);
  };

  /** Keeps them, as a note of the site or as whoever shares it does. */
  async keep(notes: Pick<SiteStore, 'putNote'> = this.#site): Promise<void> {
    if (this.#urls.size > 0) await notes.putNote(dataNote, JSON.stringify([...this.#urls]));
  }
}

async function askedData(site: SiteStore): Promise<readonly string[]> {
  return JSON.parse((await site.note(dataNote)) ?? '[]') as readonly string[];
}

/** Rows that are read in one go. */
const batch = 500;

/** Everything that was asked for beside the kept pages: their other addresses, what links lead to, what pages use. */
export async function* askedFiles(site: SiteStore, numbering: Numbering): AsyncGenerator<AskedFile> {
  for await (const { number, entry } of pagesOf(site, 'merged'))
    if (entry.kind === 'url')
      yield { url: entry.url, kind: 'alias', page: numbering.resolve(number), ...unknown };
  for await (const { entry, error, foundOn = null } of pagesOf(site, 'failed')) {
    if (entry.kind !== 'url') continue;
    const contentType = error?.contentType ?? null;
    const kind = error?.code === 'FILE' ? 'file' : 'failed';
    yield { url: entry.url, kind, page: numbering.resolve(foundOn), status: null, contentType };
  }
  let after = '';
  for (;;) {
    const some = await site.resources({ after, limit: batch });
    for (const { url, status, contentType } of some)
      yield { url, kind: 'asset', page: null, status, contentType };
    if (some.length < batch) break;
    after = some.at(-1)?.url ?? '';
  }
  yield* askedByPages(site);
}

const unknown = { status: null, contentType: null };

async function* askedByPages(site: SiteStore): AsyncGenerator<AskedFile> {
  const told = new Set<string>();
  let pages: Page[] = [];
  for await (const page of keptPages(site)) {
    pages.push(page);
    if (pages.length < batch) continue;
    yield* inputsOf(site, pages, told);
    pages = [];
  }
  yield* inputsOf(site, pages, told);
  for (const url of await askedData(site))
    if (!told.has(url) && !(await site.hasResource(url))) yield { url, kind: 'data', page: null, ...unknown };
}

async function* inputsOf(
  site: SiteStore,
  pages: readonly Page[],
  told: Set<string>,
): AsyncGenerator<AskedFile> {
  const inputs = await site.inputs(pages.map(({ number }) => number));
  for (const page of pages) {
    const own = new Set([
      page.entry.kind === 'url' ? withoutFragment(page.entry.url) : '',
      withoutFragment(page.content?.address ?? ''),
    ]);
    for (const { url, kind } of inputs.get(page.number) ?? []) {
      if (own.has(withoutFragment(url)) || told.has(url) || (await site.hasResource(url))) continue;
      told.add(url);
      yield { url, kind, page: page.number, ...unknown };
    }
  }
}
