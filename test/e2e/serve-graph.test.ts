import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { type Browser, chromium, type Download, type Page } from '@playwright/test';
import { defaultExtraction, defaultSettings } from '../../src/config/index.ts';
import { findBrowser } from '../../src/drivers/chromium/find.ts';
import { books } from '../../src/extract/rules/fixture.ts';
import type { ExtractedRecord } from '../../src/records/index.ts';
import { runCrawl } from '../../src/run/crawl.ts';
import { runExtraction } from '../../src/run/extract.ts';
import { type Serving, startServing } from '../../src/serve/index.ts';
import { testFolder } from '../folder.ts';
import { jsonLines } from '../json-lines.ts';
import { html, routes } from '../sites/answer.ts';
import { type RunningSite, startSite } from '../sites/site.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const some = books(12);
const shelves = 15;
const blurb = (at: number) => `The story of a ship, told anew in ${at + 3} chapters.`;

/** A shop whose start page leads to the first book alone, and each book to the next; shelves make it large enough for groups. */
function shop() {
  const pages = some.map(({ title, price, author }, at) => [
    `/book/${at}`,
    () =>
      html(
        `<!doctype html><title>${title} | Shop</title><nav><a href="/">Home</a></nav><h1>${title}</h1><p class="price">${price}</p>
         <table><tr><th>Author</th><td>${author}</td></tr><tr><th>Stock</th><td>${at + 1} in stock</td></tr></table>
         <p class="blurb">${blurb(at)}</p>${at + 1 < some.length ? `<a href="/book/${at + 1}">Next book</a>` : ''}`,
      ),
  ]);
  const shelf = Array.from({ length: shelves * 2 }, (_, at) => [
    `/shelf/${at}`,
    () =>
      html(`<title>Shelf ${at}</title><h1>Shelf ${at}</h1><p>Dust of ${at} years.</p><a href="/">Home</a>`),
  ]);
  const links = shelf.map(([path], at) => `<a href="${path}">Shelf ${at}</a>`).join(' ');
  return {
    name: 'shop',
    start: '/',
    respond: routes({
      '/': () => html(`<title>Shop</title><h1>Shop</h1><a href="/book/0">Books</a> ${links}`),
      ...Object.fromEntries([...pages, ...shelf]),
    }),
  };
}

