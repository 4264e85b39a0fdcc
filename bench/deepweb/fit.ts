import type { KindModel } from '../../src/forms/model.ts';

/** One form or field with the kind that a person gave it. */
export interface Example {
  readonly signs: readonly string[];
  readonly kind: string;
}

export interface Fitting {
  /** Signs that fewer examples have say nothing that lasts. */
  readonly least: number;
  /** Strength of the pull towards no opinion. */
  readonly pull: number;
  readonly rounds: number;
  /** Weights that are not greater are left out. */
  readonly faint: number;
}

/**
 * In ten folds by site (fitted by another program), pulls of 1 to 10 differ by .01 at most for forms, those of .3 to 1 by less than .005 for
 * fields. Faint weights are nine of ten, and leaving them out costs less than .005; .1 for forms would cost .01.
 */
export const fittings: { readonly forms: Fitting; readonly fields: Fitting } = {
  forms: { least: 3, pull: 4, rounds: 200, faint: 0.05 },
  fields: { least: 3, pull: 0.5, rounds: 120, faint: 0.12 },
};

/** Fits a linear model of kinds (logistic regression with several outcomes, by gradients with their own paces). */
export function fit(examples: readonly Example[], { least, pull, rounds, faint }: Fitting): KindModel {
  const signs = frequent(examples, least);
  const kinds = [...new Set(examples.map(({ kind }) => kind))].sort();
  const rows = examples.map((one) => [0, ...one.signs.flatMap((sign) => signs.get(sign) ?? [])]);
  const truths = examples.map(({ kind }) => kinds.indexOf(kind));
  const size = kinds.length;
  const weights = new Float64Array((signs.size + 1) * size);
  const squares = new Float64Array(weights.length).fill(0.01);
  const slope = new Float64Array(weights.length);
  for (let round = 0; round < rounds; round++) {
    slope.fill(0);
    for (const [at, row] of rows.entries()) addSlope(slope, weights, row, truths[at] ?? 0, size);
    for (let at = 0; at < weights.length; at++) {
      const own = (slope[at] ?? 0) + pull * (weights[at] ?? 0);
      squares[at] = (squares[at] ?? 0) + own * own;
      weights[at] = (weights[at] ?? 0) - (0.5 * own) / Math.sqrt(squares[at] ?? 1);
    }
  }
  return modelOf(kinds, new Map([['', 0], ...signs]), weights, faint);
}

function frequent(examples: readonly Example[], least: number): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { signs } of examples) for (const sign of signs) counts.set(sign, (counts.get(sign) ?? 0) + 1);
  const kept = [...counts].filter(([, count]) => count >= least).map(([sign]) => sign);
  return new Map(kept.sort().map((sign, at) => [sign, at + 1]));
}

function addSlope(
  slope: Float64Array,
  weights: Float64Array,
  row: readonly number[],
  truth: number,
  size: number,
): void {
  const odds = new Float64Array(size);
  for (const sign of row)
    for (let kind = 0; kind < size; kind++)
      odds[kind] = (odds[kind] ?? 0) + (weights[sign * size + kind] ?? 0);
  const most = Math.max(...odds);
  const shares = odds.map((one) => Math.exp(one - most));
  const sum = shares.reduce((all, share) => all + share, 0);
  for (let kind = 0; kind < size; kind++) {
    const missed = (shares[kind] ?? 0) / sum - (kind === truth ? 1 : 0);
    for (const sign of row) slope[sign * size + kind] = (slope[sign * size + kind] ?? 0) + missed;
  }
}

function modelOf(
  kinds: readonly string[],
  signs: ReadonlyMap<string, number>,
  weights: Float64Array,
  faint: number,
): KindModel {
  const kept: Record<string, readonly number[]> = {};
  for (const [sign, at] of signs) {
    const own = [...weights.subarray(at * kinds.length, (at + 1) * kinds.length)];
    const strong = own.flatMap((weight, kind) =>
      Math.abs(weight) > faint ? [kind, Math.round(weight * 100)] : [],
    );
    if (strong.length > 0) kept[sign] = strong;
  }
  return { kinds, weights: kept };
}
