import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { findBrowser } from '../../src/drivers/chromium/find.ts';
import { testFolder } from '../folder.ts';
import { startServer, stopServer } from '../servers.ts';
import { blog } from '../sites/blog.ts';
import { type RunningSite, startSite } from '../sites/site.ts';
import { program } from './command.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const pages = blog({ articles: 6, pages: 24 });
const { truth } = pages;
/** A letter whose comments have a second page, which only a script shows. */
const letter = truth.counts.findIndex((count) => count >= 2) + 1;

/** One dashboard for all: each test goes on where the one before ended, as a person would. */
describe('argiope serve', () => {
  const folder = testFolder('e2e-serve');
  let site: RunningSite;
  let server: ChildProcess;
  let link: string;
  let token: string;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  /** What must not be: messages of the console, and requests to anywhere else. */
  const complaints: string[] = [];
  const asked = new Set<string>();

  before(async () => {
    site = await startSite(pages, { latencyMs: 60 });
    server = spawn(process.execPath, [program, 'serve', '--port', '0', '--json'], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [line] = (await once(server.stdout as NonNullable<ChildProcess['stdout']>, 'data')) as [Buffer];
    ({ link, token } = JSON.parse(line.toString()) as { link: string; token: string });
    const { path, env } = await findBrowser({ path: null });
    browser = await chromium.launch({
      executablePath: path,
      args: ['--no-sandbox'],
      env: { ...process.env, ...env } as Record<string, string>,
    });
    context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    page = await context.newPage();
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('request', (request) => asked.add(new URL(request.url()).origin));
  });

  after(async () => {
    await browser?.close();
    const ended = once(server, 'exit');
    server.kill('SIGINT');
    const [code] = await ended;
    await site.close();
    assert.equal(code, 0, 'Ctrl-C ends the server in order');
  });

  const api = async <T>(path: string): Promise<T> => {
    const response = await fetch(new URL(path, link), { headers: { authorization: `Bearer ${token}` } });
    return (await response.json()) as T;
  };
  const crawl = () => new URL(site.url).host.replace(':', '_');
  const state = (word: string, timeout = 30_000) =>
    page.locator('.badge').getByText(word, { exact: true }).waitFor({ timeout });
  const partOf = (name: string) =>
    page.getByRole('navigation', { name: 'Parts' }).getByRole('link', { name, exact: true });
  const pagesNow = async () =>
    (await api<{ figures: { pages: number } | null }>(`/api/crawls/${crawl()}`)).figures?.pages ?? 0;

  test('opens by its link and has nothing yet to show', async () => {
    await page.goto(link);
    assert.equal(new URL(page.url()).search, '', 'the token does not stay in the address');
    await page.getByRole('heading', { name: 'No crawl yet' }).waitFor();
  });

  test('begins a crawl from a form that checks as the command line does', async () => {
    await page.getByRole('link', { name: 'New crawl' }).click();
    await page.getByLabel('Addresses to start from').fill(site.url);
    await page.getByLabel('Max pages').fill('many');
    await page
      .getByRole('status')
      .getByText('maxPages must be a whole number from 1 on; got "many"')
      .waitFor();
    assert.equal(await page.getByRole('button', { name: 'Begin' }).isDisabled(), true);
    await page.getByLabel('Max pages').fill('');
    await page.getByText('It will be kept in').waitFor();
    await page.getByRole('button', { name: 'Begin' }).click();
    await page.waitForURL(`**/crawls/${crawl()}`);
    await state('running');
  });

  test('holds the crawl, and goes on to its end', async () => {
    await page.getByRole('button', { name: 'Pause' }).click();
    await state('paused');
    // What is in hand is finished, and then nothing more is asked.
    let before = -1;
    for (let tries = 0; tries < 100 && before !== site.stats().requests; tries++) {
      before = site.stats().requests;
      await page.waitForTimeout(1000);
    }
    assert.equal(before, site.stats().requests, 'a paused crawl asks nothing');
    const held = await pagesNow();
    assert.ok(held < truth.pages);
    await page.getByRole('button', { name: 'Go on' }).click();
    await state('finished', 90_000);
    const all = await pagesNow();
    assert.equal(all, truth.pages, 'nothing is lost by the pause');
    await page
      .locator('.tile')
      .filter({ hasText: 'Pages' })
      .filter({ hasText: String(all) })
      .first()
      .waitFor();
    assert.ok((await page.locator('.plot path').count()) > 0, 'figures are plotted');
    assert.ok((await page.locator('.log li').count()) > all, 'every page is logged');
    await page.getByLabel('How much').selectOption('detail');
    await page.getByLabel('Only lines with').fill('load(2)');
    await page.locator('.log li', { hasText: 'load(2)' }).first().waitFor();
  });

  test('finds a page by its words and follows the way to it', async () => {
    await page.getByRole('link', { name: 'Search', exact: true }).click();
    await page.getByLabel('Words to look for').fill(`"comment 6 on letter ${letter}"`);
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByText('1 hit', { exact: true }).waitFor();
    await page.getByRole('link', { name: new RegExp(`^Letter ${letter}: .* › `) }).click();
    await page.getByRole('heading', { level: 1, name: `Letter ${letter}: ` }).waitFor();
    await partOf('Path').click();
    const steps = page.locator('.path > li');
    await steps.nth(1).waitFor();
    assert.equal(await steps.count(), 2);
    assert.match(
      await steps.nth(0).innerText(),
      new RegExp(`^Open http://127.0.0.1:\\d+/article/${letter}\n`),
    );
    assert.match(await steps.nth(1).innerText(), /^Click (2|next)\n[\s\S]*blog\.js:load\(2\)/);
    await steps.nth(0).getByRole('link').click();
    await partOf('Actions').click();
    const row = page.getByRole('row').filter({ hasText: 'load(2)' }).filter({ hasText: 'fired' }).first();
    await row.getByRole('link').click();
    await page.getByRole('heading', { level: 1, name: '›' }).waitFor();
  });

  test('shows the mirror of a state, with the comments that only a script shows', async () => {
    await partOf('Mirror').click();
    const mirror = page.frameLocator('iframe.mirror');
    await mirror.getByText(`comment 6 on letter ${letter}`).waitFor();
    assert.equal(await mirror.locator('.comment').count(), 5);
  });

  test('has every other part of a page', async () => {
    const address = page.url().replace(/\?.*/, '');
    for (const [part, text] of [
      ['history', 'One version is known'],
      ['record', 'No record was made of this page'],
      ['forms', 'There is no form on this page'],
      ['requests', '/comments/'],
      ['merged', ''],
    ] as const) {
      await page.goto(`${address}?show=${part}`);
      await page.locator('section.part', { hasText: text }).waitFor();
      await page.locator('section.part .loading').waitFor({ state: 'detached' });
    }
    await page.goto(`${address}?show=picture`);
    const picture = page.locator('img.picture');
    await picture.waitFor({ timeout: 30_000 });
    assert.ok((await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)) > 500);
  });

  test('asks nobody else and has nothing to complain of', () => {
    assert.deepEqual(complaints, []);
    const mirrors = [...asked].filter((origin) => /^http:\/\/localhost:\d+$/.test(origin));
    assert.equal(mirrors.length, 1);
    const strange = [...asked].filter((origin) => ![new URL(link).origin, ...mirrors].includes(origin));
    assert.deepEqual(
      strange.filter((origin) => !origin.startsWith('null')),
      [],
    );
  });

  test('is fit for everybody: axe finds nothing serious, in both themes, on phones and wide screens', async () => {
    const id = encodeURIComponent(crawl());
    const places = ['/', '/new', `/crawls/${id}`, `/crawls/${id}/search?q=letter`, `/crawls/${id}/search`];
    const parts = ['mirror', 'path', 'actions', 'history'].map(
      (part) => `/crawls/${id}/pages/3?show=${part}`,
    );
    const looked: Page = await context.newPage();
    for (const [colorScheme, width] of [
      ['light', 390],
      ['dark', 1440],
    ] as const) {
      await looked.emulateMedia({ colorScheme });
      await looked.setViewportSize({ width, height: 844 });
      for (const place of [...places, ...parts]) {
        await looked.goto(new URL(place, link).href);
        await looked.locator('h1').waitFor({ state: 'attached' });
        await looked.waitForFunction(() => document.querySelector('.loading') === null);
        const wide = await looked.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        assert.ok(wide <= 0, `${place} is wider than ${width} pixels`);
        assert.deepEqual(await violations(looked), [], `${place} at ${width}, ${colorScheme}`);
      }
    }
    await looked.close();
  });

  test('can be used by the keyboard alone', async () => {
    const keys = await context.newPage();
    await keys.goto(new URL(`/crawls/${encodeURIComponent(crawl())}`, link).href);
    await keys.locator('h1').waitFor();
    await keys.keyboard.press('Tab');
    assert.equal(await focused(keys), 'Skip to content');
    const seen = new Set<string>();
    for (let press = 0; press < 40; press++) {
      await keys.keyboard.press('Tab');
      seen.add(await focused(keys));
    }
    for (const name of ['Argiope', 'Crawl', 'Search', 'New crawl', 'Settings and places'])
      assert.ok(seen.has(name), `${name} is reached, of ${[...seen].join(', ')}`);
    await keys.close();
  });

  test('keeps out pages of strangers: a mirror page, and one on another port of this machine', async () => {
    const [mirror] = [...asked].filter((origin) => origin.startsWith('http://localhost:'));
    const { mirror: index } = await api<{ readonly mirror: string }>(`/api/crawls/${crawl()}`);
    const steal = `<script>fetch(${JSON.stringify(new URL('/api/crawls', link).href)}, { credentials: 'include', mode: 'no-cors' })
      .then((answer) => answer.text()).then((text) => { document.title = 'stolen ' + text.length; }, () => { document.title = 'refused'; });</script><h1>tried</h1>`;
    writeFileSync(join(folder, 'argiope-out', crawl(), 'mirror', 'evil.html'), steal);
    const thief = await context.newPage();
    const refused: number[] = [];
    thief.on('response', (response) => {
      if (new URL(response.url()).pathname === '/api/crawls') refused.push(response.status());
    });
    await thief.goto(index.replace('index.html', 'evil.html'));
    await thief.getByRole('heading', { name: 'tried' }).waitFor();
    assert.equal(new URL(thief.url()).origin, mirror);
    assert.equal(await thief.title(), '', 'no script of a mirror runs');
    const stranger = createServer((_, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end(steal),
    );
    await thief.goto(`${await startServer(stranger)}/`);
    await thief.waitForFunction(() => document.title !== '');
    await stopServer(stranger);
    assert.ok(!(await thief.title()).match(/^stolen [1-9]/), await thief.title());
    assert.deepEqual(
      refused.filter((status) => status !== 403),
      [],
    );
    await thief.close();
  });

  async function violations(of: Page): Promise<readonly string[]> {
    await of.evaluate(axe);
    return of.evaluate(async () => {
      const { violations: found } = await (
        globalThis as never as {
          axe: {
            run(
              root: unknown,
              options: object,
            ): Promise<{ violations: { id: string; impact: string; nodes: { html: string }[] }[] }>;
          };
        }
      ).axe.run(document, { iframes: false });
      return found
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`);
    });
  }

  function focused(of: Page): Promise<string> {
    return of.evaluate(() => document.activeElement?.textContent?.trim() ?? '');
  }
});
