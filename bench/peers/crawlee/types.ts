/** The few things of Crawlee and Playwright that are used; neither is a dependency. */

/** Elements that a selector names. */
export interface Locator {
  filter(options: { visible: boolean }): Locator;
  nth(index: number): Locator;
  count(): Promise<number>;
  evaluateAll<T>(read: (nodes: Element[]) => T[]): Promise<T[]>;
  click(options: { timeout: number }): Promise<void>;
}

/** A frame of a page. */
export interface Frame {
  evaluate<T>(read: () => T): Promise<T>;
  locator(selector: string): Locator;
}

/** A page of a browser. */
export interface Page {
  url(): string;
  goto(url: string): Promise<unknown>;
  frames(): Frame[];
  locator(selector: string): Locator;
  content(): Promise<string>;
  waitForTimeout(ms: number): Promise<void>;
  waitForSelector(selector: string): Promise<unknown>;
}

/** What a handler of Crawlee is given. */
export interface HandlerContext {
  readonly page: Page;
  readonly request: { readonly url: string };
  enqueueLinks(options?: { selector: string }): Promise<unknown>;
  enqueueLinksByClickingElements(options: { selector: string }): Promise<unknown>;
}

/** The package `@crawlee/playwright`. */
export interface Crawlee {
  readonly PlaywrightCrawler: new (options: {
    launchContext: {
      launchOptions: {
        executablePath: string;
        args: readonly string[];
        env: Readonly<Record<string, string | undefined>>;
      };
    };
    headless: boolean;
    minConcurrency?: number;
    maxConcurrency?: number;
    maxRequestRetries: number;
    requestHandlerTimeoutSecs: number;
    requestHandler(context: HandlerContext): Promise<void>;
  }) => { run(urls: readonly string[]): Promise<unknown> };
}
