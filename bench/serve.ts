import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import { buildPackage } from '../scripts/build.ts';
import { findBrowser } from '../src/drivers/chromium/find.ts';
import { openStoreAt } from '../src/store/index.ts';
import { contentOf, documentOf, queuedPage } from '../test/contract/store.ts';
import { type Bench, readArgs, UsageError } from './bench.ts';
import { runCrawl } from './crawl-process.ts';
import { Report } from './report.ts';
import { graphPart } from './serve/graph.ts';
import { startSiteProcess } from './site-process.ts';
import { median } from './statistics.ts';

const root = join(import.meta.dirname, '..');

/** How soon the dashboard shows a large crawl, and what watching costs one that runs. */
export const serve: Bench = {
  name: 'serve',
  summary: 'first view of the dashboard on a large store; what watching costs a crawl; the graph',
  usage: [
    '    --pages N     pages of the store (default 100000)',
    '    --runs N      starts, and pairs of crawls (default 5)',
    '    --only first,watching,graph',
    '    --markdown    tables to paste into docs',
  ].join('\n'),
  run,
};

async function run(args: readonly string[]): Promise<boolean> {
  const given = readArgs(args, {
    pages: { type: 'string', default: '100000' },
    runs: { type: 'string', default: '5' },
    only: { type: 'string', default: 'first,watching,graph' },
    markdown: { type: 'boolean' },
  });
  const [pages, runs] = [Number(given.pages), Number(given.runs)];
  if (!Number.isSafeInteger(pages) || pages < 1 || !Number.isSafeInteger(runs) || runs < 1)
    throw new UsageError('--pages and --runs must be whole numbers from 1 on');
  const report = new Report(given.markdown ? 'markdown' : 'text');
  const folder = mkdtempSync(join(tmpdir(), 'argiope-bench-serve-'));
  const { path, env } = await findBrowser({ path: null });
  const browser = await chromium.launch({
    executablePath: path,
    args: ['--no-sandbox'],
    env: { ...process.env, ...env } as Record<string, string>,
  });
  try {
    const only = String(given.only).split(',');
    if (only.includes('first')) await firstView(report, browser, { folder, pages, runs });
    if (only.includes('watching')) await watching(report, browser, { folder, runs });
    if (only.includes('graph')) await graphPart(report, browser, { folder, runs });
    return report.close();
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Size {
  readonly folder: string;
  readonly runs: number;
}

/** From the start of the command of a built package to figures on the screen; the browser is open already. */
async function firstView(
  report: Report,
  browser: Browser,
  { folder, pages, runs }: Size & { readonly pages: number },
): Promise<void> {
  report.progress(`making a store of ${pages} pages`);
  const out = join(folder, 'large');
  await fillStore(out, pages);
  const program = await builtPackage(join(folder, 'package'));
  const taken: { readonly link: number; readonly view: number; readonly list: number }[] = [];
  for (let round = 0; round <= runs; round++) {
    const start = performance.now();
    const { server, link } = await startServer(program, ['--out', out]);
    const linked = performance.now() - start;
    const page = await browser.newPage();
    await page.goto(link.replace('/?', '/crawls/large?'));
    await page.getByText(pages.toLocaleString('en-US')).first().waitFor();
    const view = performance.now() - start;
    const listed = performance.now();
    await page.goto(new URL('/crawls/large/search', link).href);
    await page.locator('.pages-table').waitFor();
    // The first round fills the cache of compiled code and does not count.
    if (round > 0) taken.push({ link: linked, view, list: performance.now() - listed });
    await page.close();
    await stopServer(server);
  }
  const middle = (key: keyof (typeof taken)[number]) => median(taken.map((one) => one[key]));
  report.section(`First view of ${pages} pages, milliseconds, the median of ${runs}`);
  report.table(
    ['start to link', 'start to figures on the screen', 'list of pages'],
    [[Math.round(middle('link')), Math.round(middle('view')), Math.round(middle('list'))]],
  );
  report.verdict(
    middle('view') <= 1000,
    'figures are on the screen within 1 s',
    `${Math.round(middle('view'))} ms`,
  );
}

/** The same crawl with and without a dashboard that looks at it from another process, in turns. */
async function watching(report: Report, browser: Browser, { folder, runs }: Size): Promise<void> {
  const site = await startSiteProcess('forum');
  const parent = join(folder, 'watched');
  mkdirSync(join(parent, 'argiope-out'), { recursive: true });
  const { server, link } = await startServer(join(root, 'bin', 'argiope.js'), [], parent);
  const seconds: Record<'alone' | 'watched', number[]> = { alone: [], watched: [] };
  try {
    for (let round = 0; round < runs; round++) {
      for (const way of round % 2 === 0 ? (['alone', 'watched'] as const) : (['watched', 'alone'] as const)) {
        const out = join(parent, 'argiope-out', `${way}${round}`);
        const page = way === 'watched' ? await watcher(browser, link, `${way}${round}`) : null;
        const { summary } = await runCrawl(site.url, out);
        seconds[way].push(summary.seconds);
        await page?.close();
      }
    }
  } finally {
    await stopServer(server);
    await site.close();
  }
  const ratios = seconds.alone.map((alone, at) => (seconds.watched[at] ?? alone) / alone);
  report.section(`Seconds of a crawl of the forum (386 pages), ${runs} pairs`);
  report.table(
    ['', ...seconds.alone.map((_, at) => String(at + 1)), 'median'],
    (['alone', 'watched'] as const).map((way) => [way, ...seconds[way], median(seconds[way])]),
  );
  const cost = (median(ratios) - 1) * 100;
  report.verdict(
    cost <= 3,
    'watching costs at most 3 % of the speed',
    `${cost.toFixed(1)} %, median of pairs`,
  );
}

/** A page that shows a crawl as soon as there is one. */
async function watcher(browser: Browser, link: string, crawl: string): Promise<{ close(): Promise<void> }> {
  const page = await browser.newPage();
  await page.goto(link);
  let isOpen = true;
  const looking = (async () => {
    for (let tries = 0; isOpen && tries < 600; tries++) {
      const row = page.getByRole('link', { name: crawl, exact: true });
      if ((await row.count()) > 0) return row.click();
      await page.waitForTimeout(100);
    }
  })();
  return {
    close: async () => {
      isOpen = false;
      await looking.catch(() => {});
      await page.close();
    },
  };
}

async function fillStore(out: string, pages: number): Promise<void> {
  mkdirSync(out, { recursive: true });
  const store = await openStoreAt(`sqlite:${join(out, 'argiope.db')}`);
  const site = await store.site('site.test', { seeds: ['http://site.test/'], settings: {} });
  if (!site) throw new Error('no site');
  const piece = 1000;
  for (let from = 0; from < pages; from += piece) {
    const numbers = Array.from({ length: Math.min(piece, pages - from) }, (_, at) => from + at);
    await site.commitAll([
      { queued: numbers.map((number) => queuedPage(number)), nextNumber: from + piece },
      ...numbers.map((number) => ({
        kept: { number, content: contentOf(number), document: documentOf(number) },
      })),
    ]);
  }
  await site.commit({ finishedAt: new Date().toISOString() });
  await store.close();
}

/** The package as it is installed: the launcher and the bundles. */
async function builtPackage(folder: string): Promise<string> {
  mkdirSync(folder);
  cpSync(join(root, 'bin'), join(folder, 'bin'), { recursive: true });
  cpSync(join(root, 'package.json'), join(folder, 'package.json'));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  await buildPackage(join(folder, 'dist'));
  return join(folder, 'bin', 'argiope.js');
}

async function startServer(
  program: string,
  flags: readonly string[],
  cwd: string = root,
): Promise<{ readonly server: ChildProcess; readonly link: string }> {
  const args = [program, 'serve', '--port', '0', '--json', ...flags];
  const server = spawn(process.execPath, args, { cwd, stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(server.stdout as NonNullable<ChildProcess['stdout']>, 'data')) as [Buffer];
  return { server, link: (JSON.parse(line.toString()) as { link: string }).link };
}

async function stopServer(server: ChildProcess): Promise<void> {
  const ended = once(server, 'exit');
  server.kill('SIGINT');
  await ended;
}
