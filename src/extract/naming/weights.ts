import type { FeatureName, NameFeatures } from './score.ts';

/**
 * Log-odds that each feature adds, beside those of a field that nobody wants (`bias`). Set by reason, then fitted as a
 * choice among the fields of a page or none of them (`npm run bench -- extract --only loo` does it anew).
 */
export type Weights = Readonly<Record<FeatureName | 'bias', number>>;

export const weights: Weights = {
  bias: -7,
  label: 6.4,
  partLabel: 7.3,
  name: 2.4,
  type: 4.0,
  softType: 2.0,
  holds: 4.0,
  mistyped: -2.8,
  mainMistyped: -3.1,
  otherLabel: -1.3,
  mainInTitle: 5.2,
  mainOfTitle: 5.9,
  mainHeading: 2.8,
  mainRepeated: -4.5,
  mainElsewhere: -0.2,
  mainLabel: 2.2,
  nearTitle: 1,
  qualified: -4.0,
  coverage: 10.9,
  several: -7.0,
  constant: -7.5,
  low: -2.6,
  long: -2.6,
  noise: -7.4,
  untidy: -3.8,
  same: 9,
  like: 4.1,
};

export function logOdds(features: NameFeatures, by: Weights = weights): number {
  let sum = by.bias;
  for (const [name, value] of Object.entries(features)) sum += by[name as FeatureName] * value;
  return sum;
}
