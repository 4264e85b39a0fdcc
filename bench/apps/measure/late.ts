import { setTimeout as wait } from 'node:timers/promises';
import { type VolatileMask, volatileMask } from '../../../src/dom/mask.ts';
import { startDriver } from '../../../src/drivers/chromium/fixture.ts';
import type { Capture, DocumentTree, Tab } from '../../../src/model/index.ts';
import type { App } from '../app.ts';
import { partsShown } from '../truth.ts';
import type { AppCrawl, StoredPage } from './crawl-app.ts';
import { type Way, waysOf } from './entry.ts';
import { addedLines, linesOf } from './late-compare.ts';
import type { AppsContext, AppsPart } from './part.ts';
import { type PlainTab, startPlainBrowser } from './plain-tab.ts';

/** Every page once more in a browser without the agent, five seconds of real time after its last event. */
export const late: AppsPart = {
  name: 'late',
  title: 'A second look, 5 s of real time later',
  crawls: 'all',
  run,
};

/** Milliseconds of real time between the last event and the second look. */
const later = 5000;
/** Milliseconds between the second look and a third, which tells whether a page never comes to rest. */
const still = 2000;
/** Milliseconds that a step on the way may take to show what it showed to the crawler. */
const hopPatience = 8000;
/** Tabs that wait at once. */
const tabs = 24;
/** Pages of an app in a quick run. */
const sample = 3;

/** A page as the driver sees it at the moment it has settled, and what it showed on the way. */
interface Expected {
  readonly crawl: AppCrawl;
  readonly page: StoredPage;
  readonly way: Way;
  /** After the opening, and after each event. */
  readonly shown: readonly DocumentTree[];
  readonly mask: VolatileMask | null;
}

type Finding =
  | { readonly kind: 'same' }
  /** Shows other things all the time; nothing that the truth knows was missing. */
  | { readonly kind: 'live' }
  /** The driver, or the plain browser, did not come to it. */
  | { readonly kind: 'lost'; readonly why: string }
  | { readonly kind: 'early'; readonly lines: readonly string[] };

interface Found {
  readonly app: string;
  readonly number: number;
  readonly finding: Finding;
}

async function run({ report, crawls, quick }: AppsContext): Promise<void> {
  const jobs: Expected[] = [];
  const found: Found[] = [];
  let through = false;
  const browser = await startPlainBrowser();
  try {
    const workers = Array.from({ length: quick ? 12 : tabs }, async () => {
      for (;;) {
        const job = jobs.shift();
        if (job) found.push({ ...nameOf(job), finding: await lookLater(await browser.tab(), job) });
        else if (through) return;
        else await wait(50);
      }
    });
    try {
      for (const crawl of crawls) {
        report.progress(`late: ${crawl.app.name}`);
        for (const one of await expectedOf(crawl, quick)) 'way' in one ? jobs.push(one) : found.push(one);
      }
    } finally {
      through = true;
    }
    report.progress(`late: ${jobs.length} pages are still to be waited for`);
    await Promise.all(workers);
  } finally {
    await browser.close();
  }
  tell(report, crawls, found);
}

function nameOf({ crawl, page }: Expected): Omit<Found, 'finding'> {
  return { app: crawl.app.name, number: page.number };
}

/** Reaches pages once more by the driver, as the crawl did. */
async function expectedOf(crawl: AppCrawl, quick: boolean): Promise<readonly (Expected | Found)[]> {
  const { app, site, stored } = crawl;
  const wayTo = waysOf([...stored.pages.map(({ page }) => page), ...stored.merged], stored.transitions);
  const mask = volatileMask(stored.volatile);
  const driver = await startDriver(site.url);
  try {
    driver.ignore(stored.volatile);
    const tab = await driver.tab();
    const reached: (Expected | Found)[] = [];
    // A crawl that had to be ended may have wandered for ever: its pages are too far away to see them all.
    const few = quick || crawl.trouble !== null;
    for (const page of few ? spread(stored.pages, sample) : stored.pages) {
      const lost = (why: string): Found => ({
        app: app.name,
        number: page.number,
        finding: { kind: 'lost', why },
      });
      const way = wayTo(page.number);
      const shown = way && (await reach(tab, way).catch((error: Error) => error.message));
      if (!way) reached.push(lost('the store knows no way'));
      else if (typeof shown === 'string') reached.push(lost(shown));
      else if (shown) reached.push({ crawl, page, way, shown, mask });
    }
    return reached;
  } finally {
    await driver.close();
  }
}

/** The first, the last, and some between. */
function spread<T>(all: readonly T[], count: number): readonly T[] {
  if (all.length <= count) return all;
  return Array.from(
    { length: count },
    (_, at) => all[Math.round((at * (all.length - 1)) / (count - 1))] as T,
  );
}

