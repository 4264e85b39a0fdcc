import type { CrawlListener, SiteStore } from '../../model/index.ts';
import { PageReaders } from './readers/readers.ts';

/**
 * Threads beside that of the crawl: some read pages, one writes what is stored. They are begun when there is enough to
 * do for them, since a small crawl is over by the time that they are there.
 */
export class Helpers {
  readonly readers = new PageReaders();
  readonly #site: SiteStore;
  readonly #threads: number;
  readonly #enough: number;
  readonly #listen: CrawlListener;
  #pages = 0;
  #begun: Promise<void> | null = null;
  #endWriting: (() => Promise<void>) | null = null;

  /** `threads` read, and one writes beside them; 0: all is done in the thread of the crawl. */
  constructor(parts: {
    readonly site: SiteStore;
    readonly threads: number;
    /** Pages that are read before they are begun. */
    readonly enough: number;
    readonly listen: CrawlListener;
  }) {
    this.#site = parts.site;
    this.#threads = parts.threads;
    this.#enough = parts.enough;
    this.#listen = parts.listen;
  }

  /** A page was asked for, or is about to be; resolves at once, unless threads are to be there from the first on. */
  async count(): Promise<void> {
    if (this.#pages++ !== this.#enough || this.#threads === 0) return;
    this.#begun = this.#begin().catch((error: Error) => {
      const text = `no threads could be begun (${error.message}): everything is done in one`;
      this.#listen({ kind: 'note', level: 'warning', text });
    });
    if (this.#enough === 0) await this.#begun;
  }

  /** Ends all of them, when everything is written. */
  async close(): Promise<void> {
    await this.#begun;
    await this.readers.close();
    await this.#endWriting?.();
  }

  async #begin(): Promise<void> {
    const writing = this.#site.beside?.().then((end) => {
      this.#endWriting = end;
    });
    await Promise.all([writing, this.readers.begin(this.#threads)]);
  }
}
