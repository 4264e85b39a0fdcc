import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { startDriver } from '../../../src/drivers/chromium/fixture.ts';
import type { RunningSite } from '../../../test/sites/site.ts';
import { percent } from '../../statistics.ts';
import { figure } from '../../table.ts';
import { type CurvePoint, eventsAt, lineThrough } from '../curve.ts';
import { type CrawlRequest, crawlWith, trainModel } from '../engine.ts';
import { type ForumSite, forum, forumSamples } from '../forum.ts';
import { type GenericRun, genericCrawl } from '../generic.ts';
import { judgePages } from '../judge.ts';
import { type Course, plotSvg } from '../plot.ts';
import { whileServed } from '../served.ts';
import type { TrainingContext, TrainingPart } from './part.ts';

/** Events against valid pages on a forum. */
export const figure3: TrainingPart = {
  name: 'figure3',
  title: 'Figure 3: events against valid pages of a forum',
  run,
};

const marks = [100, 250, 500, 750, 1000, 1500, 2000];
const types = ['list', 'thread'];

async function run(context: TrainingContext): Promise<void> {
  const { report, quick, plot } = context;
  const site = forum({ valid: quick ? 250 : 2000 });
  const courses = await whileServed(site, (running) => measure(context, site, running));
  const shown = marks.filter((mark) => mark <= site.truth.valid);
  report.note(
    [
      'Events when so many valid pages had been found. Counted are first firings, replays, and addresses opened',
      'beyond the start page; for the generic crawl, as in the paper, no replays.',
    ].join('\n'),
  );
  report.table(
    ['valid pages', ...courses.map(({ name }) => name)],
    shown.map((mark) => [mark, ...courses.map(({ points }) => eventsAt(points, mark))]),
  );
  await mkdir(dirname(plot), { recursive: true });
  await writeFile(plot, plotSvg(courses));
  report.note(`Plot: ${plot}\n`);
}

async function measure(
  context: TrainingContext,
  site: ForumSite,
  running: RunningSite,
): Promise<readonly Course[]> {
  const { report, folder, quick } = context;
  report.progress('figure 3: generic');
  const generic = await genericRun(site, running, quick ? 3000 : 40_000);
  const how = generic.finished ? 'all that there was to fire' : 'its limit';
  report.note(`Generic: ${generic.valid.length} valid pages in ${generic.events} events: ${how}.`);
  const courses: Course[] = [{ name: 'generic', points: generic.curve }];
  report.progress('figure 3: training');
  const samples = forumSamples(site.truth, running.origin);
  const { model, events } = await trainModel({
    samples,
    want: types,
    events: ['click'],
    tags: ['a'],
    out: join(folder, 'training'),
  });
  report.note(`Training took ${events} events, once.\n`);
  const trained = await courseOf(context, site, running, 'trained', { model });
  claimLine(context, trained.points);
  const learned = await courseOf(context, site, running, 'learned while crawling', { samples });
  return [...courses, trained, learned];
}

async function genericRun(
  { truth }: ForumSite,
  { url }: RunningSite,
  mostEvents: number,
): Promise<GenericRun> {
  const driver = await startDriver(url, { tags: ['a'], events: ['click'] });
  try {
    return await genericCrawl(driver, { start: url, mostEvents, queue: 'valid', keyOf: truth.keyOf });
  } finally {
    await driver.close();
  }
}

async function courseOf(
  { report, folder }: TrainingContext,
  { truth }: ForumSite,
  { url }: RunningSite,
  name: string,
  request: Pick<CrawlRequest, 'model' | 'samples'>,
): Promise<Course> {
  report.progress(`figure 3: ${name}`);
  const out = join(folder, name.replaceAll(' ', '-'));
  const seeds = [url];
  const crawled = await crawlWith({
    ...request,
    seeds,
    out,
    want: types,
    dedupe: 'double',
    strategy: 'nearest',
  });
  const { recall, curve, found } = judgePages(crawled.pages, truth.keys(), truth.keyOf);
  report.verdict(
    recall === 1,
    `forum, ${name}: every valid page is found`,
    `${found.size}: ${percent(recall)}`,
  );
  return { name, points: curve };
}

function claimLine({ report }: TrainingContext, points: readonly CurvePoint[]): void {
  const { slope, r2 } = lineThrough(points);
  report.verdict(
    r2 >= 0.999,
    'the trained curve is a straight line (R² ≥ 0.999)',
    `R² ${r2.toFixed(5)}, ${figure(slope)} events per valid page`,
  );
}
