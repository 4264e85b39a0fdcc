/**
 * Uses Argiope inside a Crawlee crawler: Crawlee keeps the queue and the results, Argiope finds what an address shows
 * after clicks.
 *
 *     npm install crawlee
 *     node in-crawlee.ts https://example.org/thing/1 https://example.org/thing/2
 */
import { crawl } from 'argiope';
import { BasicCrawler } from 'crawlee';

const crawler = new BasicCrawler({
  maxConcurrency: 2,
  requestHandlerTimeoutSecs: 600,
  async requestHandler({ request, pushData, log }) {
    const states = crawl(request.url, { scope: 'page', maxPages: 20, workers: 1 });
    for await (const page of states)
      await pushData({ url: request.url, state: page.label, text: await page.text() });
    log.info(`${request.url}: ${(await states.summary).pages} states`);
    await states.close();
  },
});

await crawler.run(process.argv.slice(2));
