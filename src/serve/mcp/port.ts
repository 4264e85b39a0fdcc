/** A call of a tool as it is answered: what ends it early, and who is told how far it is. */
export interface McpCall {
  readonly signal: AbortSignal;
  /** Told how many pages there are, and in words how it goes. */
  readonly progress: (pages: number, text: string) => void;
}

/** What may be asked of the page tool. */
export const pageParts = ['text', 'links', 'actions', 'records', 'path'] as const;

/** A part of a page. */
export type AskedPart = (typeof pageParts)[number];

/** What the tools do, on one crawl: whoever calls can name no other folder, store or address. */
export interface McpPort {
  /** What the crawl is of, in words for whoever reads the instructions. */
  readonly about: string;
  /** Crawls on, so many pages and seconds at most; absent where no address was named to be crawled. */
  crawl?(limits: { readonly pages: number; readonly seconds: number }, call: McpCall): Promise<object>;
  /** Asks the search forms of the crawl's pages on the live site; absent where that site may not be asked. */
  query?(asked: { readonly query: string; readonly seconds: number }, call: McpCall): Promise<object>;
  search(asked: { readonly query: string; readonly limit: number; readonly offset: number }): Promise<object>;
  /** A part of a page; `text` of a long one is cut by who asked. */
  page(asked: { readonly page: string; readonly part: AskedPart }): Promise<McpPage>;
  records(asked: RecordQuestion): Promise<object>;
}

/** Which records are asked for: conditions and a type, each empty where all are. */
export interface RecordQuestion {
  readonly query: string;
  readonly type: string;
  readonly limit: number;
  readonly offset: number;
}

/** A page as the page tool tells it: what it is, and the part that was asked for. */
export interface McpPage {
  readonly about: object;
  /** Main text as Markdown. */
  readonly text?: string;
  /** One after the other, as many as there is room for. */
  readonly rows?: readonly object[];
}
