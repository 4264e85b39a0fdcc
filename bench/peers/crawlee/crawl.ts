/**
 * Crawls with Crawlee as a user of it would who does not know the site: links are enqueued, everything
 * that looks like a button is clicked once, and the page is kept after each click.
 */
import { createHash } from 'node:crypto';
import { appendFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Crawlee, Frame, HandlerContext, Locator, Page } from './types.ts';

/** What the script is told, as JSON in its first argument. */
export interface CrawleeOrder {
  /** Folder whose `node_modules` holds Crawlee. */
  readonly home: string;
  readonly url: string;
  readonly seconds: number;
  readonly browser: string;
  readonly env: Readonly<Record<string, string>>;
  /** Folder for what was seen. */
  readonly pages: string;
}

const order = JSON.parse(process.argv[2] ?? '{}') as CrawleeOrder;
const { PlaywrightCrawler } = createRequire(join(order.home, 'package.json'))(
  '@crawlee/playwright',
) as Crawlee;

const selector = 'button, [role=button], [onclick], a[href^="#"], a[href^="javascript:"]';
/** As long as Crawljax waits by default. */
const waitMs = 200;
const kept = new Set<string>();

await new PlaywrightCrawler({
  launchContext: {
    launchOptions: {
      executablePath: order.browser,
      args: ['--no-sandbox'],
      env: { ...process.env, ...order.env },
    },
  },
  headless: true,
  maxRequestRetries: 0,
  requestHandlerTimeoutSecs: order.seconds,
  async requestHandler(context) {
    await keep(context.page);
    await context.enqueueLinks();
    await clickThrough(context);
    await context.enqueueLinksByClickingElements({ selector });
    await keep(context.page);
  },
}).run([order.url]);

/** Clicks whatever has not been clicked in the same form on this address, also what appears on the way. */
async function clickThrough({ page, request, enqueueLinks }: HandlerContext): Promise<void> {
  const clicked = new Set<string>();
  for (;;) {
    const next = await firstNew(page, clicked);
    if (!next) return;
    const before = page.url();
    appendFileSync(join(order.pages, 'events'), '.');
    await next.click({ timeout: 1000 }).catch(() => {});
    await page.waitForTimeout(waitMs);
    await keep(page);
    if (page.url() !== before) await enqueueLinks().catch(() => {});
    if (new URL(page.url()).origin !== new URL(request.url).origin) await page.goto(request.url);
  }
}

/** Elements that look alike are told apart by their order. */
async function firstNew(page: Page, clicked: Set<string>): Promise<Locator | null> {
  for (const [place, frame] of page.frames().entries()) {
    // Locators also look into open shadow roots.
    const found = frame.locator(selector).filter({ visible: true });
    const forms = await found.evaluateAll((nodes) => nodes.map((node) => node.outerHTML)).catch(() => []);
    const alike = new Map<string, number>();
    for (const [index, form] of forms.entries()) {
      const order = alike.get(form) ?? 0;
      alike.set(form, order + 1);
      const key = `${place} ${order} ${form}`;
      if (clicked.has(key)) continue;
      clicked.add(key);
      return found.nth(index);
    }
  }
  return null;
}

async function keep(page: Page): Promise<void> {
  for (const frame of page.frames()) {
    const html = await documentOf(frame).catch(() => null);
    if (html === null) continue;
    const print = createHash('sha1').update(html).digest('base64');
    if (kept.has(print)) continue;
    writeFileSync(join(order.pages, `${kept.size}.html`), html);
    kept.add(print);
  }
}

/** Like `page.content()`, and what is in open shadow roots too. */
function documentOf(frame: Frame): Promise<string> {
  return frame.evaluate(() => {
    const shadowRoots: ShadowRoot[] = [];
    const collect = (root: Document | ShadowRoot): void => {
      for (const element of root.querySelectorAll('*')) {
        if (!element.shadowRoot) continue;
        shadowRoots.push(element.shadowRoot);
        collect(element.shadowRoot);
      }
    };
    collect(document);
    const inside = document.documentElement.getHTML({ shadowRoots });
    return `<!doctype html><html>${inside}</html>`;
  });
}
