import type { CrawlSettings } from './settings.ts';

/** Settings of a recrawl: what the crawl was begun with stays, what is given here is followed instead. */
export interface RecrawlSettings {
  readonly out: string;
  /** `sqlite:FILE`. */
  readonly store: string;
  /** Addresses of the crawl that were given again, without the logins that they carried (`crawl.logins`). */
  readonly seeds?: readonly string[];
  /** Requests of one run, or of one round; `null`: as many as it takes. */
  readonly budget: number | null;
  /** Seconds of a round: the recrawl goes on until it is ended; `null`: one run. */
  readonly every: number | null;
  /** Pages that were seen since this moment (ISO 8601) are left alone. */
  readonly since: string | null;
  /** Seconds. */
  readonly maxTime: number | null;
  /** Manners and access, browser and outputs, as far as they are to differ from the defaults. */
  readonly crawl: Partial<CrawlSettings>;
}
