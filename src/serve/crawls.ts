/** The crawls that are served: one that was named, or all below a folder, and those that are begun here. */
import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { CrawlSettings } from '../config/index.ts';
import { storeFile, storeIn } from '../config/index.ts';
import { ServedCrawl, type ServedPlace, type StartCrawl } from './crawl.ts';
import { NotThere } from './not-there.ts';

/** What is served, and what pictures are taken with. */
export interface CrawlsOptions {
  /** The only crawl to show; `null`: all below `root`. */
  readonly place: ServedPlace | null;
  /** Folder below which new crawls are kept. */
  readonly root: string;
  readonly browser: string | null;
  readonly viewport: readonly [number, number];
  readonly start: StartCrawl;
}

/** All crawls that are served, each opened when it is first asked for. */
export class ServedCrawls {
  readonly #options: CrawlsOptions;
  readonly #open = new Map<string, ServedCrawl>();

  constructor(options: CrawlsOptions) {
    this.#options = options;
    if (options.place) this.#add(options.place);
  }

  /** Folder below which new crawls are kept. */
  get root(): string {
    return this.#options.root;
  }

  /** All crawls, by name; those that have appeared since are there too. */
  list(): readonly ServedCrawl[] {
    if (!this.#options.place) for (const place of placesBelow(this.root)) this.#add(place);
    return [...this.#open.values()].sort((one, other) => one.id.localeCompare(other.id));
  }

  /** The crawl of a name; an error that says which there are where there is none. */
  get(id: string): ServedCrawl {
    const found = this.#open.get(id) ?? this.list().find((crawl) => crawl.id === id);
    if (found) return found;
    throw new NotThere(
      `there is no crawl "${id}"`,
      `crawls: ${[...this.#open.keys()].join(', ') || 'none yet'}`,
    );
  }

  /** Begins a crawl, new or known, in the folder that its settings name. */
  async begin(settings: CrawlSettings): Promise<ServedCrawl> {
    const crawl = this.#add({ out: settings.out, store: settings.store });
    await crawl.begin(settings);
    return crawl;
  }

  /** Ends everything that runs here; gives whether something did. */
  async close(): Promise<boolean> {
    const open = [...this.#open.values()];
    const ran = open.some(({ isOwn }) => isOwn);
    await Promise.all(open.map((crawl) => crawl.close()));
    return ran;
  }

  #add(place: ServedPlace): ServedCrawl {
    const known = [...this.#open.values()].find((crawl) => crawl.place.store === place.store);
    if (known) return known;
    const { browser, viewport, start } = this.#options;
    const crawl = new ServedCrawl(this.#freeId(place), place, { browser, viewport }, start);
    this.#open.set(crawl.id, crawl);
    return crawl;
  }

  #freeId({ out }: ServedPlace): string {
    const name = basename(out) || 'crawl';
    for (let nth = 1; ; nth++) {
      const id = nth === 1 ? name : `${name}-${nth}`;
      if (!this.#open.has(id)) return id;
    }
  }
}

function placesBelow(root: string): readonly ServedPlace[] {
  if (!existsSync(root)) return [];
  return readdirSync(root)
    .map((name) => join(root, name))
    .filter((out) => existsSync(join(out, storeFile)))
    .map((out) => ({ out, store: storeIn(out) }));
}

/** The folder below which new crawls go when one is shown: beside it. */
export function rootBeside({ out }: Pick<ServedPlace, 'out'>): string {
  return dirname(out);
}
