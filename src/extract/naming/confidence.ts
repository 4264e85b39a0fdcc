import type { Features } from './score.ts';

/** What the sureness of a name depends on. */
export interface Sureness {
  /** Log-odds of the field for the name. */
  readonly score: number;
  /** By how much it is before the next field that shows something else. */
  readonly margin: number;
  readonly features: Features;
}

/** A lead beyond this does not make it surer. */
const greatestMargin = 5;

/** Probability that a name is right; fitted on the same half of the sites as the weights. */
export function confidenceOf({ score, margin, features }: Sureness): number {
  const odds = -2.2 + 0.3 * score + 0.9 * Math.min(margin, greatestMargin) + 0.3 * witnesses(features);
  return 1 / (1 + Math.exp(-odds));
}

/** Kinds of evidence that speak for it on their own. */
function witnesses(features: Features): number {
  return [
    Math.max(features.label, features.mainLabel) >= 0.5,
    features.name >= 0.35,
    Math.max(features.type, features.softType, features.holds) >= 0.6,
    features.mainInTitle >= 0.6,
    features.mainHeading >= 0.5,
    Math.max(2 * features.same, features.like) >= 0.3,
  ].filter(Boolean).length;
}

/**
 * Probability that one value under a name is right: less where the ways to find it disagree, or where it is not of
 * the type that the others are of.
 */
export function valueConfidence(name: number, agreement: number, isOfType: boolean): number {
  return name * (0.5 + 0.5 * agreement) * (isOfType ? 1 : 0.6);
}
