import type { FeatureName, Features } from './score.ts';

/**
 * Log-odds that each feature adds beside a field that is none of what is wanted (`bias`). Set by reason, then fitted as a
 * choice among the fields of a page or none of them (`npm run bench -- extract --only loo` does it anew).
 */
export type Weights = Readonly<Record<FeatureName | 'bias', number>>;

export const weights: Weights = {
  bias: -7,
  label: 6.4,
  partLabel: 5.5,
  name: 2.6,
  type: 3.1,
  softType: 2.5,
  holds: 2.6,
  mistyped: -3.5,
  mainMistyped: -3.2,
  otherLabel: -0.7,
  mainInTitle: 4.3,
  mainOfTitle: 4.5,
  mainHeading: 4.1,
  mainInAddress: 0.3,
  mainRepeated: -2.7,
  mainElsewhere: -1.9,
  mainLabel: 1.6,
  nearTitle: 1.4,
  ofTitle: -2.6,
  inTitle: 0.5,
  qualified: -3,
  coverage: 7.5,
  several: -4.6,
  constant: -6,
  low: -1.7,
  long: -3.3,
  noise: -3.5,
  untidy: -3.1,
  framed: -0.1,
  same: 9,
  like: 4.1,
};

export function logOdds(features: Features, by: Weights = weights): number {
  let sum = by.bias;
  for (const [name, value] of Object.entries(features)) sum += by[name as FeatureName] * value;
  return sum;
}
