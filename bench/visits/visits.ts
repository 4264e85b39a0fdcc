import type { Noted } from './tapped.ts';

/** What one kind of step cost on the pipe, all steps together. */
export interface Cost {
  readonly steps: number;
  /** Round trips to the browser. */
  readonly trips: number;
  /** Round trips of each step that had to wait for each other, added up. */
  readonly chained: number;
  /** Messages that nobody had asked for. */
  readonly told: number;
  readonly sentBytes: number;
  readonly heardBytes: number;
  /** Round trips by name, the most frequent first. */
  readonly names: ReadonlyMap<string, number>;
}

/** A step of a tab: from what begins it to what begins the next. */
interface Step {
  /** Whether the address has been asked for, where one is. */
  navigated: boolean;
  readonly kind: 'load' | 'event';
  readonly trips: { readonly name: string; readonly from: number; to: number }[];
  told: number;
  sentBytes: number;
  heardBytes: number;
}

/** What loads of documents and events cost in all browsers of a crawl; what belongs to no tab is not counted. */
export function costsOf(browsers: readonly (readonly Noted[])[]): {
  readonly load: Cost;
  readonly event: Cost;
} {
  const steps = browsers.flatMap((noted) => stepsOf(noted));
  const of = (kind: Step['kind']) => sumOf(steps.filter((step) => step.kind === kind));
  return { load: of('load'), event: of('event') };
}

function stepsOf(noted: readonly Noted[]): readonly Step[] {
  const steps: Step[] = [];
  const current = new Map<string, Step>();
  const waiting = new Map<number, { readonly step: Step; readonly trip: Step['trips'][number] }>();
  for (const [at, note] of noted.entries()) {
    if (note.kind === 'answered') {
      const asked = waiting.get(note.id);
      if (!asked) continue;
      asked.trip.to = at;
      asked.step.heardBytes += note.bytes;
      continue;
    }
    const kind = note.kind === 'sent' ? beginning(note.name, current.get(note.session)) : null;
    if (kind) {
      const begun = { kind, navigated: false, trips: [], told: 0, sentBytes: 0, heardBytes: 0 };
      steps.push(begun);
      current.set(note.session, begun);
    }
    const step = current.get(note.session);
    if (!step) continue;
    if (note.kind === 'sent' && note.name === 'Page.navigate') step.navigated = true;
    if (note.kind === 'told') {
      step.told++;
      step.heardBytes += note.bytes;
      continue;
    }
    const trip = { name: note.name, from: at, to: Number.POSITIVE_INFINITY };
    step.trips.push(trip);
    step.sentBytes += note.bytes;
    waiting.set(note.id, { step, trip });
  }
  return steps;
}

/** `null` where a command belongs to what is under way. Before an address is asked for, requests are held. */
function beginning(name: string, current: Step | undefined): Step['kind'] | null {
  if (name === 'agent fire' || name === 'agent back') return 'event';
  const loads = name === 'Page.navigate' || name === 'Fetch.enable';
  const isUnderWay = current?.kind === 'load' && !current.navigated;
  return loads && !isUnderWay ? 'load' : null;
}

function sumOf(steps: readonly Step[]): Cost {
  const names = new Map<string, number>();
  for (const { trips } of steps) for (const { name } of trips) names.set(name, (names.get(name) ?? 0) + 1);
  const sum = (figure: (step: Step) => number) => steps.reduce((all, step) => all + figure(step), 0);
  return {
    steps: steps.length,
    trips: sum(({ trips }) => trips.length),
    chained: sum(({ trips }) => longestChain(trips)),
    told: sum(({ told }) => told),
    sentBytes: sum(({ sentBytes }) => sentBytes),
    heardBytes: sum(({ heardBytes }) => heardBytes),
    names: new Map([...names].sort(([, one], [, other]) => other - one)),
  };
}

/** The most round trips of which each began when the one before had ended; by order, so that no load shifts it. */
export function longestChain(trips: readonly { readonly from: number; readonly to: number }[]): number {
  let [length, end] = [0, -1];
  for (const { from, to } of [...trips].sort((one, other) => one.to - other.to)) {
    if (from <= end) continue;
    length++;
    end = to;
  }
  return length;
}
