import type { PageDate } from './date.ts';
import type { DocumentTree } from './document.ts';
import type { LinkMeta } from './link.ts';

/** A handler that a script has bound, as far as it can be known before it is run. */
export interface Handler {
  /**
   * Where it is written: script content and position, so that another build number or address of the same
   * script does not change it. Contains no bracket.
   */
  readonly place: string;
  /** How it was found. */
  readonly kind: HandlerKind;
  /**
   * Scalars that it is bound to or closes over, keys and arguments; empty where text and attributes tell
   * the elements apart already.
   */
  readonly values: string;
}

/** Ways in which an element comes to react. */
export type HandlerKind =
  | 'listener' /* addEventListener on the element itself */
  | 'property' /* element.onclick = … */
  | 'delegated' /* a listener on an ancestor that reacts to this element */
  | 'jquery'
  | 'react'
  | 'vue'
  | 'angular'
  | 'svelte'
  | 'lit'
  | 'alpine'
  | 'htmx'
  | 'native' /* the browser itself: disclosure, popover, dialog command */
  | 'cursor'; /* nothing but a pointing hand, below a listener of which nothing is known */

/** An element that may lead somewhere, as the driver saw it; identity turns it into an Action. */
export interface Candidate {
  readonly xpath: string;
  readonly id: string | null;
  readonly tag: string;
  /** Event that would be fired; `click` for links. */
  readonly event: string;
  /** What to choose, type or press, for events that need it. */
  readonly value?: string;
  /** Absolute address, for links only. With a `handler`, a script may answer the click instead. */
  readonly href?: string;
  /** Handler text (inline attribute or `javascript:` address), for scripted elements. */
  readonly call?: string;
  /** Address of the script that defines the called function, `inline` for the document's own. */
  readonly script?: string;
  /** Print of the document's own script that the called function is in: calls that look alike may differ there. */
  readonly source?: string;
  /** Handler bound by script. */
  readonly handler?: Handler;
  /** Visible text or label, cut at 120 characters. */
  readonly text: string;
  /** Attributes and own text that tell siblings apart where the call alone does not (`show(this)`). */
  readonly traits: string;
  /** Words that say what it does beside its text: id, class, name, title, aria-label. */
  readonly hints: string;
  /** What the page says about a link beside its text. */
  readonly meta?: LinkMeta;
  readonly hidden?: true;
  /**
   * Nothing is expected of it as the page stands: it says that it is the one of several that is shown (the current page,
   * the selected tab), or something was opened over it and it could be had before.
   */
  readonly spare?: true;
  /** It says that it is the one of several that is shown. */
  readonly chosen?: true;
  /** Something else lies over it. */
  readonly covered?: true;
  /**
   * It stands in a part that a script has put into the body since the document opened, after so many of the same that are
   * seen in such parts. Its path says what was opened before as well.
   */
  readonly late?: number;
}

/** Where an event has changed what a page shows. */
export interface ContentChange {
  /** XPath of the innermost element that holds everything that changed. */
  readonly path: string;
  /** Fingerprint of that element's content afterwards. */
  readonly print: string;
}

/** A request that a page made, as far as the driver saw it. */
export interface RequestRecord {
  readonly method: string;
  readonly url: string;
  readonly status: number;
  readonly kind: 'document' | 'data' | 'script' | 'asset';
  /** Rabin fingerprint of the decoded body, where it was read. */
  readonly print?: string | null;
  readonly etag?: string | null;
  /** ISO 8601. */
  readonly lastModified?: string | null;
  /** What was sent along, where the same may be asked again. */
  readonly question?: Question;
  /** Headers by which a script says how it wants to be answered; of data only. */
  readonly headers?: Readonly<Record<string, string>>;
  /** What came, where the event asked a form and it is text. */
  readonly answer?: { readonly contentType: string; readonly body: string };
}

/** A request that an event wanted to make and that was kept from leaving. */
export interface BlockedRequest {
  readonly method: string;
  readonly url: string;
  /** What it would have sent, as far as that is text. */
  readonly body: string;
}

/** What a request sends along to ask for something, as with GraphQL. */
export interface Question {
  readonly contentType: string;
  readonly body: string;
}

/** Real milliseconds of an event. */
export interface SettleTiming {
  /** From the event to the last change: a mutation, or an answer that was read. */
  readonly took: number;
  /** From the last change to the decision that the page has settled. */
  readonly lag: number;
  /** Making the document, its prints and its candidates, inside the page. */
  readonly capture: number;
}

/** Everything one visit gave: document, candidates, and the requests behind them (docs/architecture.md, step 4). */
export interface Capture {
  readonly fingerprint: string;
  /** The same over the form alone: without numbers, dates and the state of toggles. Absent: not made yet. */
  readonly form?: string;
  /** What the event changed; absent where a document was opened. */
  readonly change?: ContentChange;
  readonly document: DocumentTree;
  /** Address the document was loaded from, after redirects, without fragment: the scope of its calls. */
  readonly documentUrl: string;
  readonly status: number;
  readonly contentType: string;
  readonly lastModified: string | null;
  /** `ETag` as the server wrote it, `null` where it gave none. */
  readonly etag: string | null;
  /** Until when the server calls its answer fresh (ISO 8601), `null` where it does not say. */
  readonly freshUntil: string | null;
  /** Rabin fingerprint of the decoded body as it came, `null` where scripts have made the page since. */
  readonly bodyPrint: string | null;
  /** When the page was written or last changed, as it and its server say; absent: not looked for. */
  readonly dated?: PageDate | null;
  readonly candidates: readonly Candidate[];
  /** Addresses that scripts wanted to open or go to, and such as a page writes elsewhere than in links. */
  readonly wanted: readonly string[];
  /**
   * Texts that the driver has typed into fields of this document since it was opened, in the order of typing;
   * absent: none. They stay in the list when the field is emptied. What shows them again (an entry that was
   * made of one, "nothing found for …") is our own doing and no content of the site.
   */
  readonly typed?: readonly string[];
  readonly requests: readonly RequestRecord[];
  /** What an event that asks a form wanted to send besides; absent: nothing. */
  readonly blocked?: readonly BlockedRequest[];
  /** Which engine saw it, where that was decided for this page. */
  readonly engine?: 'http' | 'browser';
  /** Seen by both engines, and it is not known yet whether pages like it have to be. */
  readonly undecided?: true;
  /** `budget`: something endless (polling, animation) was still running when patience ended. */
  readonly settled: 'quiet' | 'budget';
  /** The page as it came, where its document can be made of that again. */
  readonly sent?: { readonly body: Uint8Array; readonly charset: string };
  /** What hooks have noted on the page. */
  readonly tags?: readonly string[];
  /** How long settling took, as the page itself measured it. */
  readonly timing?: SettleTiming;
}

/** A file that pages use: style sheet, image, font. */
export interface Resource {
  readonly url: string;
  readonly status: number;
  readonly contentType: string;
  readonly body: Uint8Array;
}
