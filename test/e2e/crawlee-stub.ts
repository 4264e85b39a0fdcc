/** A stub, no crawler: it calls the handler for one address after the other and prints what is pushed. */
export class BasicCrawler {
  readonly #handle: (context: object) => Promise<void>;

  constructor(options: { requestHandler(context: object): Promise<void> }) {
    this.#handle = options.requestHandler;
  }

  async run(addresses: readonly string[]): Promise<void> {
    const log = { info: (text: string) => console.error(text) };
    const pushData = async (data: object) => console.log(JSON.stringify(data));
    for (const url of addresses) await this.#handle({ request: { url }, log, pushData });
  }
}
