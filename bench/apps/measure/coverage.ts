import { type Cell, figure } from '../../table.ts';
import { type AppCrawl, guardSeconds } from './crawl-app.ts';
import { eventsUntil, tabSteps } from './journal.ts';
import type { AppsContext, AppsPart } from './part.ts';

/** Whether every part of every app was found, once, and what that cost. */
export const coverage: AppsPart = {
  name: 'coverage',
  title: 'Parts found and events fired',
  crawls: 'all',
  run,
};

/** The figures of one crawl, or of several together. */
export interface CoverageFigures {
  readonly parts: number;
  readonly found: number;
  readonly twice: number;
  readonly unknown: number;
  readonly pages: number;
  /** State pages that showed something new when they were kept: each needs one event at least. */
  readonly bound: number;
  readonly fired: number;
  readonly replayed: number;
  /** Fired and replayed until the last page that showed something new was kept. */
  readonly toLast: number;
  readonly resets: number;
  readonly requests: number;
  readonly cached: number;
  readonly seconds: number;
  /** Captures of pages that had not settled when patience ended. */
  readonly unsettled: number;
}

/** The figures of one crawl. */
export function coverageOf({ app, journal, stored, verdict }: AppCrawl): CoverageFigures {
  const spare = new Set([...verdict.duplicates, ...verdict.unknown]);
  const fresh = stored.pages.filter(({ number }) => !spare.has(number));
  const { summary } = journal;
  return {
    parts: app.parts.length,
    found: verdict.found.length,
    twice: verdict.duplicates.length,
    unknown: verdict.unknown.length,
    pages: stored.pages.length,
    bound: fresh.filter(({ page }) => page.entry.kind === 'action').length,
    fired: summary?.events.fired ?? 0,
    replayed: summary?.events.replayed ?? 0,
    toLast: eventsUntil(journal, new Set(fresh.map(({ number }) => number))),
    resets: summary?.resets ?? 0,
    requests: summary?.requests ?? 0,
    cached: summary?.requestsFromCache ?? 0,
    seconds: summary?.seconds ?? 0,
    unsettled: tabSteps(journal).filter(({ settled }) => settled === 'budget').length,
  };
}

/** Figures of several crawls together. */
export function together(all: readonly CoverageFigures[]): CoverageFigures {
  const sum = (key: keyof CoverageFigures) => all.reduce((total, one) => total + one[key], 0);
  return {
    parts: sum('parts'),
    found: sum('found'),
    twice: sum('twice'),
    unknown: sum('unknown'),
    pages: sum('pages'),
    bound: sum('bound'),
    fired: sum('fired'),
    replayed: sum('replayed'),
    toLast: sum('toLast'),
    resets: sum('resets'),
    requests: sum('requests'),
    cached: sum('cached'),
    seconds: sum('seconds'),
    unsettled: sum('unsettled'),
  };
}

async function run({ report, crawls }: AppsContext): Promise<void> {
  const rows = crawls.map((crawl) => ({ crawl, figures: coverageOf(crawl) }));
  const all = together(rows.map(({ figures }) => figures));
  report.note('What was found. Twice: pages that showed nothing new when they were kept.');
  report.table(
    ['app', 'parts', 'found', 'missing', 'twice', 'unknown', 'pages', 'seconds', 'by budget', 'ended'],
    [
      ...rows.map(({ crawl, figures }) => [...foundCells(crawl.app.name, figures), crawl.trouble ?? 'done']),
      [...foundCells('all', all), ''],
    ],
  );
  report.note('What it cost. Bound: state pages that showed something new; each needs an event.');
  report.table(
    [
      'app',
      'bound',
      'fired',
      'replayed',
      'to last',
      '× bound',
      'all × bound',
      'resets',
      'requests',
      'cached',
    ],
    [...rows.map(({ crawl, figures }) => costCells(crawl.app.name, figures)), costCells('all', all)],
  );
  for (const { crawl } of rows) for (const line of failings(crawl)) report.note(line);
  claim(report, all, crawls);
}

function foundCells(name: string, f: CoverageFigures): Cell[] {
  return [name, f.parts, f.found, f.parts - f.found, f.twice, f.unknown, f.pages, f.seconds, f.unsettled];
}

function costCells(name: string, f: CoverageFigures): Cell[] {
  const events = f.fired + f.replayed;
  const [last, end] = [f.toLast, events].map((count) => (f.bound === 0 ? null : count / f.bound));
  return [
    name,
    f.bound,
    f.fired,
    f.replayed,
    f.toLast,
    last ?? null,
    end ?? null,
    f.resets,
    f.requests,
    f.cached,
  ];
}

/** What a developer needs to see why an app failed. */
function failings({ app, verdict, trouble, out }: AppCrawl): readonly string[] {
  const lines = [
    ...(trouble === null ? [] : [`${app.name}: ${trouble}`]),
    ...(verdict.missing.length === 0 ? [] : [`${app.name}: missing ${verdict.missing.join(', ')}`]),
    ...(verdict.duplicates.length === 0 ? [] : [`${app.name}: pages twice ${verdict.duplicates.join(', ')}`]),
    ...(verdict.unknown.length === 0 ? [] : [`${app.name}: pages unknown ${verdict.unknown.join(', ')}`]),
  ];
  return lines.length === 0 ? [] : [...lines, `${app.name}: output ${out}`];
}

function claim(report: AppsContext['report'], all: CoverageFigures, crawls: readonly AppCrawl[]): void {
  const { bound, toLast, resets } = all;
  const events = all.fired + all.replayed;
  report.verdict(all.found === all.parts, 'every part of every app is found', `${all.found} of ${all.parts}`);
  report.verdict(
    all.twice + all.unknown === 0,
    'no page is found twice',
    `${all.twice} twice, ${all.unknown} unknown, of ${all.pages} pages`,
  );
  const stopped = crawls.filter(({ trouble }) => trouble !== null).map(({ app }) => app.name);
  report.verdict(
    stopped.length === 0,
    `every crawl ends by itself within ${guardSeconds} s`,
    stopped.length === 0 ? `${crawls.length} crawls` : `not ${stopped.join(', ')}`,
  );
  report.verdict(
    toLast <= 1.1 * bound,
    'events to the last new page ≤ 1.10 × bound, all apps together',
    `${toLast} of ${bound}: ${figure(toLast / bound)} ×`,
  );
  report.verdict(
    events <= 1.5 * bound,
    'events to the end ≤ 1.5 × bound, all apps together',
    `${events} of ${bound}: ${figure(events / bound)} ×`,
  );
  report.verdict(
    resets <= 0.02 * events,
    'resets ≤ 2 % of events',
    `${resets} of ${events}: ${figure((100 * resets) / events)} %`,
  );
}
