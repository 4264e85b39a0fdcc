import { gainOf, staleness } from './gain.ts';
import { ChangeRates, type Followed } from './rates.ts';
import { day } from './visits.ts';

/** A page in the order of a run, with what is expected of its visit. */
export interface DuePage {
  readonly page: number;
  /** Changes per day. */
  readonly rate: number;
  /** Chance that it has changed since it was seen last. */
  readonly stale: number;
  readonly gain: number;
}

/** Every so manieth place in the order goes to the page that was not seen for the longest time. */
const floorEvery = 10;

/**
 * All pages in the order in which one run should visit them: the greatest expected gain in freshness first, and
 * every tenth place for the page that waits longest, so that a small budget starves nobody for ever.
 */
export function dueOrder(pages: readonly Followed[], now: number): readonly DuePage[] {
  const rates = new ChangeRates(pages);
  const due = pages.map((followed): DuePage & { readonly seen: number } => {
    const seen = Date.parse(followed.visits.lastSeen);
    const rate = rates.of(followed);
    const age = Math.max(0, now - seen) / day;
    return {
      page: followed.visits.page,
      rate,
      seen,
      stale: staleness(rate, age),
      gain: gainOf(rate, age),
    };
  });
  const byGain = due.toSorted((one, other) => other.gain - one.gain || one.page - other.page);
  const byAge = due.toSorted((one, other) => one.seen - other.seen || one.page - other.page);
  return interleave(byGain, byAge, floorEvery).map(({ page, rate, stale, gain }) => ({
    page,
    rate,
    stale,
    gain,
  }));
}

/** Two orders of the same pages as one: every so manieth place is the other's. */
function interleave<T extends { readonly page: number }>(
  main: readonly T[],
  other: readonly T[],
  every: number,
): readonly T[] {
  const taken = new Set<number>();
  const merged: T[] = [];
  const next = { main: 0, other: 0 };
  while (merged.length < main.length) {
    const turn = merged.length % every === every - 1 ? 'other' : 'main';
    const from = turn === 'main' ? main : other;
    const item = from[next[turn]++];
    if (item === undefined || taken.has(item.page)) continue;
    taken.add(item.page);
    merged.push(item);
  }
  return merged;
}
