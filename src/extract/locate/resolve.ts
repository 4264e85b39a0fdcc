import type { PreparedPage, Spot } from '../types.ts';
import type { LearnedLocator } from './learn.ts';
import { locate } from './locate.ts';

/** What alternatives say together about a field on one page. */
export interface Resolution {
  readonly spots: readonly Spot[];
  /** Share of the support that stands behind it, 0 where nothing was found. */
  readonly agreement: number;
}

/** Lets the alternatives of a field vote, each with its support; the earlier one wins where they are even. */
export function resolve(alternatives: readonly LearnedLocator[], page: PreparedPage): Resolution {
  const votes = new Map<string, { spots: readonly Spot[]; support: number }>();
  let total = 0;
  for (const { locator, support } of alternatives) {
    const spots = locate(locator, page);
    if (spots.length === 0) continue;
    const key = spots.map(({ text }) => text).join('\n');
    const vote = votes.get(key) ?? { spots, support: 0 };
    votes.set(key, { spots: vote.spots, support: vote.support + support });
    total += support;
  }
  const best = [...votes.values()].reduce<{ spots: readonly Spot[]; support: number }>(
    (one, other) => (other.support > one.support ? other : one),
    { spots: [], support: 0 },
  );
  return { spots: best.spots, agreement: total === 0 ? 0 : best.support / total };
}
