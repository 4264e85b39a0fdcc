import type { FeatureName, Features } from './score.ts';

/** Log-odds that each feature adds. */
export const weights: Readonly<Record<FeatureName, number>> = {
  label: 5.5,
  name: 2.7,
  type: 2.6,
  softType: 2,
  holds: 2,
  mistyped: -4,
  mainInTitle: 3.3,
  mainOfTitle: 3.4,
  mainHeading: 4,
  mainLabel: 2,
  nearTitle: 1.4,
  ofTitle: -1,
  inTitle: 0.3,
  unlike: -1.8,
  coverage: 4.5,
  several: -2.5,
  constant: -1.5,
  low: -2,
  long: -3,
  noise: -1.2,
  linked: -0.2,
  untidy: -1,
  same: 5,
  like: 4,
};

/** What a field has to speak for it before it is taken at all. */
export const bias = -6;

export function logOdds(features: Features): number {
  let sum = bias;
  for (const [name, value] of Object.entries(features)) sum += weights[name as FeatureName] * value;
  return sum;
}
