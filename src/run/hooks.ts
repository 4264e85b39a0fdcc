import type { CrawlListener } from '../model/index.ts';

/** Who watches a crawl, and what ends it early. */
export interface CrawlHooks {
  readonly listen?: CrawlListener;
  /** Aborted: no further page is begun, what is in hand is finished and saved. */
  readonly signal?: AbortSignal;
}

/** A store and the folder that its derived outputs go to. */
export interface Place {
  readonly out: string;
  readonly store?: string;
}
