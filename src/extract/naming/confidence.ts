import type { Features } from './score.ts';

/** What the sureness of a name depends on. */
export interface Sureness {
  /** Log-odds of the field for the name. */
  readonly score: number;
  /** By how much it is before the next field that shows something else. */
  readonly lead: number;
  /** Log-odds of the field for the best of the other names. */
  readonly elsewhere: number;
  readonly features: Features;
  /** Different values of the field, of all. */
  readonly distinct: number;
}

/** A lead beyond this does not make it surer. */
const greatestLead = 5;
/** A field that fits another name this much less is not doubted for it, and not more than this when it fits better. */
const nearness = 3;
const greatestDoubt = 5;

/**
 * Probability that a name is right. Fitted on the same half of the sites as the weights, whose true fields were also
 * taken away, so that it is seen what a name goes to when there is nothing right to give it to; fit and lead then
 * made to count somewhat more, since a name is seldom that hard pressed.
 */
export function confidenceOf({ score, lead, elsewhere, features, distinct }: Sureness): number {
  const { mistyped, several, coverage, mainInTitle, mainHeading } = features;
  // Pages are about different things, so what names the thing seldom repeats.
  const repeated = mainInTitle + mainHeading > 0 ? 1 - distinct : 0;
  const asOther = Math.min(greatestDoubt, Math.max(0, elsewhere - score + nearness));
  const odds =
    -2.4 +
    0.25 * score +
    0.7 * Math.min(lead, greatestLead) +
    coverage -
    0.4 * asOther -
    2.3 * repeated -
    1.5 * mistyped -
    0.9 * several;
  return 1 / (1 + Math.exp(-odds));
}

/** How one value was found, and what it is like beside those that its name was given for. */
export interface ValueSigns {
  /** Share of the ways to it that lead there. */
  readonly agreement: number;
  /** Of a form that they did not have: seldom wrong for that alone. */
  readonly isStrange: boolean;
  readonly isOfType: boolean;
}

/**
 * Probability that one value under a name is right: less where the ways to it disagree, or where it is not like the
 * values that the name was given for.
 */
export function valueConfidence(name: number, { agreement, isStrange, isOfType }: ValueSigns): number {
  return name * (0.5 + 0.5 * agreement) * (isOfType ? (isStrange ? 0.9 : 1) : 0.6);
}
