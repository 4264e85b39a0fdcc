/**
 * Crawls the forum with Crawlee as a user of it would who knows the site: which links lead to threads, which button
 * to the next page, and what shows that it has come. Nothing is waited for but that.
 */
import { appendFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { CrawleeOrder } from './crawl.ts';
import type { Crawlee, Page } from './types.ts';

const order = JSON.parse(process.argv[2] ?? '{}') as CrawleeOrder;
const { PlaywrightCrawler } = createRequire(join(order.home, 'package.json'))(
  '@crawlee/playwright',
) as Crawlee;

let kept = 0;

await new PlaywrightCrawler({
  launchContext: {
    launchOptions: {
      executablePath: order.browser,
      args: ['--no-sandbox'],
      env: { ...process.env, ...order.env },
    },
  },
  headless: true,
  minConcurrency: 4,
  maxConcurrency: 4,
  maxRequestRetries: 0,
  requestHandlerTimeoutSecs: order.seconds,
  async requestHandler({ page, request, enqueueLinks }) {
    const isBoard = new URL(request.url).pathname === '/';
    for (let number = 2; ; number++) {
      await keep(page);
      if (isBoard) await enqueueLinks({ selector: 'a.thread' });
      const next = page.locator('button.next');
      if ((await next.count()) === 0) return;
      appendFileSync(join(order.pages, 'events'), '.');
      await next.click({ timeout: 10_000 });
      await page.waitForSelector(`#shown[data-page="${number}"]`);
    }
  },
}).run([order.url]);

async function keep(page: Page): Promise<void> {
  const html = await page.content();
  writeFileSync(join(order.pages, `${kept++}.html`), html);
}
