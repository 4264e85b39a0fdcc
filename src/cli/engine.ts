import type { CrawlSettings } from '../config/index.ts';
import type { CrawlListener } from '../model/progress.ts';

/** What `crawl` prints with `--json`, in this order (design §7). */
export interface CrawlSummary {
  readonly command: 'crawl';
  readonly pages: number;
  readonly urlPages: number;
  readonly statePages: number;
  readonly duplicates: number;
  readonly instructions: { readonly seen: number; readonly unique: number };
  readonly events: {
    readonly fired: number;
    readonly replayed: number;
    readonly skipped: number;
    readonly suspended: number;
  };
  readonly resets: number;
  readonly requests: number;
  readonly requestsFromCache: number;
  readonly bytes: number;
  readonly errors: number;
  readonly seconds: number;
  readonly finished: boolean;
  readonly out: string;
}

/** A crawl's summary with what the outputs took and why it ended. */
export type CrawlResult = CrawlSummary & {
  /** Seconds that mirror, sitemap, graph and listing took. */
  readonly outputSeconds: number;
  readonly stopped: 'done' | 'limit' | 'interrupted';
};

/** A store and the folder that its derived outputs go to. */
export interface Place {
  readonly out: string;
  readonly store?: string;
}

/** The part of the composition root that commands use; a test can stand in for it. */
export interface Engine {
  crawl(
    settings: CrawlSettings,
    hooks?: { readonly listen?: CrawlListener; readonly signal?: AbortSignal },
  ): Promise<CrawlResult>;
  mirror(options: Place): Promise<object>;
  sitemap(options: Place & { readonly baseUrl?: string | null }): Promise<object>;
  graph(options: Place & { readonly format: 'json' | 'graphml' | 'dot' }): Promise<object>;
  exportPages(options: Place): Promise<object>;
  findBrowser(options: { readonly path: string | null }): Promise<FoundBrowser>;
}

/** The browser that a crawl would use. */
export interface FoundBrowser {
  readonly path: string;
  readonly version: string;
  /** Option, environment, system or bundled. */
  readonly source: string;
}

/** Loads the composition root; late, so that help and usage errors do not wait for it. */
export async function loadEngine(): Promise<Engine> {
  return await import('../index.ts');
}
