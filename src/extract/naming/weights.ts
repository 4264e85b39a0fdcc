import type { FeatureName, Features } from './score.ts';

/** Log-odds that each feature adds. */
export const weights: Readonly<Record<FeatureName, number>> = {
  label: 6,
  name: 2.5,
  type: 2.5,
  softType: 1.2,
  holds: 2,
  mistyped: -4,
  mainTitle: 5,
  mainHeading: 2.5,
  notMainTitle: -1.5,
  unlike: -1.5,
  coverage: 2.5,
  several: -1.5,
  constant: -0.8,
  low: -2,
  long: -3,
  noise: -0.5,
  linked: -0.2,
  examples: 3,
};

/** What a field has to speak for it before it is taken at all. */
export const bias = -5.5;

export function logOdds(features: Features): number {
  let sum = bias;
  for (const [name, value] of Object.entries(features)) sum += weights[name as FeatureName] * value;
  return sum;
}
