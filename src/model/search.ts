/** The words of search: what is asked, what the index of a store holds, and what it answers. */

/** What must be in a text. */
export type SearchTerm =
  | {
      readonly kind: 'term';
      /** `any`: title or own text. */
      readonly column: 'any' | 'title' | 'url';
      /** As it was written, for highlighting. */
      readonly text: string;
      /** Tokens that stand one behind the other. */
      readonly tokens: readonly string[];
      /** Whether the last token is the beginning of one. */
      readonly prefix: boolean;
      /** The word of a script without blanks: where it is a word of the text, the page ranks higher. */
      readonly word: string | null;
    }
  | { readonly kind: 'all' | 'any'; readonly terms: readonly SearchTerm[] };

/** What is asked of a field of records; names of fields are compared without case. */
export type FieldQuery = { readonly field: string; readonly isNot: boolean } & (
  | {
      readonly kind: 'contains';
      readonly tokens: readonly string[];
      readonly prefix: boolean;
      readonly text: string;
    }
  | { readonly kind: 'equals'; readonly text: string }
  | { readonly kind: 'compare'; readonly sign: '<' | '<=' | '>' | '>='; readonly value: number }
);

/** A question: everything in it must hold. */
export interface SearchQuery {
  readonly all: readonly SearchTerm[];
  readonly none: readonly SearchTerm[];
  /** What need not be there, and counts where it is. */
  readonly also: readonly SearchTerm[];
  /** Types of pages, or of records; one of them. */
  readonly types: readonly string[];
  /** Hosts, or domains that they are in; one of them. */
  readonly sites: readonly string[];
  /** Asked of records. */
  readonly fields: readonly FieldQuery[];
}

/**
 * What a document shows, by its lines. A line is made of texts, each with the kind of its place: an index into
 * `places`, then the text.
 */
export interface PageText {
  readonly places: readonly string[];
  readonly lines: readonly (readonly (number | string)[])[];
}

/** A page or file as the index keeps it. */
export interface IndexedPage {
  readonly number: number;
  readonly kind: 'page' | 'file';
  /** Number of the first page that shows the same address in the same document: together they are one hit. */
  readonly group: number;
  readonly document: number;
  /** Address that was shown, without what only names a place in the page. */
  readonly shown: string;
  readonly host: string;
  readonly type: string | null;
  readonly title: string;
  readonly depth: number;
  readonly text: PageText;
}

/** Tokens of a text by its parts, ready to be filed. */
export interface FiledText {
  readonly title: Iterable<string>;
  /** Of headings and terms that are explained; they are part of the text, too. */
  readonly heads: Iterable<string>;
  readonly text: Iterable<string>;
  /** Of what stands beside the text, such as a table of contents of the page. */
  readonly beside: Iterable<string>;
  readonly url: Iterable<string>;
  /** Words that names are made of: `get` and `item` of `getItem`. */
  readonly parts: Iterable<string>;
  /** Words of scripts without blanks. */
  readonly words: Iterable<string>;
}

/** A page, or a record, ready to be filed. */
export interface FiledPage extends FiledText {
  readonly number: number;
  readonly group: number;
  readonly depth: number;
}

/** Lists of some tokens, found by the first of them; keys are compared as bytes. */
export interface SegmentBlock {
  readonly first: Uint8Array;
  readonly data: Uint8Array;
}

/** Pages that are filed together, as a store takes them. */
export interface FiledSegment {
  readonly numbers: readonly number[];
  /** How many tokens there are. */
  readonly tokens: number;
  readonly pages: Uint8Array;
  readonly blocks: readonly SegmentBlock[];
}

/** How large a segment is, and how much of it still counts. */
export interface SegmentSize {
  readonly segment: number;
  readonly tokens: number;
  readonly pages: number;
  /** Pages of it that are neither gone nor filed anew. */
  readonly live: number;
}

/** What is read of the index at once, so that all of it is of one moment. */
export interface ListQuestion {
  readonly of: 'pages' | 'records';
  /** Keys of tokens. */
  readonly tokens: readonly Uint8Array[];
  /** Keys between which all tokens are asked for. */
  readonly ranges: readonly (readonly [from: Uint8Array, before: Uint8Array])[];
  /** Which pages or records alone are meant; `null` where all are. */
  readonly only: Pick<SearchQuery, 'types' | 'sites' | 'fields'> | null;
}

