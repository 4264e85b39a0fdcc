import { join } from 'node:path';
import { type MixedSite, mixedOf } from '../../test/sites/mixed.ts';
import { type CrawlRun, runCrawl } from '../crawl-process.ts';
import { type SiteProcess, startSiteProcess } from '../site-process.ts';
import type { Cell } from '../table.ts';
import { figure } from '../table.ts';
import { compareSpeed } from './auto-speed.ts';
import { incompletePages } from './mixed-check.ts';
import type { GatherContext, GatherPart } from './part.ts';

/** The choice of engine on a site half static, half made by scripts, beside one engine for everything. */
export const auto: GatherPart = {
  name: 'auto',
  title: 'Choosing the engine, page by page',
  run,
};

/** How much more than it must the browser may be used. */
const slack = 1.1;
const engines = ['auto', 'browser', 'http'] as const;

interface Measured {
  readonly engine: (typeof engines)[number];
  readonly run: CrawlRun;
  readonly incomplete: readonly string[];
  readonly asked: number;
  readonly inBrowser: number;
}

async function run(context: GatherContext): Promise<void> {
  await choose(context);
  await compareSpeed(context);
}

async function choose({ report, quick, folder }: GatherContext): Promise<void> {
  const size = quick ? 200 : 1000;
  const site = mixedOf(size);
  const served = await startSiteProcess('mixed', { pages: size });
  try {
    const all: Measured[] = [];
    for (const engine of engines) {
      report.progress(`auto: ${site.pages.length} pages by ${engine}`);
      all.push(await measure(engine, site, served, join(folder, engine)));
    }
    const lively = site.pages.filter((page) => page.lively).length;
    report.note(
      `${site.pages.length} pages, of which ${lively} show more in a browser than their document holds.\n`,
    );
    report.table(
      ['engine', 'pages', 'states', 'not whole', 'in the browser', 'requests', 'seconds'],
      all.map(row),
    );
    judge({ report, quick, lively }, all);
  } finally {
    await served.close();
  }
}

async function measure(
  engine: Measured['engine'],
  site: MixedSite,
  served: SiteProcess,
  out: string,
): Promise<Measured> {
  await served.reset();
  const ran = await runCrawl(served.url, out, ['--engine', engine]);
  const { requests: asked } = await served.stats();
  const { urlPages, engines: chosen } = ran.summary;
  const inBrowser = chosen?.browser ?? (engine === 'browser' ? urlPages : 0);
  return { engine, run: ran, asked, inBrowser, incomplete: await incompletePages(site.pages, out) };
}

function row({ engine, run: { summary }, incomplete, asked, inBrowser }: Measured): Cell[] {
  const { urlPages, statePages, seconds } = summary;
  return [engine, urlPages, statePages, incomplete.length, inBrowser, asked, seconds];
}

function judge(
  { report, quick, lively }: Pick<GatherContext, 'report' | 'quick'> & { lively: number },
  all: readonly Measured[],
): void {
  const [chosen, browser] = all as [Measured, Measured];
  const { engines: told } = chosen.run.summary;
  report.table(
    ['pages like', 'engine', 'pages', 'compared'],
    (told?.types ?? []).map(({ address, engine, pages, compared }) => [
      address.replace(/^https?:..[^/]+/, ''),
      ...[engine, pages, compared],
    ]),
  );
  const { incomplete, inBrowser, asked, run: own } = chosen;
  report.verdict(
    incomplete.length === 0,
    'every page whole',
    incomplete.length === 0 ? 'none is not' : `not ${incomplete.slice(0, 5).join(', ')}`,
  );
  // Samples are as many on a small site as on a large one.
  const spare = quick ? 24 : 0;
  report.verdict(
    inBrowser <= slack * lively + spare,
    `the browser for at most ${slack} × the pages that need it${spare > 0 ? ` and ${spare}` : ''}`,
    `${inBrowser} of ${own.summary.urlPages}, ${figure(inBrowser / lively)} × the ${lively}`,
  );
  report.verdict(
    own.summary.requests === asked,
    'requests are counted as the server counts them',
    `${own.summary.requests} and ${asked}`,
  );
  const ratio = own.summary.seconds / browser.run.summary.seconds;
  report.note(
    `Requests: ${figure(asked / browser.asked)} × those of the browser alone; time: ${figure(ratio)} × its.`,
  );
}
