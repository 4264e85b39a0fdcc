import type { ChromiumTab } from '../../../src/drivers/chromium/tab.ts';
import type {
  Capture,
  CrawlEvent,
  CrawlSummary,
  FireOrder,
  Outcome,
  SettleTiming,
} from '../../../src/model/index.ts';

/** One thing that a tab did. */
export interface TabStep {
  readonly kind: 'open' | 'fire' | 'back';
  /** Tabs are numbered as they come into use. */
  readonly tab: number;
  readonly url?: string;
  readonly order?: FireOrder;
  readonly outcome: 'captured' | 'known' | 'lost' | 'failed';
  /** Milliseconds of the round trip. */
  readonly ms: number;
  readonly settled?: Capture['settled'];
  readonly timing?: SettleTiming;
}

/** A page that was kept, and the events that had been fired by then. */
export interface PageStep {
  readonly kind: 'page';
  readonly number: number;
  readonly events: number;
}

/** What a crawl did, in order. */
export type Step = TabStep | PageStep;

/** A crawl as the process that made it wrote it down. */
export interface Journal {
  readonly summary: CrawlSummary | null;
  /** What ended the crawl, where something did. */
  readonly error: string | null;
  readonly steps: readonly Step[];
}

/** Writes down every page that an explorer tells of, with the events fired so far. */
export function pageRecorder(steps: Step[]): (event: CrawlEvent) => void {
  let waiting: number[] = [];
  return (event) => {
    if (event.kind === 'page') waiting.push(event.number);
    if (event.kind !== 'progress') return;
    const events = event.figures.fired + event.figures.replayed;
    for (const number of waiting) steps.push({ kind: 'page', number, events });
    waiting = [];
  };
}

/** Writes down what the tabs of a class do from now on. */
export function recordTabs(kind: typeof ChromiumTab, steps: Step[]): void {
  const numbers = new WeakMap<object, number>();
  let tabs = 0;
  const numberOf = (tab: object): number => {
    const number = numbers.get(tab) ?? tabs++;
    numbers.set(tab, number);
    return number;
  };
  const { open, fire, back } = kind.prototype;
  kind.prototype.open = function (url, ahead) {
    const base = { kind: 'open', tab: numberOf(this), url } as const;
    return timed(steps, base, () => open.call(this, url, ahead), ofCapture);
  };
  kind.prototype.fire = function (order, known) {
    const base = { kind: 'fire', tab: numberOf(this), order } as const;
    return timed(steps, base, () => fire.call(this, order, known), ofOutcome);
  };
  kind.prototype.back = function (known) {
    const base = { kind: 'back', tab: numberOf(this) } as const;
    return timed(steps, base, () => back.call(this, known), ofOutcome);
  };
}

type Told = Pick<TabStep, 'outcome' | 'settled' | 'timing'>;

function ofCapture({ settled, timing }: Capture): Told {
  return { outcome: 'captured', settled, ...(timing && { timing }) };
}

function ofOutcome(outcome: Outcome): Told {
  return outcome.kind === 'captured' ? ofCapture(outcome.capture) : { outcome: outcome.kind };
}

async function timed<T>(
  steps: Step[],
  base: Omit<TabStep, 'outcome' | 'ms'>,
  run: () => Promise<T>,
  told: (result: T) => Told,
): Promise<T> {
  const start = performance.now();
  const note = (what: Told) => void steps.push({ ...base, ms: performance.now() - start, ...what });
  try {
    const result = await run();
    note(told(result));
    return result;
  } catch (error) {
    note({ outcome: 'failed' });
    throw error;
  }
}

/** What the tabs did. */
export function tabSteps({ steps }: Journal): readonly TabStep[] {
  return steps.filter((step) => step.kind !== 'page');
}

/** Events that had been fired when the last of some pages was kept. */
export function eventsUntil({ steps }: Journal, numbers: ReadonlySet<number>): number {
  const events = steps.map((step) => (step.kind === 'page' && numbers.has(step.number) ? step.events : 0));
  return Math.max(0, ...events);
}
