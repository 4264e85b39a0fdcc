import type { Resource } from './capture.ts';
import type { Lead, Page, PageContent, Transition } from './page.ts';
import type { SearchIndex } from './search.ts';
import type { PageInput, PageVersion, PageVisits } from './visits.ts';

/** Running totals of a crawl; they survive a resume. Names as in the JSON summary. */
export interface Totals {
  readonly instructionsSeen: number;
  readonly instructionsUnique: number;
  readonly eventsFired: number;
  readonly eventsReplayed: number;
  readonly eventsSkipped: number;
  readonly eventsSuspended: number;
  /** Pages that are expected behind what was left unfired: the sum of its chances. */
  readonly unseen: number;
  /** Skips that were fired all the same, and those of them that gave a new page. */
  readonly eventsAudited: number;
  readonly wrongSkips: number;
  /** Addresses and events that show what a page shows. */
  readonly duplicates: number;
  /** Addresses that redirect to pages which have another. */
  readonly redirects: number;
  readonly resets: number;
  readonly requests: number;
  readonly requestsFromCache: number;
  readonly bytes: number;
  readonly errors: number;
  /** Addresses at which a file was found and no page. */
  readonly files: number;
  /** Requests, answers, links, pages and records that hooks have dropped. */
  readonly dropped: number;
  readonly seconds: number;
}

/** Totals of a crawl that has not begun. */
export const noTotals: Totals = {
  instructionsSeen: 0,
  instructionsUnique: 0,
  eventsFired: 0,
  eventsReplayed: 0,
  eventsSkipped: 0,
  eventsSuspended: 0,
  unseen: 0,
  eventsAudited: 0,
  wrongSkips: 0,
  duplicates: 0,
  redirects: 0,
  resets: 0,
  requests: 0,
  requestsFromCache: 0,
  bytes: 0,
  errors: 0,
  files: 0,
  dropped: 0,
  seconds: 0,
};

/** What is kept of a crawl as a whole. One site is one numbering of pages. */
export interface SiteInfo {
  readonly site: number;
  /** Authority of the first seed: `127.0.0.1:8080`. */
  readonly name: string;
  readonly seeds: readonly string[];
  /** The settings that decide what the pages are (scope, dedupe, tags, events, …), as given. */
  readonly settings: Readonly<Record<string, unknown>>;
  readonly createdAt: string;
  /** Set when nothing was left to do. */
  readonly finishedAt: string | null;
  /** Smallest number not given out yet. */
  readonly nextNumber: number;
  readonly totals: Totals;
}

/** One atomic step of the crawl: all of it becomes durable, or none (docs/architecture.md, step 8). */
export interface Change {
  /** Pages born into the frontier, written whole. */
  readonly queued?: readonly Page[];
  /** Pages by address that are to be visited once more: what was captured of them is forgotten, their links too. */
  readonly requeued?: readonly number[];
  /**
   * A page that was captured and is new, or shows another content than before: status becomes `kept`, content
   * and blob are stored. What it showed before becomes a version of it.
   */
  readonly kept?: {
    readonly number: number;
    readonly content: PageContent;
    /** JSON text of a `DocumentTree`; with `content.charset`, the page as it came. */
    readonly document: Uint8Array;
    /** The step that did lead to it, where that is not the one by which it was found. */
    readonly entry?: { readonly source: number; readonly ord: number };
  };
  /** Number found equal to an older page: transitions to it and instructions follow. */
  readonly merged?: readonly { readonly number: number; readonly into: number }[];
  /** Given up, with the reason; of a file its media type. */
  readonly failed?: {
    readonly number: number;
    readonly code: string;
    readonly message: string;
    readonly contentType?: string;
  };
  /** Numbers whose action was fired and changed nothing. */
  readonly unchanged?: readonly number[];
  /** `attempts` of a page, after a try that is to be repeated. */
  readonly attempts?: { readonly number: number; readonly attempts: number };
  /** Transitions found on a page (inserted), complete with reason and target. */
  readonly transitions?: readonly Transition[];
  /** Transitions that changed: fired, unchanged, failed, or led elsewhere than presumed. */
  readonly updated?: readonly Pick<Transition, 'source' | 'ord' | 'target' | 'reason'>[];
  /** Transitions that are not on their page any more. */
  readonly withdrawn?: readonly Pick<Transition, 'source' | 'ord'>[];
  /** What pages were made from: all of it, for each page named. */
  readonly inputs?: readonly { readonly page: number; readonly inputs: readonly PageInput[] }[];
  /** What the visits of pages have shown, written whole. */
  readonly visited?: readonly PageVisits[];
  /** Pages that are not there any more; their content stays. */
  readonly gone?: readonly number[];
  /** Pages that are there again, as they were. */
  readonly back?: readonly number[];
  /** State pages that are reached by another step than before. */
  readonly moved?: readonly { readonly number: number; readonly source: number; readonly ord: number }[];
  /** Additions to the instruction index. */
  readonly instructions?: readonly { readonly fingerprint: string; readonly number: number }[];
  /**
   * Prints of the instruction index that say what the kept page shows. Where workers share a crawl and another one has
   * filed one of them first, the page becomes another name of that one.
   */
  readonly shows?: readonly string[];
  /** Host by whose lease this is done, where workers share a crawl. */
  readonly host?: string;
  /** What goes with addresses that are queued to whoever visits them, where workers share a crawl. */
  readonly handed?: readonly { readonly document: number; readonly text: string }[];
  /** Kept pages whose fingerprint changed, because more is known to be volatile. */
  readonly printed?: readonly { readonly number: number; readonly fingerprint: string }[];
  /** A note that goes with it. */
  readonly note?: { readonly key: string; readonly value: string };
  readonly nextNumber?: number;
  readonly totals?: Totals;
  readonly finishedAt?: string | null;
}

