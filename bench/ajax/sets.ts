import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type BlogTruth, blogOfSet } from '../../test/sites/blog.ts';
import { blogSets } from '../../test/sites/blog-sets.ts';
import { type CrawlRun, runCrawl } from '../crawl-process.ts';
import { isFlat, quarters } from '../memory.ts';
import { withSite } from '../site-process.ts';
import { type Cell, figure } from '../table.ts';
import { type Part, type PartContext, type Way, ways } from './part.ts';
import { checkTruth, describeCheck, isExact, type TruthCheck } from './truth-check.ts';

/** Tables 1 and 2: the five sets, by a link crawler, by `single` and by `double`. */
export const sets: Part = { name: 'sets', title: 'Tables 1 and 2: the five sets', run };

/** One line of table 2. */
interface Measured {
  readonly set: number;
  readonly way: Way;
  readonly run: CrawlRun;
  readonly check: TruthCheck;
  /** Requests that reached the server. */
  readonly asked: number;
  readonly truth: BlogTruth;
}

async function run(context: PartContext): Promise<void> {
  const { report, options } = context;
  report.note('Table 1: the sets');
  report.table(
    ['set', 'articles', 'pages', 'state pages', 'articles of several pages'],
    options.sets.map((number) => tableOneRow(number)),
  );
  const measured: Measured[] = [];
  for (const set of options.sets) {
    for (const way of ['link', 'single', 'double'] as const) {
      if (way === 'single' && set > 2 && !options.all) continue;
      report.progress(`sets: S${set} by ${way}`);
      measured.push(await measure(context, set, way));
    }
  }
  printTableTwo(context, measured);
  judge(context, measured);
}

function tableOneRow(number: number): Cell[] {
  const { truth } = blogOfSet(number);
  return [`S${number}`, truth.articles, truth.pages, truth.statePages, truth.longArticles];
}

async function measure({ folder }: PartContext, set: number, way: Way): Promise<Measured> {
  const { truth } = blogOfSet(set);
  const out = join(folder, `${set}-${way}`);
  return withSite('blog', { articles: truth.articles }, async (site) => {
    // Set 5 by `double` is measured with default settings: `double` is the default.
    const run = await runCrawl(site.url, out, way === 'double' ? [] : ways[way]);
    const check = await checkTruth(out, truth, way === 'link' ? (page) => page.page === 1 : undefined);
    const { requests } = await site.stats();
    await rm(out, { recursive: true, force: true });
    return { set, way, run, check, asked: requests, truth };
  });
}

function printTableTwo({ report }: PartContext, measured: readonly Measured[]): void {
  report.note('Table 2, first half: what was done');
  report.table(
    ['set', 'crawler', 'pages', 'seen', 'unique', 'fired', 'replayed', 'resets', 'requests', 'at server'],
    measured.map(({ set, way, run: { summary }, asked }) => [
      `S${set}`,
      way,
      summary.pages,
      summary.instructions.seen,
      summary.instructions.unique,
      summary.events.fired,
      summary.events.replayed,
      summary.resets,
      summary.requests,
      asked,
    ]),
  );
  report.note(
    'Table 2, second half: what it cost (seconds of the whole command; resident MiB of Node by quarter of the run)',
  );
  report.table(
    ['set', 'crawler', 'seconds', 'crawling', 's/page', 'pages/s', 'peak', 'q1', 'q2', 'q3', 'q4'],
    measured.map(({ set, way, run }) => [
      `S${set}`,
      way,
      run.seconds,
      run.summary.seconds,
      run.seconds / run.summary.pages,
      run.summary.pages / run.seconds,
      Math.round(run.memory.peakMiB),
      ...quarters(run.memory).map((mib) => Math.round(mib)),
    ]),
  );
}

function judge({ report }: PartContext, measured: readonly Measured[]): void {
  for (const { set, way, check, run, truth } of measured) {
    const exact = isExact(check) && run.summary.pages === check.found;
    const claim =
      way === 'link' ? `the link crawler finds one page per article` : `${way} finds all pages once`;
    const wanted = way === 'link' ? truth.articles : truth.pages;
    report.verdict(exact, `S${set}: ${claim}`, `${describeCheck(check)}, of ${wanted}`);
  }
  for (const double of measured.filter(({ way }) => way === 'double')) {
    judgeEvents(report, double);
    const single = measured.find(({ way, set }) => way === 'single' && set === double.set);
    if (single) {
      const ratio = eventsOf(single.run) / eventsOf(double.run);
      report.verdict(
        ratio >= 3,
        `S${double.set}: single fires at least 3 times as many events`,
        `${figure(ratio)} times`,
      );
    }
    if (double.set === blogSets.length) judgeSpeed(report, double.run);
  }
}

function judgeEvents(report: PartContext['report'], { set, run, truth }: Measured): void {
  const bound = 1.02 * (truth.statePages + truth.longArticles);
  const events = eventsOf(run);
  report.verdict(
    events <= bound,
    `S${set}: double fires at most 1.02 × (state pages + one return per long article)`,
    `${events} events, bound ${figure(bound)}`,
  );
}

function judgeSpeed(report: PartContext['report'], run: CrawlRun): void {
  const speed = run.summary.pages / run.seconds;
  report.verdict(
    speed >= 60,
    'S5: at least 60 pages/s with default settings',
    `${figure(speed)} pages/s over the whole command, ${figure(run.summary.pages / run.summary.seconds)} while crawling`,
  );
  const { peakMiB } = run.memory;
  report.verdict(
    peakMiB > 0 && peakMiB <= 300,
    'S5: Node process at most 300 MiB',
    `peak ${Math.round(peakMiB)} MiB`,
  );
  const course = quarters(run.memory)
    .map((mib) => Math.round(mib))
    .join(', ');
  report.verdict(isFlat(run.memory), 'S5: memory flat over the run', `${course} MiB by quarter`);
}

function eventsOf(run: CrawlRun): number {
  return run.summary.events.fired + run.summary.events.replayed;
}
