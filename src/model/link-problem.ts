/** A page with a link to something. */
export interface LinkSource {
  readonly number: number;
  /** Address that it showed when it was captured. */
  readonly address: string;
  readonly label: string;
}

/** An address that links of a site should not have, or that is gone; and where these links are. */
export interface LinkProblem {
  /**
   * `broken`: nothing could be had there. `redirect`: another address answers. `duplicate`: it shows the page of
   * another address, which it redirects to, or which has the same content.
   */
  readonly kind: 'broken' | 'redirect' | 'duplicate';
  readonly number: number;
  /** `null` where an event leads there, and no address. */
  readonly url: string | null;
  readonly label: string;
  /** Code of the error; `null` where there was none. */
  readonly code: string | null;
  /** What happened, in words. */
  readonly reason: string;
  /** Address that links should have instead, where it is known. */
  readonly to: string | null;
  /** How many links lead to it, and pages with such links: the first of them. */
  readonly links: number;
  readonly from: readonly LinkSource[];
}

/** What is wrong with the links of a crawl: the JSON object of `links --json`. */
export interface LinkReport {
  readonly command: 'links';
  /** Pages whose links were looked at. */
  readonly pages: number;
  readonly broken: number;
  readonly redirects: number;
  readonly duplicates: number;
  /** Whether the crawl has asked for all addresses that it found. */
  readonly finished: boolean;
  readonly problems: readonly LinkProblem[];
  readonly out: string;
}
