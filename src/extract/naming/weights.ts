import type { FeatureName, Features } from './score.ts';

/**
 * Log-odds that each feature adds: set by reason, then fitted as a choice among the fields of a page on half of
 * the sites of the benchmark (`bench/extract/parts/named.ts` says which and shows both halves), drawn to where they
 * had been.
 */
export const weights: Readonly<Record<FeatureName, number>> = {
  label: 5.2,
  name: 3,
  type: 2.7,
  softType: 2,
  holds: 2,
  mistyped: -4.1,
  mainInTitle: 3.4,
  mainOfTitle: 3.7,
  mainHeading: 4.5,
  mainLabel: 1.9,
  nearTitle: 2,
  ofTitle: -1.2,
  inTitle: 0.7,
  unlike: -2.6,
  coverage: 5.4,
  several: -3.2,
  constant: -1.8,
  low: -2,
  long: -3,
  noise: -1.5,
  untidy: -2.6,
  same: 4.8,
  like: 4.1,
};

/** What a field has to speak for it before it is taken at all. */
export const bias = -7;

export function logOdds(features: Features): number {
  let sum = bias;
  for (const [name, value] of Object.entries(features)) sum += weights[name as FeatureName] * value;
  return sum;
}
