import { join } from 'node:path';
import { startDriver } from '../../../src/drivers/chromium/fixture.ts';
import type { RunningSite } from '../../../test/sites/site.ts';
import { percent } from '../../statistics.ts';
import { type Cell, figure } from '../../table.ts';
import { type CrawlRequest, crawlWith, eventsOf, trainModel } from '../engine.ts';
import { genericCrawl } from '../generic.ts';
import { judgePages } from '../judge.ts';
import { type NewsSite, news, newsSamples } from '../news.ts';
import { whileServed } from '../served.ts';
import { growth } from './growth.ts';
import type { TrainingContext, TrainingPart } from './part.ts';

/** Events that each way of crawling needs for the comments of three articles. */
export const table1: TrainingPart = {
  name: 'table1',
  title: 'Table 1: events for the comment pages of three articles',
  run,
};

/** Ways of crawling, with the most events per comment page that are claimed for them. */
const ways = {
  generic: { title: 'generic', most: null },
  ungated: { title: 'trained, no instruction gate', most: 14 },
  trained: { title: 'trained', most: 1.1 },
  learned: { title: 'learned while crawling', most: 5 },
} as const;

type Way = keyof typeof ways;

/** One way of crawling one article. */
interface Row {
  readonly article: number;
  readonly pages: number;
  readonly way: Way;
  readonly fired: number;
  readonly replayed: number;
  readonly opened: number | null;
  readonly events: number;
  readonly recall: number;
}

async function run(context: TrainingContext): Promise<void> {
  const { report, quick } = context;
  const site = news();
  const rows = await whileServed(site, (running) => measure(context, site, running, quick ? [1] : [1, 2, 3]));
  report.note(
    [
      'Events: first firings, replays, and addresses opened beyond the start page. For the generic crawl, as in',
      'the paper, first firings and openings alone; what it replays to go back is shown and not counted.',
    ].join('\n'),
  );
  report.table(
    ['article', 'comment pages', 'way', 'fired', 'replayed', 'opened', 'events', 'per page', 'recall'],
    rows.map(cells),
  );
  claim(context, rows);
  await growth(context);
}

function cells({ article, pages, way, fired, replayed, opened, events, recall }: Row): readonly Cell[] {
  const counts = [fired, replayed, opened, events, events / pages];
  return [article, pages, ways[way].title, ...counts, percent(recall)];
}

async function measure(
  { report, folder }: TrainingContext,
  site: NewsSite,
  running: RunningSite,
  articles: readonly number[],
): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const article of articles) {
    report.progress(`table 1: article ${article}, generic`);
    rows.push(await genericRow(site, running, article));
  }
  report.progress('table 1: training');
  const { model, events } = await trainModel({
    samples: newsSamples.map((number) => ({
      type: 'comments',
      url: running.origin + site.truth.path(number),
    })),
    want: ['comments'],
    events: ['click'],
    tags: ['a'],
    out: join(folder, 'training'),
  });
  report.note(`Training on ${newsSamples.length} further articles took ${events} events, once.\n`);
  for (const article of articles) {
    const url = running.origin + site.truth.path(article);
    const requests: Readonly<
      Record<Exclude<Way, 'generic'>, Pick<CrawlRequest, 'dedupe' | 'model' | 'samples'>>
    > = {
      ungated: { dedupe: 'single', model },
      trained: { dedupe: 'double', model },
      learned: { dedupe: 'double', samples: [{ type: 'comments', url }] },
    };
    for (const [way, request] of Object.entries(requests) as [
      Exclude<Way, 'generic'>,
      typeof requests.trained,
    ][]) {
      report.progress(`table 1: article ${article}, ${ways[way].title}`);
      const out = join(folder, `${way}-${article}`);
      const seeds = [url];
      const crawled = await crawlWith({ ...request, seeds, out, want: ['comments'], strategy: 'nearest' });
      const { recall } = judgePages(crawled.pages, site.truth.keys(article), site.truth.keyOf);
      const { fired, replayed, opened } = crawled;
      const pages = site.truth.keys(article).length;
      rows.push({ article, pages, way, fired, replayed, opened, events: eventsOf(crawled), recall });
    }
  }
  return rows.sort((one, other) => one.article - other.article);
}

async function genericRow({ truth }: NewsSite, { origin }: RunningSite, article: number): Promise<Row> {
  const start = origin + truth.path(article);
  const driver = await startDriver(start, { tags: ['a'], events: ['click'] });
  try {
    const { keyOf } = truth;
    const run = await genericCrawl(driver, { start, mostEvents: 20_000, queue: 'same-address', keyOf });
    const keys = truth.keys(article);
    const recall = run.valid.filter((key) => keys.includes(key)).length / keys.length;
    const { events, replayed } = run;
    return {
      article,
      pages: keys.length,
      way: 'generic',
      fired: events,
      replayed,
      opened: null,
      events,
      recall,
    };
  } finally {
    await driver.close();
  }
}

function claim({ report }: TrainingContext, rows: readonly Row[]): void {
  const least = Math.min(...rows.map(({ recall }) => recall));
  report.verdict(least === 1, 'recall is 100 % in every way', `least ${percent(least)}`);
  for (const [way, { title, most }] of Object.entries(ways)) {
    const mine = rows.filter((row) => row.way === way);
    const worst = Math.max(...mine.map(({ events, pages }) => events / pages));
    if (most !== null)
      report.verdict(
        worst <= most,
        `${title}: ≤ ${most} events per comment page`,
        `at most ${figure(worst)}`,
      );
  }
  const total = (way: Way) =>
    rows.filter((row) => row.way === way).reduce((sum, { events }) => sum + events, 0);
  const ratios = (['ungated', 'trained', 'learned'] as const).map(
    (way) => `${ways[way].title} ${figure(total('generic') / total(way))}`,
  );
  report.note(`Events of the generic crawl ÷ those of the others: ${ratios.join(', ')}.\n`);
}
