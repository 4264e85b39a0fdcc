import { startDriver } from '../../../src/drivers/chromium/fixture.ts';
import type { Capture, Tab } from '../../../src/model/index.ts';
import { median } from '../../statistics.ts';
import { type Cell, figure } from '../../table.ts';
import { type InPageTimes, timeInPage } from './in-page-time.ts';
import type { AppsContext, AppsPart } from './part.ts';
import { changeCounts, serveWide } from './wide-page.ts';

/** What capturing a large page costs in the page, at first and after changes. */
export const capture: AppsPart = {
  name: 'capture',
  title: 'Captures of a page of 10,000 nodes',
  crawls: 'none',
  run,
};

const nodes = 10_000;
const mostMs = 30;
/** Milliseconds that a repeated capture may cost whatever has changed. */
const floorMs = 3;

/** Milliseconds in the page. */
export interface CaptureMs {
  /** Tree, fingerprints and candidates, as the agent tells it. */
  readonly capture: number;
  /** From the decision that the page has settled to the answer as text, timed around the agent. */
  readonly answer: number;
}

/** First captures, and repeated ones by the count of changed texts. */
export interface CaptureTimes {
  readonly first: readonly CaptureMs[];
  readonly again: ReadonlyMap<number, readonly CaptureMs[]>;
}

async function run({ report, quick }: AppsContext): Promise<void> {
  report.progress('capture: 10,000 nodes');
  const times = await measure(quick ? 5 : 15);
  const first = medianMs(times.first);
  const row = (name: string, all: readonly CaptureMs[]): Cell[] => {
    const least = Math.min(...all.map(({ capture }) => capture));
    const most = Math.max(...all.map(({ capture }) => capture));
    return [name, all.length, medianMs(all), least, most, medianMs(all) / first, medianMs(all, 'answer')];
  };
  report.note(
    'Milliseconds in the page: tree, fingerprints and candidates; answer: until it is text as well.',
  );
  report.table(
    ['capture', 'times', 'median ms', 'least', 'most', '÷ first', 'answer ms'],
    [
      row('first', times.first),
      ...[...times.again].map(([count, all]) => row(`after ${count} texts changed`, all)),
    ],
  );
  report.verdict(
    first <= mostMs,
    `first capture of ${nodes} nodes ≤ ${mostMs} ms in the page`,
    `${figure(first)} ms`,
  );
  const steep = [...times.again].filter(([count, all]) => !(medianMs(all) <= allowed(first, count)));
  report.verdict(
    steep.length === 0,
    `a repeated capture costs at most ${floorMs} ms and twice its share of the first`,
    [...times.again].map(([count, all]) => `${count}: ${figure(medianMs(all))} ms`).join(', '),
  );
}

/** Milliseconds that a repeated capture may cost: in proportion to what changed, two nodes for each text. */
export function allowed(first: number, count: number): number {
  return floorMs + (2 * first * 2 * count) / nodes;
}

async function measure(rounds: number): Promise<CaptureTimes> {
  const page = await serveWide(nodes);
  const times = timeInPage();
  try {
    const driver = await startDriver(page.url);
    try {
      return await measureIn(await driver.tab(), page.url, times, rounds);
    } finally {
      await driver.close();
    }
  } finally {
    times.stop();
    await page.close();
  }
}

async function measureIn(tab: Tab, url: string, times: InPageTimes, rounds: number): Promise<CaptureTimes> {
  const first: CaptureMs[] = [];
  const again = new Map<number, CaptureMs[]>(changeCounts.map((count) => [count, []]));
  for (let round = 0; round < rounds; round++) {
    // In turns, so that a machine that is busy for a moment does not distort one of them alone.
    const opened = await tab.open(url);
    first.push(captureMs(opened, await times.last()));
    for (const [count, all] of again) {
      const order = { id: `c${count}`, xpath: '/HTML/BODY[1]/P[1]/BUTTON[1]', event: 'click' };
      const outcome = await tab.fire(order, new Set());
      if (outcome.kind === 'captured') all.push(captureMs(outcome.capture, await times.last()));
    }
  }
  return { first, again };
}

/** `whole` is the agent's call, with what the page took to settle. */
function captureMs({ timing }: Capture, whole: number): CaptureMs {
  if (!timing) return { capture: Number.NaN, answer: whole };
  return { capture: timing.capture, answer: whole - timing.took - timing.lag };
}

function medianMs(values: readonly CaptureMs[], of: keyof CaptureMs = 'capture'): number {
  return median(values.map((one) => one[of]));
}
