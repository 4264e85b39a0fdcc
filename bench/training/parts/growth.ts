import { join } from 'node:path';
import { percent } from '../../statistics.ts';
import { figure } from '../../table.ts';
import { crawlWith, eventsOf } from '../engine.ts';
import { judgePages } from '../judge.ts';
import { news } from '../news.ts';
import { whileServed } from '../served.ts';
import type { TrainingContext } from './part.ts';

/** How the price of learning while crawling is spread over a site as it grows. */
export async function growth({ report, folder, quick }: TrainingContext): Promise<void> {
  const sizes = quick ? [7, 20] : [7, 20, 50, 100];
  const site = news({ pages: sizes, wiring: 'inline' });
  const rows = await whileServed(site, async ({ origin }) => {
    const measured: { readonly pages: number; readonly events: number; readonly recall: number }[] = [];
    for (const [index, pages] of sizes.entries()) {
      report.progress(`growth: ${pages} comment pages`);
      const url = origin + site.truth.path(index + 1);
      const crawled = await crawlWith({
        seeds: [url],
        out: join(folder, `growth-${pages}`),
        dedupe: 'double',
        strategy: 'nearest',
        samples: [{ type: 'comments', url }],
        want: ['comments'],
      });
      const { recall } = judgePages(crawled.pages, site.truth.keys(index + 1), site.truth.keyOf);
      measured.push({ pages, events: eventsOf(crawled), recall });
    }
    return measured;
  });
  report.note('Learned while crawling, as an article grows.');
  report.table(
    ['comment pages', 'events', 'beyond one per page', 'per page', 'recall'],
    rows.map(({ pages, events, recall }) => [
      pages,
      events,
      events - (pages - 1),
      events / pages,
      percent(recall),
    ]),
  );
  const each = rows.map(({ events, pages }) => events / pages);
  report.verdict(
    each.every((value, index) => index === 0 || value < (each[index - 1] ?? 0)),
    'learned while crawling: events per page fall as a site grows',
    each.map(figure).join(', '),
  );
}
