import { join } from 'node:path';
import { blogOfSet } from '../../../test/sites/blog.ts';
import { runCrawl } from '../../crawl-process.ts';
import { withSite } from '../../site-process.ts';
import { figure } from '../../table.ts';
import { guardSeconds } from './crawl-app.ts';
import type { AppsContext, AppsPart } from './part.ts';

/** The blog of the Ajax benchmark, set 1: returns to first pages are learned and no longer fired. */
export const blog: AppsPart = { name: 'blog', title: 'The blog, set 1', crawls: 'none', run };

async function run({ report, folder }: AppsContext): Promise<void> {
  const { truth } = blogOfSet(1);
  report.progress('blog');
  const { summary } = await withSite('blog', { articles: truth.articles }, (site) =>
    // 4: stopped by a limit, which is judged below.
    runCrawl(site.url, join(folder, 'out'), ['--max-time', String(guardSeconds)], [0, 4]),
  );
  const { fired, replayed, skipped } = summary.events;
  report.table(
    ['pages', 'of', 'state pages', 'fired', 'replayed', 'skipped', 'resets', 'seconds'],
    [
      [
        ...[summary.pages, truth.pages, summary.statePages, fired, replayed, skipped],
        ...[summary.resets, summary.seconds],
      ],
    ],
  );
  report.verdict(
    summary.finished && summary.pages === truth.pages,
    'blog: every page is found once',
    `${summary.pages} of ${truth.pages}`,
  );
  const events = fired + replayed;
  report.verdict(
    events <= 1.05 * truth.statePages,
    'blog: fired + replayed ≤ 1.05 × state pages',
    `${events} of ${truth.statePages}: ${figure(events / truth.statePages)} ×`,
  );
}
