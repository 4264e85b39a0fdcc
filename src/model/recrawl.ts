/** A page in a report of changes. */
export interface ReportedPage {
  readonly number: number;
  readonly address: string;
  readonly title: string;
  /** Its title and, where events lead to it, what was fired. */
  readonly label: string;
}

/** What a recrawl came to: the JSON object of `recrawl --json`, fields in this order. */
export interface RecrawlSummary {
  readonly command: 'recrawl';
  /** Distinct pages that the crawl holds now. */
  readonly pages: number;
  readonly new: number;
  readonly changed: number;
  readonly gone: number;
  readonly unchanged: number;
  /** Pages that were due and were not seen: budget, limits, errors, robots.txt. */
  readonly notVisited: number;
  readonly requests: number;
  /** Requests that asked whether something has changed, and those that were answered with 304. */
  readonly probes: number;
  readonly notModified: number;
  /** Documents opened and events fired to see pages that may have changed or are new. */
  readonly opened: number;
  readonly events: number;
  readonly errors: number;
  readonly seconds: number;
  readonly finished: boolean;
  readonly out: string;
  readonly stopped: 'done' | 'limit' | 'interrupted';
  /** Files that links lead to, found in this run; absent without any. */
  readonly files?: number;
  /** Records that were made anew, and those that did not pass; absent where the crawl has none or nothing changed. */
  readonly records?: number;
  readonly rejected?: number;
  readonly lists: {
    readonly new: readonly ReportedPage[];
    readonly changed: readonly ReportedPage[];
    readonly gone: readonly ReportedPage[];
  };
}