describe('graph, rules and records in the dashboard', () => {
  let site: RunningSite;
  const folder = testFolder('serve-graph');
  let serving: Serving;
  let browser: Browser;
  let page: Page;
  const complaints: string[] = [];
  const asked = new Set<string>();
  const at = (path: string) => `${serving.origin}/crawls/shop${path}`;

  before(async () => {
    site = await startSite(shop());
    const out = join(folder, 'shop');
    await runCrawl({
      ...defaultSettings([site.url], { engine: 'http' }),
      out,
      store: `sqlite:${join(out, 'argiope.db')}`,
    });
    await runExtraction(defaultExtraction(out));
    serving = await startServing({
      place: { out, store: `sqlite:${join(out, 'argiope.db')}` },
      cwd: folder,
      port: 0,
      token: null,
      browser: null,
      viewport: [1280, 800],
    });
    const { path, env } = await findBrowser({ path: null });
    const variables = { ...process.env, ...env } as Record<string, string>;
    browser = await chromium.launch({ executablePath: path, args: ['--no-sandbox'], env: variables });
    page = await browser.newPage({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('request', (request) => asked.add(new URL(request.url()).origin));
    await page.goto(serving.link);
  });
  after(async () => {
    await browser?.close();
    await serving?.close();
    await site.close();
  });

  /** Waits until so many things are drawn; what lies outside of the view is not. */
  const drawn = (least: number, most = least) =>
    page.waitForFunction(
      ([from = 0, to = 0]) => {
        const count = Number(document.querySelector('canvas')?.dataset.drawn ?? Number.NaN);
        return count >= from && count <= to;
      },
      [least, most],
    );

  test('the graph shows groups first, opens them, and lists what it draws', async () => {
    await page.goto(at('/graph'));
    // Two groups and the start page.
    await drawn(3);
    const side = page.getByRole('complementary', { name: 'What is chosen' });
    const items = await side.locator('.graph-list .graph-item').allInnerTexts();
    assert.deepEqual(
      items.map((text) => text.split('\n')[0]),
      ['/shelf/', '/book/', 'Shop'],
    );
    await side.getByRole('button', { name: '/book/' }).click();
    // The ring and its books; the other group and the start page may be in view too.
    await drawn(some.length + 1, some.length + 3);
    await side.getByRole('button', { name: 'Close the group' }).click();
    await drawn(3);
    assert.equal(await serious(), '');
  });

  test('a page is found and its way followed step by step, with what is clicked outlined', async () => {
    await page.getByRole('searchbox', { name: 'Find a page or group' }).fill(some[2]?.title ?? '');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Way from the start' }).click();
    const steps = page.locator('.way-steps li');
    await steps.nth(3).waitFor();
    assert.deepEqual(
      (await steps.locator('.way-click').allInnerTexts()).map((text) => text.split(',')[0]),
      ['Click “Books”', 'Click “Next book”', 'Click “Next book”'],
    );
    const outlined = page.frameLocator('.way-picture iframe').locator('.argiope-box span');
    assert.match(await outlined.innerText(), /Books/);
    await page.getByRole('button', { name: 'Next', exact: true }).click();
    await page.getByText('Step 2 of 4').waitFor();
    await outlined.getByText('Next book').waitFor();
    assert.equal(await page.frameLocator('.way-picture iframe').locator('h1').innerText(), some[0]?.title);
  });

  test('what is seen can be taken along as SVG, PNG and GraphML', async () => {
    const svg = await saved(() => page.getByRole('button', { name: 'SVG' }).click());
    assert.match(svg.toString('utf8'), /^<svg [\s\S]*<tspan[^>]*>\/shelf\/<[\s\S]*<\/svg>\n$/);
    const png = await saved(() => page.getByRole('button', { name: 'PNG' }).click());
    assert.equal(png.subarray(1, 4).toString('latin1'), 'PNG');
    const graphml = await saved(() => page.getByRole('link', { name: 'GraphML' }).click());
    assert.equal(graphml.toString('utf8').match(/<node /g)?.length, 1 + some.length + shelves * 2);
  });

  test('a rule is corrected on the page, its effect seen before it is saved, and the records change', async () => {
    const wanted = (field: string) =>
      recordsNow().filter(({ type, fields }) => type === 'book' && field in fields).length;
    assert.deepEqual([wanted('availability'), wanted('stock'), wanted('story')], [some.length, 0, 0]);
    await page.goto(at('/rules?template=book'));
    const frame = page.frameLocator('.rules-frame iframe');
    await frame.locator('[data-argiope-name="availability"]').waitFor();
    await page.getByRole('textbox', { name: 'Name of the field availability' }).fill('stock');
    await frame.locator('[data-argiope-name="stock"]').waitFor();
    await page.getByRole('button', { name: 'Drop author' }).click();
    await page.getByRole('textbox', { name: 'Name of a new field' }).fill('story');
    await page.getByRole('button', { name: 'Point at it' }).click();
    await frame.getByText('told anew in').click();
    await frame.locator('[data-argiope-name="story"]').waitFor();
    const effect = page.getByRole('region', { name: 'What the changes do' });
    await effect.getByRole('row', { name: 'story new' }).waitFor();
    await effect.getByRole('row', { name: /author \d+ dropped/ }).waitFor();
    assert.deepEqual([wanted('availability'), wanted('stock')], [some.length, 0], 'nothing is saved yet');
    assert.equal(await serious(), '');
    await effect.getByRole('button', { name: 'Save and make records' }).click();
    await page.getByText(/Saved as version 2/).waitFor();
    assert.deepEqual(
      [wanted('availability'), wanted('author'), wanted('stock'), wanted('story')],
      [0, 0, some.length, some.length],
    );
    const books = recordsNow().filter(({ type }) => type === 'book');
    for (const { fields } of books) {
      const nth = Number(/(\d+) in stock/.exec(String(fields.stock))?.[1]) - 1;
      assert.equal(fields.story, blurb(nth));
    }
  });

  test('records are a table with filters', async () => {
    await page.goto(at('/records?type=book'));
    await page.getByRole('columnheader', { name: 'story' }).waitFor();
    assert.equal(await page.locator('tbody tr').count(), some.length);
    await page.getByRole('searchbox', { name: 'Words in the values' }).fill(some[2]?.price ?? '');
    await page.keyboard.press('Enter');
    await page.getByText('1 record', { exact: true }).waitFor();
    assert.equal(await serious(), '');
  });

  test('views fit a phone, nothing complains, and nobody else is asked', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    for (const path of ['/graph', '/rules', '/records']) {
      await page.goto(at(path));
      await page.locator('canvas[data-drawn], .rules-fields, table').first().waitFor();
      const isWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
      assert.equal(isWide, false, `${path} is wider than the screen`);
    }
    assert.deepEqual(complaints, []);
    const own = [serving.origin, new URL(serving.mirror).origin];
    assert.deepEqual(
      [...asked].filter((origin) => !own.includes(origin) && origin !== 'null'),
      [],
    );
  });

  test('a page that is pointed at runs no script but ours, and cannot ask the API', async () => {
    const response = await fetch(`${serving.mirror}shop/point/0/`, {
      headers: { host: new URL(serving.mirror).host },
    });
    const policy = response.headers.get('content-security-policy') ?? '';
    assert.match(policy, /sandbox allow-scripts;/);
    assert.match(policy, /script-src 'nonce-[^']+'/);
    assert.match(policy, /default-src 'none'/);
    assert.doesNotMatch(policy, /allow-same-origin|connect-src|unsafe-eval/);
  });

  const recordsNow = (): readonly ExtractedRecord[] =>
    jsonLines<ExtractedRecord>(join(folder, 'shop', 'records.jsonl'));

  async function saved(click: () => Promise<void>): Promise<Buffer> {
    const [download] = await Promise.all([page.waitForEvent('download'), click()]);
    return readFileSync(await (download as Download).path());
  }

  /** What axe finds that is serious, in words; nothing where all is well. */
  async function serious(): Promise<string> {
    await page.evaluate(axe);
    // Stored pages are as their sites have made them.
    const found = await page.evaluate(async () => {
      const { violations } = await (
        window as unknown as {
          axe: {
            run(
              of: Document,
              how: object,
            ): Promise<{ violations: { id: string; impact: string; nodes: { html: string }[] }[] }>;
          };
        }
      ).axe.run(document, { iframes: false });
      return violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
    });
    return found.join('\n');
  }
});
