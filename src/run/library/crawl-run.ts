import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CrawlSettings, crawlSettings, readOptions, readSeeds } from '../../config/index.ts';
import { removeLeftovers } from '../../drivers/chromium/launch.ts';
import { ArgiopeError, type CrawlEvent, type CrawlSummary } from '../../model/index.ts';
import { type FailedPage, failedPages } from './failures.ts';
import { PageFeed } from './feed.ts';
import { type CrawlOptions, splitHooks } from './options.ts';
import type { CrawledPage } from './page.ts';
import { PageShelf } from './shelf.ts';

const ownOptions = ['signal', 'listen', 'hooks', 'sinks', 'labeller'] as const;
const temporary = 'argiope-run-';

/**
 * Crawls a site. The pages come one by one from `for await`, as soon as they are stored; `summary` tells what it came
 * to. Nothing is asked before one of the two is.
 *
 * Without `out` the crawl is kept in a temporary folder until the process ends, and no mirror is written. With `out`
 * everything is as with the command line: a crawl that was stopped goes on, and gives the pages that are new.
 */
export function crawl(seeds: string | URL | readonly (string | URL)[], options: CrawlOptions = {}): CrawlRun {
  if (typeof options !== 'object' || options === null)
    throw new ArgiopeError('USAGE', `the options of crawl must be an object; got ${typeof options}`);
  return new CrawlRun([seeds].flat().map(String), options);
}

/** A crawl that is under way, or over. */
export class CrawlRun implements AsyncIterable<CrawledPage> {
  readonly #settings: CrawlSettings;
  readonly #options: CrawlOptions;
  readonly #notes: readonly string[];
  readonly #shelf: PageShelf;
  readonly #stop = new AbortController();
  /** What goes to the sinks, and what to who iterates. */
  readonly #sunk = new PageFeed();
  readonly #given = new PageFeed();
  #running: Promise<CrawlSummary> | null = null;

  /** Made by `crawl`. */
  constructor(seeds: readonly string[], options: CrawlOptions) {
    const { files } = splitHooks(options.hooks);
    const { values } = readOptions('crawl', options, ownOptions);
    const found = readSeeds(seeds);
    const out = values.out ?? (values.store === null ? temporaryFolder() : null);
    const settings = crawlSettings(found.seeds, { ...values, out, hooks: files });
    this.#settings = { ...settings, logins: found.logins ?? {} };
    this.#notes = found.notes;
    this.#options = options;
    this.#shelf = new PageShelf(this.#settings, this.#settings);
  }

  /** Folder in which the crawl is kept. */
  get out(): string {
    return this.#settings.out;
  }

  /** What the crawl came to, when it is over and all sinks are done. */
  get summary(): Promise<CrawlSummary> {
    // Who waits for the end takes no pages meanwhile, so the crawl must not wait for them.
    this.#given.leave();
    return this.#begin();
  }

  /** The pages, each once, as they are stored; leaving the loop early ends the crawl. */
  async *[Symbol.asyncIterator](): AsyncGenerator<CrawledPage, void, undefined> {
    this.#given.open();
    const running = this.#begin();
    let isDone = false;
    try {
      for await (const page of this.#pages(this.#given)) yield page;
      await running;
      isDone = true;
    } finally {
      if (!isDone) await this.#end(running);
    }
  }

  /** Addresses that could not be had, and pages that were not reached, with the reasons; those known so far. */
  async *failures(): AsyncGenerator<FailedPage, void, undefined> {
    yield* failedPages((reader) => this.#shelf.read(reader));
  }

  /** Ends the crawl where it runs, and removes what it keeps in a temporary folder. */
  async close(): Promise<void> {
    if (this.#running) await this.#end(this.#running);
    await this.#shelf.close();
    if (isTemporary(this.out)) rmSync(this.out, { recursive: true, force: true });
  }

  async #end(running: Promise<unknown>): Promise<void> {
    this.#stop.abort();
    this.#given.leave();
    await running.catch(() => {});
  }

  #begin(): Promise<CrawlSummary> {
    if (this.#running) return this.#running;
    this.#running = this.#run();
    // Who only iterates meets the error there.
    this.#running.catch(() => {});
    return this.#running;
  }

  async #run(): Promise<CrawlSummary> {
    const { listen, hooks, labeller, sinks = [], signal } = this.#options;
    const { extract } = this.#settings;
    for (const text of this.#notes) listen?.({ kind: 'note', level: 'info', text });
    const pages: number[] = [];
    const sinking = sinks.length === 0 ? null : this.#sink(sinks);
    // It is met below, when the crawl has ended.
    sinking?.catch(() => {});
    try {
      const { runCrawl: crawlSite } = await import('../crawl.ts');
      const summary = await crawlSite(this.#settings, {
        listen: (event: CrawlEvent) => {
          listen?.(event);
          if (event.kind !== 'page') return;
          // What a page says as a record is known when all pages were compared.
          if (extract === null) this.#feed(event.number);
          else pages.push(event.number);
        },
        signal: AbortSignal.any([this.#stop.signal, ...(signal ? [signal] : [])]),
        hooks: splitHooks(hooks).own,
        ...(labeller && { labeller }),
        outputs: !isTemporary(this.out),
        attend: this.#shelf.attend,
        pace: () => this.#sunk.room() ?? this.#given.room(),
      });
      for (const number of pages) this.#feed(number);
      this.#over();
      await sinking;
      for (const sink of sinks) await sink.end?.(summary);
      return summary;
    } finally {
      this.#over();
      await sinking?.catch(() => {});
    }
  }

  #feed(number: number): void {
    if ((this.#options.sinks ?? []).length > 0) this.#sunk.add(number);
    this.#given.add(number);
  }

  #over(): void {
    this.#sunk.end();
    this.#given.end();
  }

  async #sink(sinks: NonNullable<CrawlOptions['sinks']>): Promise<void> {
    this.#sunk.open();
    try {
      for await (const page of this.#pages(this.#sunk)) for (const sink of sinks) await sink.page(page);
    } catch (error) {
      this.#stop.abort();
      this.#sunk.leave();
      throw error;
    }
  }

  /** A page that is seen a second time comes again only where it shows something else. */
  async *#pages(feed: PageFeed): AsyncGenerator<CrawledPage, void, undefined> {
    const shown = new Map<number, string>();
    for (;;) {
      const number = await feed.take();
      if (number === null) return;
      const page = await this.#shelf.page(number);
      if (page === null || shown.get(number) === page.fingerprint) continue;
      shown.set(number, page.fingerprint);
      yield page;
    }
  }
}

const folders = new Set<string>();

function isTemporary(out: string): boolean {
  return folders.has(out);
}

/** A folder that is removed when the process ends; those of processes that were killed are removed by the next one. */
function temporaryFolder(): string {
  removeLeftovers(temporary);
  const out = mkdtempSync(join(tmpdir(), `${temporary}${process.pid}-`));
  if (folders.size === 0)
    process.once('exit', () => {
      for (const folder of folders) rmSync(folder, { recursive: true, force: true });
    });
  folders.add(out);
  return out;
}
