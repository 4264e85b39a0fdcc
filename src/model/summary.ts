import type { FormCounts } from './form-report.ts';

/** How the pages of a site were opened. */
export interface EngineSummary {
  /** Pages that were read without the browser. */
  readonly http: number;
  /** Pages that were opened in the browser. */
  readonly browser: number;
  /** Those of them that were read as well, to see whether that is enough. */
  readonly compared: number;
  /** Pages without scripts, of those that were read. */
  readonly still: number;
  /** Types of pages with scripts, the largest first. */
  readonly types: readonly {
    /** What the addresses of such pages look like. */
    readonly address: string;
    readonly engine: 'http' | 'browser' | 'undecided';
    readonly pages: number;
    readonly compared: number;
    readonly why: string;
  }[];
}

/** What a crawl came to: the JSON object of `crawl --json`, fields in this order. */
export interface CrawlSummary {
  readonly command: 'crawl';
  readonly pages: number;
  readonly urlPages: number;
  readonly statePages: number;
  /** Addresses and events that show what a page shows. */
  readonly duplicates: number;
  /** Addresses that redirect to pages which have another. */
  readonly redirects: number;
  readonly instructions: { readonly seen: number; readonly unique: number };
  readonly events: {
    readonly fired: number;
    readonly replayed: number;
    readonly skipped: number;
    readonly suspended: number;
    /** Skips that were fired all the same, and those of them that gave a new page. */
    readonly audited: number;
    readonly wrong: number;
  };
  /** Pages that are expected behind actions that were not fired, estimated from similar actions. */
  readonly unseen: number;
  readonly resets: number;
  readonly requests: number;
  readonly requestsFromCache: number;
  readonly bytes: number;
  readonly errors: number;
  /** Seconds of crawling, all runs of a resumed crawl together. */
  readonly seconds: number;
  readonly finished: boolean;
  readonly out: string;
  /** Seconds that mirror, sitemap, graph and listing took. */
  readonly outputSeconds: number;
  readonly stopped: 'done' | 'limit' | 'interrupted';
  /** Forms of the pages, those of them that search, and those that were asked. */
  readonly forms?: FormCounts;
  /** Requests, answers, links, pages and records that hooks have dropped; absent without hooks. */
  readonly dropped?: number;
  /** Files that links lead to, by their kinds (`pdf`, `json`), the most frequent first; absent without any. */
  readonly files?: Readonly<Record<string, number>>;
  /** The topic of the crawl, the pages about it, and how much all have to do with it in the mean, 0 to 1. */
  readonly focus?: { readonly words: string; readonly pages: number; readonly relevance: number };
  /** Records that were written and that were turned away, where records are made. */
  readonly records?: number;
  readonly rejected?: number;
  /** Pages of each type, where it was said what types there are. */
  readonly types?: Readonly<Record<string, number>>;
  /** Types of which pages are wanted; absent where all are. */
  readonly want?: readonly string[];
  /** How pages were opened, where that was decided page by page. */
  readonly engines?: EngineSummary;
}
