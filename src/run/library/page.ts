import type { EntryStep } from '../../derive/index.ts';
import type { DocumentTree, Reason } from '../../model/index.ts';
import type { ExtractedRecord } from '../../records/index.ts';

/** A link of a page: an element that leads to an address. */
export interface FoundLink {
  readonly url: string;
  /** Visible text or label, cut at 120 characters. */
  readonly text: string;
  /** Number of the page, file or failure at that address, where it has one. */
  readonly page: number | null;
  /** Why it was followed or not. */
  readonly reason: Reason;
}

/**
 * One page of a crawl: of an address, or of a state that events lead to. What it shows is read from the store when
 * it is asked for.
 */
export interface CrawledPage {
  /** Number inside the crawl; 0 is the start page. */
  readonly number: number;
  /** Whether an address leads to it, or events alone. */
  readonly kind: 'url' | 'state';
  /** Address that opens it, `null` where only events lead to it. */
  readonly url: string | null;
  /** Address that was shown when it was captured; states share that of their document. */
  readonly address: string;
  readonly title: string;
  /** What tells it apart from other states of its document: `New thing › Reviews`. */
  readonly label: string;
  /** How it is reached: the address to open, then the events to fire. */
  readonly entry: readonly EntryStep[];
  /** Links that were found on it. */
  readonly links: readonly FoundLink[];
  /** Fields of the record that the page is, `null` where none was made. */
  readonly record: ExtractedRecord['fields'] | null;
  /** All records of the page: its own, and the items of its lists. */
  readonly records: readonly ExtractedRecord[];
  /** Name of its type, where types are known. */
  readonly type: string | null;
  /** HTTP status. */
  readonly status: number;
  readonly contentType: string;
  readonly lang: string;
  /** 16 hex digits over its content. */
  readonly fingerprint: string;
  /** When it was captured, ISO 8601. */
  readonly time: string;
  /** When it was written or last changed, ISO 8601, as far as anybody says. */
  readonly dated: string | null;
  /** What hooks have noted on it. */
  readonly tags: readonly string[];
  /** The document as HTML, as scripts and events had made it. */
  html(): Promise<string>;
  /** All text that it shows. */
  text(): Promise<string>;
  /** Its main text as Markdown. */
  markdown(): Promise<string>;
  /** The document as a tree. */
  document(): Promise<DocumentTree>;
  /** A picture (PNG) of the page, painted from the store without asking the site; needs a browser. */
  screenshot(): Promise<Uint8Array>;
}