async function reach(tab: Tab, { url, orders }: Way): Promise<readonly DocumentTree[]> {
  const shown: DocumentTree[] = [(await tab.open(url)).document];
  for (const [at, order] of orders.entries()) {
    const outcome = await tab.fire(order, new Set());
    const capture: Capture | null = outcome.kind === 'captured' ? outcome.capture : null;
    if (!capture)
      throw new Error(`the driver lost event ${at + 1} of ${orders.length}: ${order.event} ${order.xpath}`);
    shown.push(capture.document);
  }
  return shown;
}

async function lookLater(tab: PlainTab, expected: Expected): Promise<Finding> {
  try {
    const { way, shown, mask } = expected;
    await tab.open(way.url);
    for (const [at, order] of way.orders.entries()) {
      await untilShown(tab, shown[at] as DocumentTree, mask);
      if (!(await tab.fire(order)))
        return { kind: 'lost', why: `no element ${order.xpath} in a plain browser` };
    }
    const first = shown.at(-1) as DocumentTree;
    const alike = await untilShown(tab, first, mask);
    await wait(later);
    return await compare(tab, expected, first, alike);
  } catch (error) {
    return { kind: 'lost', why: (error as Error).message };
  } finally {
    await tab.close().catch(() => {});
  }
}

/** Waits until the page shows every line that it showed to the crawler; whether it came to that. */
async function untilShown(
  tab: PlainTab,
  document: DocumentTree,
  mask: VolatileMask | null,
): Promise<boolean> {
  const wanted = linesOf(document, mask);
  const end = performance.now() + hopPatience;
  for (let pause = 20; performance.now() < end; pause = Math.min(400, 2 * pause)) {
    if (addedLines(linesOf((await tab.look()).document, mask), wanted).length === 0) return true;
    await wait(pause);
  }
  return false;
}

/** Compares a second look with the first; `alike`: all that was captured has been seen here as well. */
async function compare(
  tab: PlainTab,
  { crawl: { app }, mask }: Expected,
  first: DocumentTree,
  alike: boolean,
): Promise<Finding> {
  const second = (await tab.look()).document;
  const absent = addedParts(app, second, first);
  if (absent.length > 0) return { kind: 'lost', why: `a plain browser does not show ${absent.join(', ')}` };
  const parts = addedParts(app, first, second);
  if (parts.length > 0) return { kind: 'early', lines: parts };
  const lines = addedLines(linesOf(first, mask), linesOf(second, mask));
  if (alike && lines.length === 0) return { kind: 'same' };
  await wait(still);
  const third = (await tab.look()).document;
  if (addedLines(linesOf(second, mask), linesOf(third, mask)).length > 0) return { kind: 'live' };
  if (lines.length > 0) return { kind: 'early', lines };
  const [missing] = addedLines(linesOf(second, mask), linesOf(first, mask));
  return { kind: 'lost', why: `a plain browser does not show "${missing}"` };
}

/** Parts of the app that one document shows and an earlier one does not. */
function addedParts(app: App, first: DocumentTree, second: DocumentTree): readonly string[] {
  const known = new Set(partsShown(app, first).parts);
  return partsShown(app, second).parts.filter((name) => !known.has(name));
}

function tell(report: AppsContext['report'], crawls: readonly AppCrawl[], found: readonly Found[]): void {
  const of = (app: string | null, kind: Finding['kind']) =>
    found.filter((one) => (app === null || one.app === app) && one.finding.kind === kind).length;
  const row = (app: string | null) => [
    app ?? 'all',
    found.filter((one) => app === null || one.app === app).length,
    ...(['same', 'live', 'early', 'lost'] as const).map((kind) => of(app, kind)),
  ];
  report.note('Live: shows other things all the time, by itself. Lost: was not reached a second time.');
  report.table(
    ['app', 'pages', 'same', 'live', 'too early', 'lost'],
    [...crawls.map(({ app }) => row(app.name)), row(null)],
  );
  for (const { app, number, finding } of found) {
    if (finding.kind === 'early')
      report.note(`${app}: page ${number} lacks ${finding.lines.slice(0, 3).join(' | ').slice(0, 200)}`);
    if (finding.kind === 'lost') report.note(`${app}: page ${number} was lost: ${finding.why.slice(0, 200)}`);
  }
  report.verdict(
    found.length > 0 && of(null, 'early') + of(null, 'lost') === 0,
    'no page was captured too early',
    `${of(null, 'early')} too early, ${of(null, 'lost')} not reached again, of ${found.length}`,
  );
}
