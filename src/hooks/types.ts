import type { DocumentTree } from '../model/document.ts';

/** Moments at which hooks are called, in the order in which they come for one page. */
export const hookMoments = ['request', 'response', 'links', 'page', 'record'] as const;

/** Name of a moment. */
export type HookMoment = (typeof hookMoments)[number];

/** Leaves something out, with the reason that is recorded. */
export interface Drop {
  readonly drop: string;
}

/** A request that is about to be sent. */
export interface RequestView {
  readonly url: string;
  readonly method: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** A page, a file that pages use, or robots.txt and sitemaps. */
  readonly kind: 'document' | 'asset' | 'data';
  readonly engine: 'http' | 'browser';
}

/** What is to be different about a request. */
export interface RequestChange {
  /** Where to ask instead; it is judged like a link, and the page keeps the address that it was found by. */
  readonly url?: string;
  /** Headers to set; `null` takes one away. */
  readonly headers?: Readonly<Record<string, string | null>>;
}

/** An answer, before it is judged and read. */
export interface ResponseView {
  /** Address that gave it. */
  readonly url: string;
  readonly status: number;
  /** Names in lower case; several of one name with commas between them. */
  readonly headers: Readonly<Record<string, string>>;
  readonly kind: RequestView['kind'];
  readonly engine: RequestView['engine'];
  /** Reads the decoded body; in the browser an answer is not at hand, and this throws. */
  body(): Promise<Uint8Array>;
  /** Reads the body as text. */
  text(): Promise<string>;
}

/** What is to be different about an answer; only with the HTTP engine, a browser reads its answers itself. */
export interface ResponseChange {
  readonly status?: number;
  /** Headers to set; `null` takes one away. */
  readonly headers?: Readonly<Record<string, string | null>>;
  /** Text is taken as UTF-8. */
  readonly body?: string | Uint8Array;
}

/** Asks once more for the same, up to three times in all. */
export interface Again {
  readonly again: string;
}

/** A link that was found on a page. */
export interface LinkView {
  readonly url: string;
  readonly text: string;
  /** What stands around it: id, class, title. */
  readonly hints: string;
  /** Name of the element, empty where a script asked for the address. */
  readonly tag: string;
  /** Place of the element. */
  readonly xpath: string;
  /** Which link of the page it is; one without it is a new one. */
  readonly key: number;
}

/** A link as a hook gives it back: one of those of the page, changed or not, or a new one. */
export type LinkResult = Pick<LinkView, 'url'> & Partial<Omit<LinkView, 'url'>>;

/** A page that is about to be kept. */
export interface PageView {
  readonly url: string;
  readonly title: string;
  readonly lang: string;
  readonly status: number;
  readonly contentType: string;
  readonly document: DocumentTree;
  /** What it shows, as text. */
  text(): string;
}

/** What is noted on a page that is kept. */
export interface PageChange {
  readonly tags: readonly string[];
}

/** Fields of a record by name. */
export type RecordFields = Readonly<Record<string, unknown>>;

/** A record that was extracted from a page. */
export interface RecordView {
  readonly record: RecordFields;
  /** Name of its template or rule set, where it has one. */
  readonly type: string | null;
  /** Address of the page. */
  readonly url: string;
  /** Number of the page. */
  readonly page: number;
}

/** What a record is to be instead. */
export interface RecordChange {
  readonly record: RecordFields;
}

// Functions that return nothing have the type `void`, with and without a promise.
// biome-ignore lint/suspicious/noConfusingVoidType: see above
type Said<T> = T | undefined | void | Promise<T | undefined | void>;

/**
 * Code of a user's own that looks at, changes or drops what goes through a crawl. Each moment is optional;
 * nothing returned means that all stays as it is.
 */
export interface Hooks {
  /** How messages call it; by default the file that it is in. */
  readonly name?: string;
  /** Smaller comes first, 0 where nothing is said; equal ones keep the order in which they were given. */
  readonly order?: number;
  request?(request: RequestView): Said<RequestChange | Drop>;
  response?(response: ResponseView): Said<ResponseChange | Drop | Again>;
  /** Those that are not given back are dropped. */
  links?(links: readonly LinkView[], page: PageView): Said<readonly LinkResult[]>;
  page?(page: PageView): Said<PageChange | Drop>;
  record?(record: RecordView): Said<RecordChange | Drop>;
}

/** Gives hooks their types, and nothing else. */
export function defineHooks(hooks: Hooks): Hooks {
  return hooks;
}
