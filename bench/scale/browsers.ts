import { setTimeout as sleep } from 'node:timers/promises';
import { visibleText } from '../../src/dom/text.ts';
import { readDocument } from '../../src/html/stored.ts';
import { openStoreAt } from '../../src/store/index.ts';
import type { TestServer } from '../../test/postgres.ts';
import { blog } from '../../test/sites/blog.ts';
import type { Report } from '../report.ts';
import { withSite } from '../site-process.ts';
import type { Cell } from '../table.ts';
import { committed, statusOf } from './crawls.ts';
import { argiope, type Process, start } from './process.ts';

/** Milliseconds that each answer takes. */
const latency = 100;
/** Minutes after which a crawl counts as stuck. */
const patience = 10;

/** The blog by browsers that share it, one tab each: pace by their number, and whether all of it is found. */
export async function browsers(
  report: Report,
  database: TestServer,
  { counts, articles }: { readonly counts: readonly number[]; readonly articles: number },
): Promise<void> {
  report.section(`a blog of ${articles} articles, ${latency} ms away, by browsers with one tab each`);
  const { truth } = blog({ articles });
  const rows: (readonly Cell[])[] = [];
  let single = 0;
  for (const count of counts) {
    const url = `${database.url}?schema=browsers_${count}`;
    await withSite('blog', { articles, latency }, async (site) => {
      await argiope(['crawl', site.url, '--engine', 'browser', '--detach', '--store', url, '--fresh']);
      const workers = Array.from({ length: count }, () => explorer(url));
      const seconds = await paceOf(url);
      await Promise.all(workers.map(({ ended }) => ended));
      const { texts, fired } = await found(url);
      const { requests } = await site.stats();
      const rate = (texts.length - 1) / seconds;
      single ||= rate / count;
      rows.push([count, texts.length, fired, requests, seconds, rate, rate / (single * count)]);
      const wanted = [...truth.allPages()].map(({ text }) => text).sort();
      const isWhole = JSON.stringify(texts.toSorted()) === JSON.stringify(wanted);
      report.verdict(
        isWhole,
        `${count} workers: every page and state once`,
        `${texts.length} of ${truth.pages}`,
      );
    });
  }
  report.table(['workers', 'pages', 'events', 'requests', 's', 'pages/s', 'of linear'], rows);
}

function explorer(url: string): Process {
  return start(['worker', '--store', url, '--workers', '1', '--quiet']);
}

/** Seconds from the first stored page to the end: how long browsers take to start is not what is asked. */
async function paceOf(url: string): Promise<number> {
  let begun: number | null = null;
  for (const end = performance.now() + patience * 60_000; performance.now() < end; await sleep(250)) {
    if (begun === null && (await committed(url)) > 0) begun = performance.now();
    if (begun !== null && (await statusOf(url)).finishedAt !== null)
      return (performance.now() - begun) / 1000;
  }
  throw new Error(`expected the crawl to end within ${patience} minutes`);
}

async function found(url: string): Promise<{ readonly texts: readonly string[]; readonly fired: number }> {
  const store = await openStoreAt(url, { readOnly: true });
  try {
    const [info] = await store.sites();
    const site = await store.site(info?.name ?? '');
    if (!info || !site) throw new Error(`expected a crawl in ${url}`);
    const texts: string[] = [];
    for (const { content } of await site.pages({ status: 'kept' })) {
      const document = content && (await readDocument(site, content));
      texts.push(document ? visibleText(document).replace(/\s/g, '') : '');
    }
    return { texts, fired: info.totals.eventsFired };
  } finally {
    await store.close();
  }
}
