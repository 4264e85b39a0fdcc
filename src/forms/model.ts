import type { Signs } from './signs.ts';

/** A linear model of kinds: for each sign, what it adds to the log-odds of each kind. */
export interface KindModel {
  readonly kinds: readonly string[];
  /** By sign: numbers of kinds and hundredths, in turns. The empty sign is always there. */
  readonly weights: Readonly<Record<string, readonly number[]>>;
}

/** A kind, and how sure that is. */
export interface KindGuess {
  readonly kind: string;
  readonly confidence: number;
}

/** The likeliest kind by its signs. */
export function likeliestKind({ kinds, weights }: KindModel, signs: Signs): KindGuess {
  const odds = kinds.map(() => 0);
  for (const sign of ['', ...signs]) {
    const added = Object.hasOwn(weights, sign) ? (weights[sign] ?? []) : [];
    for (let at = 0; at + 1 < added.length; at += 2) {
      const kind = added[at] ?? 0;
      odds[kind] = (odds[kind] ?? 0) + (added[at + 1] ?? 0) / 100;
    }
  }
  const most = Math.max(...odds);
  const shares = odds.map((one) => Math.exp(one - most));
  const best = odds.indexOf(most);
  return { kind: kinds[best] ?? '', confidence: 1 / shares.reduce((sum, share) => sum + share, 0) };
}
