/** As much of Crawlee as the example uses, so that it compiles where Crawlee is not installed. */
declare module 'crawlee' {
  interface HandlerContext {
    readonly request: { readonly url: string };
    readonly log: { info(text: string): void };
    pushData(data: object): Promise<void>;
  }
  class BasicCrawler {
    constructor(options: {
      readonly maxConcurrency?: number;
      readonly requestHandlerTimeoutSecs?: number;
      requestHandler(context: HandlerContext): Promise<void>;
    });
    run(addresses: readonly string[]): Promise<unknown>;
  }
}
