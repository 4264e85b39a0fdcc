import { join } from 'node:path';
import { blogOfSet } from '../../test/sites/blog.ts';
import { type CrawlRun, runCrawl } from '../crawl-process.ts';
import { withSite } from '../site-process.ts';
import { figure } from '../table.ts';
import { type Part, type PartContext, ways } from './part.ts';
import { checkTruth, describeCheck, isExact } from './truth-check.ts';

const addedMs = 50;

/** One tab against one connection with 50 ms added to every answer: what the browser costs beside waiting. */
export const latency: Part = {
  name: 'latency',
  title: `Set 1 with ${addedMs} ms added to every answer, one worker`,
  run,
};

async function run({ report, folder }: PartContext): Promise<void> {
  const { truth } = blogOfSet(1);
  const crawl = (name: 'link' | 'double'): Promise<CrawlRun & { connections: number }> =>
    withSite('blog', { articles: truth.articles, latency: addedMs }, async (site) => {
      report.progress(`latency: ${name}`);
      const run = await runCrawl(site.url, join(folder, name), [...ways[name], '--workers', '1']);
      return { ...run, connections: (await site.stats()).peakConnections };
    });
  const link = await crawl('link');
  const double = await crawl('double');
  const perPage = (run: CrawlRun) => run.seconds / run.summary.pages;
  report.table(
    ['crawler', 'pages', 'requests', 'connections', 'seconds', 's/page'],
    [
      ['link', link.summary.pages, link.summary.requests, link.connections, link.seconds, perPage(link)],
      [
        'double',
        double.summary.pages,
        double.summary.requests,
        double.connections,
        double.seconds,
        perPage(double),
      ],
    ],
  );
  const check = await checkTruth(join(folder, 'double'), truth);
  report.verdict(isExact(check), 'with latency: double finds all pages once', describeCheck(check));
  const ratio = perPage(double) / perPage(link);
  report.verdict(
    ratio <= 2,
    'with latency: seconds per page of double at most 2 × those of the link crawler',
    `${figure(ratio)} × (the paper: 18 to 20 ×)`,
  );
}
