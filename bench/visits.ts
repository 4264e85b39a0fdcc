import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Bench, byName, readArgs, UsageError } from './bench.ts';
import { program } from './crawl-process.ts';
import { Report } from './report.ts';
import { tappedCrawl } from './visits/run.ts';
import { type VisitedSite, visitedSites } from './visits/sites.ts';
import type { Spent, Tapped } from './visits/tapped.ts';
import { type Cost, costsOf } from './visits/visits.ts';

/** What one visit costs in round trips, bytes and processor time: counts, which no load of the machine changes. */
export const visits: Bench = {
  name: 'visits',
  summary: 'what one load and one event cost on the pipe to the browser, and in processor time',
  usage: [
    '    --only a,b     only these sites: forum, jquery-news, links, handlers',
    '    --beside PATH  the program (bin/argiope.js) of another checkout, measured in turns with this one',
    '    --rounds N     crawls of each site by each program (default 3)',
    '    --markdown     tables to paste into docs/benchmarks.md',
  ].join('\n'),
  run,
};

/** The crawls of one site by one program, all rounds together. */
interface Visited {
  readonly site: string;
  readonly code: string;
  readonly load: Cost;
  readonly event: Cost;
  readonly spent: Spent;
}

async function run(args: readonly string[]): Promise<boolean> {
  const options = readOptions(args);
  const report = new Report(options.markdown ? 'markdown' : 'text');
  const folder = await mkdtemp(join(tmpdir(), 'argiope-visits-'));
  try {
    const visited: Visited[] = [];
    for (const site of options.sites) visited.push(...(await crawlAll(report, site, options, folder)));
    print(report, visited);
    judge(report, visited);
    return report.close();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

type Options = ReturnType<typeof readOptions>;

/** By turns, so that a busy moment of the machine falls on both. */
async function crawlAll(
  report: Report,
  site: VisitedSite,
  { programs, rounds }: Options,
  folder: string,
): Promise<readonly Visited[]> {
  const tapped = programs.map((): Tapped[] => []);
  for (let round = 0; round < rounds; round++)
    for (const [at, { code, path }] of programs.entries()) {
      report.progress(`visits: ${site.name}, ${code}, ${round + 1} of ${rounds}`);
      const out = await mkdtemp(join(folder, `${site.name}-`));
      const served = await site.serve();
      try {
        tapped[at]?.push(...(await tappedCrawl(path, served.url, out, site.flags)));
      } finally {
        await served.close();
        await rm(out, { recursive: true, force: true });
      }
    }
  return programs.map(({ code }, at) => {
    const own = tapped[at] ?? [];
    return {
      site: site.name,
      code,
      ...costsOf(own.map(({ noted }) => noted)),
      spent: sumSpent(own.flatMap(({ spent }) => spent ?? [])),
    };
  });
}

function sumSpent(all: readonly Spent[]): Spent {
  const sum = (figure: (one: Spent) => number) => all.reduce((total, one) => total + figure(one), 0);
  return {
    node: sum(({ node }) => node),
    browser: sum(({ browser }) => browser),
    renderers: sum(({ renderers }) => renderers),
    busy: sum(({ busy }) => busy),
    idle: sum(({ idle }) => idle),
  };
}

const kinds = ['load', 'event'] as const;

function print(report: Report, visited: readonly Visited[]): void {
  report.section('What one load and one event cost on the pipe');
  report.note('waits: round trips of which each was sent after the answer to the one before.');
  report.table(
    ['site', 'code', 'step', 'steps', 'round trips', 'waits', 'messages told', 'KB sent', 'KB heard'],
    visited.flatMap((each) =>
      kinds.map((kind) => {
        const { steps, trips, chained, told, sentBytes, heardBytes } = each[kind];
        const per = (sum: number) => (steps === 0 ? null : sum / steps);
        return [
          ...[each.site, each.code, kind, steps, per(trips), per(chained), per(told)],
          ...[per(sentBytes / 1024), per(heardBytes / 1024)],
        ];
      }),
    ),
  );
  report.section('What a step costs in processor time, from the first load to the last');
  report.note(
    'Milliseconds of each step, loads and events together. idle: share of the time in which Node waits.',
  );
  report.table(
    ['site', 'code', 'Node', 'renderers', 'browser', 'all', 'idle'],
    visited.map(({ site, code, load, event, spent }) => {
      const per = (ms: number) => ms / (load.steps + event.steps);
      const { node, renderers, browser, busy, idle } = spent;
      const all = node + renderers + browser;
      return [site, code, per(node), per(renderers), per(browser), per(all), idle / (busy + idle)];
    }),
  );
  report.section('Round trips by name, per step');
  report.table(
    ['site', 'code', 'step', 'round trips'],
    visited.flatMap((each) => kinds.map((kind) => [each.site, each.code, kind, named(each[kind])])),
  );
}

/** Those of which there is one in twenty steps. */
function named({ names, steps }: Cost): string {
  return [...names]
    .filter(([, count]) => count * 20 >= steps)
    .map(([name, count]) => `${name} ${(count / steps).toFixed(2)}`)
    .join(', ');
}

/**
 * Round trips of one step that a change of the code may not exceed, and how many of them may wait for each other, with a
 * third to spare. Before wrappers of one kind were taken to call the same, a load of `handlers` took 154, and takes 90.
 */
const most = {
  load: { trips: 120, waits: 10 },
  event: { trips: 1.8, waits: 1.8 },
} as const;

function judge(report: Report, visited: readonly Visited[]): void {
  for (const each of visited.filter(({ code }) => code === ownCode))
    for (const kind of kinds) {
      const { steps, trips, chained } = each[kind];
      if (steps === 0) continue;
      const { trips: mostTrips, waits } = most[kind];
      report.verdict(
        trips <= mostTrips * steps && chained <= waits * steps,
        `${each.site}: one ${kind} takes at most ${mostTrips} round trips, of which ${waits} wait for each other`,
        `${(trips / steps).toFixed(2)} and ${(chained / steps).toFixed(2)}, ${steps} times`,
      );
    }
}

const ownCode = 'this';

function readOptions(args: readonly string[]) {
  const given = readArgs(args, {
    only: { type: 'string' },
    beside: { type: 'string' },
    rounds: { type: 'string', default: '3' },
    markdown: { type: 'boolean', default: false },
  });
  const rounds = Number(given.rounds);
  if (!Number.isSafeInteger(rounds) || rounds < 1)
    throw new UsageError(`--rounds must be a whole number above 0; got "${given.rounds}"`);
  const other = given.beside === undefined ? [] : [{ code: 'beside', path: resolve(given.beside) }];
  return {
    sites: given.only?.split(',').map((name) => byName(visitedSites, name, '--only')) ?? visitedSites,
    programs: [...other, { code: ownCode, path: program }],
    rounds,
    markdown: given.markdown,
  };
}
