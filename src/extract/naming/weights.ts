import type { FeatureName, Features } from './score.ts';

/**
 * Log-odds that each feature adds beside a field that is none of what is wanted (`bias`). Set by reason, then fitted as a
 * choice among the fields of a page or none of them (`npm run bench -- extract --only loo` does it anew).
 */
export type Weights = Readonly<Record<FeatureName | 'bias', number>>;

export const weights: Weights = {
  bias: -7,
  label: 6.5,
  partLabel: 7.6,
  name: 2.7,
  type: 3,
  softType: 2.9,
  holds: 3,
  mistyped: -3.1,
  mainMistyped: -3.3,
  otherLabel: -0.8,
  mainInTitle: 4.8,
  mainOfTitle: 4.7,
  mainHeading: 3.6,
  mainInAddress: 0,
  mainRepeated: -3.3,
  mainElsewhere: -1.5,
  mainLabel: 1.8,
  nearTitle: 1.6,
  ofTitle: -1.1,
  inTitle: 0.5,
  qualified: -3.2,
  coverage: 9,
  several: -6.2,
  constant: -7.5,
  low: -1.3,
  long: -3.3,
  noise: -4.7,
  untidy: -3.5,
  framed: -0.3,
  same: 9,
  like: 4.1,
};

export function logOdds(features: Features, by: Weights = weights): number {
  let sum = by.bias;
  for (const [name, value] of Object.entries(features)) sum += by[name as FeatureName] * value;
  return sum;
}
