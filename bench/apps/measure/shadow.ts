import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import type { CrawlSummary, Reason, Transition } from '../../../src/model/index.ts';
import { runCrawl } from '../../crawl-process.ts';
import { type Cell, figure } from '../../table.ts';
import { judge } from '../truth.ts';
import { coverageOf } from './coverage.ts';
import { type AppCrawl, readStored, type Stored } from './crawl-app.ts';
import type { AppsContext, AppsPart } from './part.ts';

/** Everything that a crawl skipped is fired, to see whether skipping was right. */
export const shadow: AppsPart = {
  name: 'shadow',
  title: 'Shadow pass: what was skipped is fired',
  crawls: 'all',
  run,
};

/** Seconds after which a pass is ended: where every page shows hundreds of actions, nearly all are skips. */
const shadowSeconds = 300;

/** What the shadow pass of one app gave. */
export interface ShadowFigures {
  /** Actions that the crawl did not fire though nothing forbade it. */
  readonly skipped: number;
  /** Those of them that the pass took up. */
  readonly audited: number;
  /** Events that it fired for the first time. */
  readonly fired: number;
  /** Actions that it could not reach again. */
  readonly failed: number;
  /** Skips that led to a page that was not there. */
  readonly wrong: number;
  /** Parts of the app that only the shadow pass found. */
  readonly missed: readonly string[];
  /** Firings of the crawl that led to no new page. */
  readonly redundant: number;
}

interface Row {
  readonly name: string;
  readonly figures: ShadowFigures | null;
  readonly trouble: string | null;
}

async function run({ report, folder, crawls }: AppsContext): Promise<void> {
  const rows: Row[] = [];
  for (const crawl of crawls) {
    const { name } = crawl.app;
    report.progress(`shadow: ${name}`);
    rows.push(
      await pass(crawl, join(folder, name)).catch((error: Error) => ({
        name,
        figures: null,
        trouble: /"message":"([^"]*)/.exec(error.message)?.[1] ?? error.message.slice(0, 100),
      })),
    );
  }
  const all = together(rows.flatMap(({ figures }) => figures ?? []));
  report.note('Skipped and redundant: by the crawl. The rest: by the pass that followed it.');
  report.table(
    ['app', 'redundant', 'skipped', 'avoided %', 'taken up', 'fired', 'failed', 'wrong', 'parts', 'ended'],
    [
      ...rows.map(({ name, figures, trouble }) => [...cells(name, figures), trouble ?? 'done']),
      [...cells('all', all), ''],
    ],
  );
  for (const { name, figures } of rows)
    if (figures && figures.missed.length > 0) report.note(`${name}: missed ${figures.missed.join(', ')}`);
  claim(report, rows, all);
}

function claim(report: AppsContext['report'], rows: readonly Row[], all: ShadowFigures): void {
  const { skipped, audited, fired, failed, wrong, redundant } = all;
  const ended = rows.filter(({ trouble }) => trouble === null).length;
  report.verdict(
    ended === rows.length && audited >= skipped && fired >= skipped && failed === 0,
    'shadow: everything that was skipped is fired',
    `${fired} events for ${skipped} skips, ${failed} not reached; ${ended} of ${rows.length} passes ended by themselves`,
  );
  report.verdict(
    fired > 0 && wrong <= Math.floor(fired / 10_000),
    'shadow: wrong skips ≤ 1 in 10,000',
    `${wrong} of ${fired} that were fired`,
  );
  report.verdict(
    fired > 0 && avoided(redundant, skipped) >= 95,
    'shadow: redundant events avoided ≥ 95 %',
    `${redundant} fired, ${skipped} avoided: ${figure(avoided(redundant, skipped))} %`,
  );
}

/** Share of redundant events that were not fired, in percent. */
export function avoided(redundant: number, skipped: number): number {
  return redundant + skipped === 0 ? 100 : (100 * skipped) / (redundant + skipped);
}

function together(all: readonly ShadowFigures[]): ShadowFigures {
  const sum = (of: (figures: ShadowFigures) => number) => all.reduce((total, one) => total + of(one), 0);
  return {
    skipped: sum((one) => one.skipped),
    audited: sum((one) => one.audited),
    fired: sum((one) => one.fired),
    failed: sum((one) => one.failed),
    wrong: sum((one) => one.wrong),
    missed: all.flatMap(({ missed }) => missed),
    redundant: sum((one) => one.redundant),
  };
}

function cells(name: string, figures: ShadowFigures | null): Cell[] {
  if (!figures) return [name, ...Array<null>(8).fill(null)];
  const { skipped, audited, fired, failed, wrong, missed, redundant } = figures;
  const share = avoided(redundant, skipped);
  return [name, redundant, skipped, share, audited, fired, failed, wrong, missed.length];
}

async function pass(crawl: AppCrawl, out: string): Promise<Row> {
  const { name } = crawl.app;
  const before = crawl.journal.summary;
  if (!before) return { name, figures: null, trouble: crawl.trouble ?? 'there is no crawl' };
  await cp(crawl.out, out, { recursive: true });
  const flags = ['--audit', 'all', '--max-time', String(shadowSeconds)];
  // 4: stopped by a limit.
  const { summary } = await runCrawl(crawl.site.url, out, flags, [0, 4]);
  const stored = await readStored(out);
  const failures = ({ transitions }: Stored) =>
    transitions.filter(({ reason }) => reason === 'failed').length;
  const { found } = judge(crawl.app, stored.pages);
  const figures: ShadowFigures = {
    skipped: skippedActions(crawl.stored.transitions),
    audited: tested(summary).audited - tested(before).audited,
    fired: summary.events.fired - before.events.fired,
    failed: failures(stored) - failures(crawl.stored),
    wrong: tested(summary).wrong - tested(before).wrong,
    missed: found.filter((part) => crawl.verdict.missing.includes(part)),
    redundant: Math.max(0, before.events.fired - coverageOf(crawl).bound),
  };
  return { name, figures, trouble: summary.stopped === 'done' ? null : `stopped: ${summary.stopped}` };
}

const skips: ReadonlySet<Reason> = new Set(['known', 'returns', 'suspended']);

/** Actions that were not fired because nothing new was expected of them; plain links are not events. */
export function skippedActions(transitions: readonly Transition[]): number {
  return transitions.filter(({ action, reason }) => action.instruction.kind !== 'url' && skips.has(reason))
    .length;
}

/** Skips that were fired all the same so far, and the wrong ones among them. */
function tested({ events }: CrawlSummary): { readonly audited: number; readonly wrong: number } {
  const { audited = 0, wrong = 0 } = events as { audited?: number; wrong?: number };
  return { audited, wrong };
}