/** Rules of one template as a store keeps them; `text` is their JSON. */
export interface StoredRules {
  readonly domain: string;
  readonly template: string;
  /** From 1; a version once written is never changed. */
  readonly version: number;
  /** ISO 8601. */
  readonly savedAt: string;
  readonly text: string;
}

/** Numbers of pages, `to` exclusive. */
export interface NumberRange {
  readonly from: number;
  readonly to: number;
}

/** One site inside a store. Reads see what was committed. */
export interface SiteStore {
  info(): Promise<SiteInfo>;
  /** Durable when it resolves; may be put off for `wait` milliseconds so as to be written with others. */
  commit(change: Change, wait?: number): Promise<void>;
  /** Several steps in one transaction, in their order; resolves when they are durable. */
  commitAll(changes: readonly Change[]): Promise<void>;

  /**
   * Has steps written beside this thread from now on, where that can be; gives what ends it. Nothing else changes:
   * who reads sees what was handed over before, and what resolves is durable.
   */
  beside?(): Promise<() => Promise<void>>;

  /** Instruction index: fingerprints to page numbers, for those that are known. */
  numbersOf(fingerprints: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** Content index. */
  numberOfContent(fingerprint: string): Promise<number | null>;

  page(number: number): Promise<Page | null>;
  /** Pages with that status in number order, from `after` (exclusive) on. */
  pages(filter: {
    status?: Page['status'];
    document?: number;
    after?: number;
    limit?: number;
  }): Promise<readonly Page[]>;
  /** Pages that were merged into one, in number order. */
  mergedInto(number: number, limit: number): Promise<readonly Page[]>;
  counts(): Promise<Readonly<Record<Page['status'], number>>>;
  /** How many pages have a status: costs as much as there are such pages, whatever else there is. */
  count(status: Page['status']): Promise<number>;
  /** Hosts (with their ports) that have addresses waiting: costs as much as there are such hosts. */
  hostsWaiting(): Promise<readonly string[]>;
  /** Addresses of a host that wait, those of the highest priority first, then in number order. */
  waiting(host: string, limit: number): Promise<readonly Page[]>;
  /** Documents (URL page numbers) that have queued state pages, in number order. */
  documentsWaiting(): Promise<readonly number[]>;
  /** Transitions that leave a page, in `ord` order. */
  transitions(source: number): Promise<readonly Transition[]>;
  /** Transitions that leave the kept pages of a document. */
  transitionsWithin(document: number): Promise<readonly Transition[]>;
  /** Every transition, in (source, ord) order, read in pieces. */
  allTransitions(): AsyncIterable<Transition>;
  /** The same, piece by piece. */
  transitionPieces(): AsyncIterable<readonly Transition[]>;
  /** Where the transitions of the pages of a range lead (`to` exclusive), in (source, ord) order. */
  leads(range: NumberRange): Promise<readonly Lead[]>;
  /** The same as numbers alone: source and target of one after the other, those without a target left out. */
  leadNumbers(range: NumberRange): Promise<Int32Array>;

  /** Stored document of a kept page (see `PageContent.charset`). */
  blob(name: string): Promise<Uint8Array | null>;

  /** What the visits of pages have shown, in number order, from `after` (exclusive) on; none for pages seen once. */
  visits(filter: { after?: number; limit?: number }): Promise<readonly PageVisits[]>;
  /** What the visits of one page have shown. */
  visitsOf(page: number): Promise<PageVisits | null>;
  /** Contents that a page had before the one it has, oldest first. */
  versions(page: number): Promise<readonly PageVersion[]>;
  /** What some pages were made from. */
  inputs(pages: readonly number[]): Promise<ReadonlyMap<number, readonly PageInput[]>>;
  /** Files that pages use, by absolute address. Bodies are shared by content. */
  putResource(resource: Resource): Promise<void>;
  hasResource(url: string): Promise<boolean>;
  /** Files without their bodies, in the order of their addresses, from `after` (exclusive) on. */
  resources(filter: { after?: string; limit: number }): Promise<readonly Omit<Resource, 'body'>[]>;
  resource(url: string): Promise<(Resource & { readonly blob: string }) | null>;

  /** Small facts that rooms keep between runs (robots answers, learned classes, host delays). */
  note(key: string): Promise<string | null>;
  putNote(key: string, value: string): Promise<void>;

  /** The index of search; not written by commits, which only note what it lacks. */
  readonly search: SearchIndex;

  /** Rules of templates, by domain and template: the newest of each, or every version of one. */
  rules(of?: { readonly domain: string; readonly template: string }): Promise<readonly StoredRules[]>;
  /** Keeps rules as the next version of their template, and gives its number. */
  putRules(rules: Omit<StoredRules, 'version'>): Promise<number>;
}

/** A place where sites are kept. */
export interface Store {
  sites(): Promise<readonly SiteInfo[]>;
  /** Opens the site of that name, making it where `create` is given and it does not exist. */
  site(
    name: string,
    create?: { seeds: readonly string[]; settings: Readonly<Record<string, unknown>> },
  ): Promise<SiteStore | null>;
  close(): Promise<void>;
}
