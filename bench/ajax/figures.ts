import { join } from 'node:path';
import { type CrawlRun, runCrawl } from '../crawl-process.ts';
import { withSite } from '../site-process.ts';
import { type Part, type PartContext, ways } from './part.ts';

/** Figures 1 and 2: what double removal of duplicates saves on the first 20 to 100 articles. */
export const figures: Part = { name: 'figures', title: 'Figures 1 and 2: instructions, pages and time', run };

interface Sample {
  readonly articles: number;
  readonly single: CrawlRun;
  readonly double: CrawlRun;
}

async function run({ report, folder, options }: PartContext): Promise<void> {
  const samples: Sample[] = [];
  for (const articles of options.quick ? [20, 40] : [20, 40, 60, 80, 100]) {
    report.progress(`figures: first ${articles} articles`);
    samples.push(await measure(articles, join(folder, String(articles))));
  }
  report.note('Figure 1 (double): instructions against pages');
  report.table(
    ['articles', 'instructions seen', 'unique', 'pages', 'seen per page'],
    samples.map(({ articles, double: { summary } }) => [
      articles,
      summary.instructions.seen,
      summary.instructions.unique,
      summary.pages,
      summary.instructions.seen / summary.pages,
    ]),
  );
  report.note('Figure 2: seconds of the whole command');
  report.table(
    ['articles', 'pages', 'single s', 'double s', 'single / double', 'events single', 'events double'],
    samples.map(({ articles, single, double }) => [
      articles,
      double.summary.pages,
      single.seconds,
      double.seconds,
      single.seconds / double.seconds,
      single.summary.events.fired + single.summary.events.replayed,
      double.summary.events.fired + double.summary.events.replayed,
    ]),
  );
}

async function measure(articles: number, folder: string): Promise<Sample> {
  return withSite('blog', { articles }, async (site) => ({
    articles,
    double: await runCrawl(site.url, join(folder, 'double'), ways.double),
    single: await runCrawl(site.url, join(folder, 'single'), ways.single),
  }));
}
