import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { chance } from '../../test/sites/prose.ts';
import { killGroup } from '../children.ts';
import { ended, runCrawl, startArgiope } from '../crawl-process.ts';
import { type SiteProcess, withSite } from '../site-process.ts';
import { type CrawlFingerprint, type Difference, differences, fingerprintOf } from './crawl-equality.ts';
import type { Part, PartContext } from './part.ts';

const articles = 50;

/** SIGKILL at random moments, resuming each time, against a crawl that was never stopped. */
export const kill: Part = { name: 'kill', title: 'Killed at random moments and resumed', run };

interface Round {
  readonly kills: number;
  readonly differences: readonly Difference[];
  readonly pages: number;
  /** Requests that reached the server in all runs together: a crawl that began anew would show here. */
  readonly asked: number;
}

async function run({ report, folder, options }: PartContext): Promise<void> {
  const wanted = options.quick ? 3 : 25;
  await mkdir(folder, { recursive: true });
  await withSite('blog', { articles }, async (site) => {
    report.progress('kill: the unbroken crawl');
    const unbroken = await runCrawl(site.url, join(folder, 'unbroken'));
    const whole = await fingerprintOf(unbroken.out);
    const asked = (await site.stats()).requests;
    const random = chance(options.seed);
    const moment = () => (0.05 + 0.45 * random()) * unbroken.seconds;
    const rounds: Round[] = [];
    for (let kills = 0; kills < wanted; ) {
      const next = await playRound(
        site,
        join(folder, `broken-${rounds.length}`),
        wanted - kills,
        moment,
        whole,
      );
      rounds.push(next);
      kills += next.kills;
      report.progress(`kill: round ${rounds.length}, ${kills} of ${wanted} kills`);
      if (rounds.length > wanted * 2) throw new Error('crawls end before they can be killed');
    }
    judge(report, rounds, { pages: unbroken.summary.pages, asked });
  });
}

async function playRound(
  site: SiteProcess,
  out: string,
  most: number,
  moment: () => number,
  whole: CrawlFingerprint,
): Promise<Round> {
  await site.reset();
  const kills = await killUntilDone(site.url, out, most, moment);
  const { summary } = await runCrawl(site.url, out);
  const asked = (await site.stats()).requests;
  return { kills, pages: summary.pages, asked, differences: differences(whole, await fingerprintOf(out)) };
}

/** Kills the same crawl again and again until it ends by itself before its moment; how often it was killed. */
async function killUntilDone(url: string, out: string, most: number, moment: () => number): Promise<number> {
  for (let kills = 0; kills < most; kills++) {
    const child = startArgiope(['crawl', url, '--out', out, '--json', '--quiet', '--engine', 'browser']);
    child.stdout?.resume();
    child.stderr?.resume();
    const finished = ended(child);
    const outcome = await Promise.race([finished, wait(moment() * 1000, 'now' as const)]);
    if (outcome !== 'now') {
      if (outcome !== 0) throw new Error(`a resumed crawl ended with ${outcome}`);
      return kills;
    }
    killGroup(child);
    await finished;
  }
  return most;
}

function judge(
  report: PartContext['report'],
  rounds: readonly Round[],
  { pages, asked }: { readonly pages: number; readonly asked: number },
): void {
  report.table(
    ['round', 'kills', 'pages', 'differences', 'at server'],
    [
      ['unbroken', 0, pages, null, asked],
      ...rounds.map((round, index) => [
        String(index + 1),
        round.kills,
        round.pages,
        round.differences.length,
        round.asked,
      ]),
    ],
  );
  const kills = rounds.reduce((sum, round) => sum + round.kills, 0);
  for (const kind of ['page', 'edge', 'mirror'] as const) {
    const found = rounds.flatMap((round) =>
      round.differences.filter((difference) => difference.kind === kind),
    );
    const measured =
      found.length === 0
        ? `no difference, ${pages} pages`
        : `${found.length} differences, first: ${found[0]?.text}`;
    report.verdict(
      found.length === 0,
      `kill: ${kind}s equal those of an unbroken crawl after ${kills} kills`,
      measured,
    );
  }
}
