import type { SettleTiming } from '../../../src/model/index.ts';
import { median } from '../../statistics.ts';
import type { Cell } from '../../table.ts';
import { figure } from '../../table.ts';
import { tabSteps } from './journal.ts';
import type { AppsContext, AppsPart } from './part.ts';

/** How soon after the last change of an event it was known that the page has settled. */
export const lag: AppsPart = {
  name: 'lag',
  title: 'From the last change to the decision',
  crawls: 'all',
  run,
};

/** Milliseconds that the decision may always take. */
const always = 5;
/** Share of the time that the change took. */
const share = 0.1;

/** Milliseconds by which a decision was later than it may be; 0 where it was in time. */
export function excess({ took, lag }: SettleTiming): number {
  return Math.max(0, lag - Math.max(always, share * took));
}

async function run({ report, crawls }: AppsContext): Promise<void> {
  const rows = crawls.map(({ app, journal }) => {
    const events = tabSteps(journal).filter(({ kind, outcome }) => kind === 'fire' && outcome === 'captured');
    return { name: app.name, events: events.length, timings: events.flatMap(({ timing }) => timing ?? []) };
  });
  report.note(
    'Milliseconds in the page. Worst: the event whose decision was latest for what its change took.',
  );
  report.table(
    ['app', 'events', 'timed', 'in time', 'median took', 'median lag', 'worst took', 'worst lag'],
    rows.map(({ name, events, timings }) => cells(name, events, timings)),
  );
  const timings = rows.flatMap((row) => row.timings);
  const late = timings.filter((timing) => excess(timing) > 0).length;
  const untimed = rows.reduce((total, row) => total + row.events - row.timings.length, 0);
  report.verdict(
    timings.length > 0 && late + untimed === 0,
    `lag ≤ ${always} ms or ${100 * share} % of the time that the change took`,
    `${timings.length - late} of ${timings.length} events in time (${figure((100 * (timings.length - late)) / timings.length)} %), ${untimed} not timed`,
  );
}

function cells(name: string, events: number, timings: readonly SettleTiming[]): Cell[] {
  const [worst] = [...timings].sort((a, b) => excess(b) - excess(a) || b.lag - a.lag);
  const inTime = timings.filter((timing) => excess(timing) === 0).length;
  const medians = [median(timings.map(({ took }) => took)), median(timings.map(({ lag }) => lag))];
  return [name, events, timings.length, inTime, ...medians, worst?.took ?? null, worst?.lag ?? null];
}
