import { join } from 'node:path';
import { openStoreAt } from '../../src/store/index.ts';
import { startHostile } from '../../test/sites/hostile.ts';
import { type HostileVerdict, judgeHostile } from '../../test/sites/hostile-verdict.ts';
import { type CrawlRun, runCrawl } from '../crawl-process.ts';
import type { GatherContext, GatherPart } from './part.ts';

/** Seconds that one request may take here, and how often one that takes longer is tried. */
const [timeout, tries] = [10, 2];

/** Servers that do everything wrong, between good pages. */
export const hostile: GatherPart = {
  name: 'hostile',
  title: 'Servers that do everything wrong',
  run,
};

async function run({ report, quick, folder }: GatherContext): Promise<void> {
  const size = { good: 200, malformed: quick ? 200 : 1000 };
  const site = await startHostile(size);
  const out = join(folder, 'out');
  try {
    const seeds = [...Object.values(site.robots), ...site.tls];
    const flags = ['--engine', 'http', '--workers', '16', '--timeout', String(timeout)];
    const ran = await runCrawl(site.url, out, [...seeds, ...flags]);
    const store = await openStoreAt(`sqlite:${join(out, 'argiope.db')}`, { readOnly: true });
    try {
      const [info] = await store.sites();
      const stored = await store.site(info?.name ?? '');
      if (!stored) throw new Error('the crawl has left no store');
      print({ report, ran, verdict: await judgeHostile(stored, site), size });
    } finally {
      await store.close();
    }
  } finally {
    await site.close();
  }
}

interface Outcome {
  readonly report: GatherContext['report'];
  readonly ran: CrawlRun;
  readonly verdict: HostileVerdict;
  readonly size: { readonly good: number; readonly malformed: number };
}

function print({ report, ran, verdict, size }: Outcome): void {
  const { good, malformed, endings, wrong } = verdict;
  report.table(
    ['ended as', 'hostile answers'],
    Object.entries(endings).toSorted(([a], [b]) => a.localeCompare(b)),
  );
  const peak = Math.round(ran.memory.peakMiB);
  const seconds = ran.summary.seconds;
  report.note(`${seconds.toFixed(1)} s, at most ${peak} MiB of memory.`);
  for (const line of wrong) report.note(`- ${line}`);
  const all = Object.values(endings).reduce((sum, count) => sum + count, 0);
  report.verdict(
    wrong.length === 0,
    'every hostile answer ends with its own reason',
    `${all - wrong.length} of ${all}`,
  );
  report.verdict(good === size.good, 'all good pages are found', `${good} of ${size.good}`);
  const claim = 'all malformed pages are read';
  report.verdict(malformed === size.malformed, claim, `${malformed} of ${size.malformed}`);
  // Slow servers are asked one after the other only where they share a worker.
  const bound = 6 * tries * timeout;
  report.verdict(
    seconds <= bound,
    'the slowest answers hold nobody up',
    `${seconds.toFixed(1)} s of ${bound} s`,
  );
  report.verdict(peak <= 600, 'no answer takes more memory than the limits allow', `${peak} MiB of 600 MiB`);
}