/** What the index holds of it. */
export interface ListAnswer {
  readonly segments: readonly {
    readonly pages: Uint8Array;
    /** Numbers of pages that do not count any more. */
    readonly gone: readonly number[];
    /** Blocks in which the tokens are, if anywhere; each once. */
    readonly blocks: readonly Uint8Array[];
  }[];
  /** Numbers of those that are meant alone. */
  readonly only: readonly number[] | null;
  /** How many pages lead to each, by number. */
  readonly inlinks: Uint8Array | null;
}

/** A record as the index keeps it. */
export interface IndexedRecord {
  readonly type: string;
  /** The record as JSON. */
  readonly json: string;
  readonly values: readonly {
    readonly field: string;
    readonly text: string;
    /** Folded. */
    readonly plain: string;
    /** Its tokens, with a blank before and behind each. */
    readonly tokens: string;
    readonly number: number | null;
  }[];
  readonly filed: FiledText;
}

/** Records that are filed together. */
export interface RecordBatch {
  readonly records: readonly IndexedRecord[];
  readonly segment: FiledSegment;
}

/** A page that matches. */
export interface PageMatch {
  readonly number: number;
  readonly group: number;
  readonly depth: number;
  /** How well its text matches; more is better. */
  readonly score: number;
  /** Pages that lead to it. */
  readonly inlinks: number;
}

/** A record that matches. */
export interface RecordMatch {
  readonly id: number;
  readonly score: number;
}

/** What the pages of a host have in common. */
export interface SiteFrame {
  /** Pages of the host when it was found out. */
  readonly pages: number;
  /** Prints of texts at their places. */
  readonly prints: readonly number[];
  /** The texts themselves, each once. */
  readonly texts: readonly string[];
}

/** How many values of one kind the matching records have. */
export interface Facet {
  readonly values: readonly { readonly value: string; readonly count: number }[];
  /** How many values there are beside those named. */
  readonly others: number;
  /** Least and most, where all values are numbers. */
  readonly range?: readonly [number, number];
}

/**
 * The index of a site, kept in its store. The store itself notes in each transaction which pages have come, changed
 * or gone: they wait here until somebody has read them.
 */
export interface SearchIndex {
  /** Numbers of pages that wait, in order; all of them where the limit is negative. */
  waiting(limit: number): Promise<readonly number[]>;
  /** Has every kept page wait, and forgets all that was indexed. */
  forget(): Promise<void>;
  /** Takes pages in and others out, and both off those that wait. Their words are still to be filed. */
  put(pages: readonly IndexedPage[], gone: readonly number[]): Promise<void>;
  /** The first page of a document that shows an address. */
  groupOf(document: number, shown: string): Promise<number | null>;
  page(number: number): Promise<IndexedPage | null>;
  /**
   * Pages whose words are to be filed, in number order, from `after` (exclusive) on: at least one where there is one, and
   * so many at the most. Each is unpacked when it is come to, once.
   */
  unfiled(limit: number, after?: number): Promise<Iterable<IndexedPage>>;
  /** Takes a segment in; what was filed of its pages before does not count any more. */
  file(segment: FiledSegment): Promise<void>;
  /** Segments of pages. */
  segments(): Promise<readonly SegmentSize[]>;
  /** Has the pages of some segments filed anew. */
  unfile(segments: readonly number[]): Promise<void>;
  /** Hosts with their pages by address, and how many of these have changed since the frame was found out. */
  hosts(): Promise<readonly { readonly host: string; readonly pages: number; readonly changed: number }[]>;
  /**
   * Pages by address of a host, so many at the most, evenly drawn and the same ones each time; fewer where they are
   * large. Each is unpacked when it is come to, once.
   */
  sample(host: string, limit: number): Promise<Iterable<IndexedPage>>;
  frame(host: string): Promise<SiteFrame | null>;
  /** Keeps a frame; where it is another than before, all pages of the host are filed anew. */
  putFrame(host: string, frame: SiteFrame): Promise<void>;
  /** How many pages lead to each; replaces what was known. */
  putInlinks(counts: Uint8Array): Promise<void>;
  /** Takes records instead of all that were there, numbered from 0 on; `print` says which ones they are. */
  putRecords(print: string, batches: Iterable<RecordBatch>): Promise<void>;
  recordsPrint(): Promise<string | null>;
  /** Numbers of files that are indexed. */
  files(): Promise<readonly number[]>;

  lists(question: ListQuestion): Promise<ListAnswer>;
  record(id: number): Promise<string | null>;
  /** Values of fields among some records, the most frequent first. */
  facets(ids: readonly number[], most: number): Promise<Readonly<Record<string, Facet>>>;
  /** Pages and files that are indexed. */
  count(): Promise<number>;
}
