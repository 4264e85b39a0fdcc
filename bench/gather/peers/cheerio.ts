/** Gathers a site with Crawlee's Cheerio crawler as its users do: enqueue every link, push what was read. */
import { createRequire } from 'node:module';
import { join } from 'node:path';

interface Context {
  readonly request: { readonly url: string };
  readonly body: string | Uint8Array;
  $(selector: string): { text(): string };
  enqueueLinks(): Promise<unknown>;
  pushData(data: unknown): Promise<void>;
}

interface Cheerio {
  readonly CheerioCrawler: new (
    options: Readonly<Record<string, unknown>> & { requestHandler(context: Context): Promise<void> },
  ) => { run(urls: readonly string[]): Promise<unknown> };
}

const [home = '', url = '', workers = '32'] = process.argv.slice(2);
const { CheerioCrawler } = createRequire(join(home, 'package.json'))('@crawlee/cheerio') as Cheerio;

await new CheerioCrawler({
  minConcurrency: Number(workers) / 2,
  maxConcurrency: Number(workers),
  respectRobotsTxtFile: true,
  async requestHandler({ request, body, $, enqueueLinks, pushData }) {
    await pushData({ url: request.url, title: $('title').text(), html: body.toString() });
    await enqueueLinks();
  },
}).run([url]);
