import type { DocumentTree } from './document.ts';

/** An element that may lead somewhere, as the driver saw it; identity turns it into an Action. */
export interface Candidate {
  readonly xpath: string;
  readonly id: string | null;
  readonly tag: string;
  /** Event that would be fired; `click` for links. */
  readonly event: string;
  /** Absolute address, for links only. */
  readonly href?: string;
  /** Handler text (inline attribute or `javascript:` address), for scripted elements. */
  readonly call?: string;
  /** Address of the script that defines the called function, `inline` for the document's own. */
  readonly script?: string;
  /** Visible text or label, cut at 120 characters. */
  readonly text: string;
  /** Attributes and own text that tell siblings apart where the call alone does not (`show(this)`). */
  readonly traits: string;
  /** Words that say what it does beside its text: id, class, name, title, aria-label. */
  readonly hints: string;
  readonly hidden?: true;
}

/** A request that a page made, as far as the driver saw it. */
export interface RequestRecord {
  readonly method: string;
  readonly url: string;
  readonly status: number;
  readonly kind: 'document' | 'data' | 'asset';
}

/** Everything one visit gave: document, candidates, and the requests behind them (design §2, step 4). */
export interface Capture {
  readonly fingerprint: string;
  readonly document: DocumentTree;
  /** Address the document was loaded from, after redirects, without fragment: the scope of its calls. */
  readonly documentUrl: string;
  readonly status: number;
  readonly contentType: string;
  readonly lastModified: string | null;
  readonly candidates: readonly Candidate[];
  /** Addresses that scripts wanted to open or go to; they were not followed. */
  readonly wanted: readonly string[];
  readonly requests: readonly RequestRecord[];
  /** `budget`: something endless (polling, animation) was still running when patience ended. */
  readonly settled: 'quiet' | 'budget';
}

/** A file that pages use: style sheet, image, font. */
export interface Resource {
  readonly url: string;
  readonly status: number;
  readonly contentType: string;
  readonly body: Uint8Array;
}
