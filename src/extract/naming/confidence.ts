import type { NameFeatures } from './score.ts';

/** What the sureness of a name depends on. */
export interface Sureness {
  /** Log-odds of the field for the name. */
  readonly score: number;
  /** By how much it is before the next field that shows something else. */
  readonly lead: number;
  /** Log-odds of the field for the best of the other names. */
  readonly elsewhere: number;
  readonly features: NameFeatures;
  /** Different values of the field, of all. */
  readonly distinct: number;
}

/** A score and a lead beyond these do not make it surer. */
const [greatestScore, greatestLead] = [8, 6];
/** A field that fits another name this much less is not doubted for it, and not more than this when it fits better. */
const nearness = 3;
const greatestDoubt = 5;

/** What speaks for and against a name being right. */
export const sureTerms = [
  'bias',
  'score',
  'lead',
  'typed',
  'asOther',
  'repeated',
  'mistyped',
  'several',
  'proved',
] as const;

export type SureTerm = (typeof sureTerms)[number];

/** What each of the terms adds to the log-odds that a name is right. */
export type SureWeights = Readonly<Record<SureTerm, number>>;

/**
 * Fitted on names that were given on all sites but those of the vertical that they were then tried on, with the words of
 * each vertical left out, and on names given after the right field was taken away, so that it is seen what a name goes
 * to when there is nothing right to give it to.
 */
export const sureWeights: SureWeights = {
  bias: -5,
  score: 0.83,
  lead: 0.42,
  typed: 0,
  asOther: -0.16,
  repeated: -3.84,
  mistyped: -3.37,
  several: -3.37,
  proved: 4,
};

/** The terms of a name that was given. */
export function termsOf({ score, lead, elsewhere, features, distinct }: Sureness): SureWeights {
  const { type, mistyped, mainMistyped, several, same, mainInTitle, mainHeading } = features;
  return {
    bias: 1,
    score: Math.max(-greatestScore, Math.min(score, greatestScore)),
    lead: Math.max(0, Math.min(lead, greatestLead)),
    typed: type,
    asOther: Math.min(greatestDoubt, Math.max(0, elsewhere - score + nearness)),
    // Pages are about different things, so what names the thing seldom repeats.
    repeated: mainInTitle + mainHeading > 0 ? 1 - distinct : 0,
    mistyped: Math.max(mistyped, mainMistyped),
    several,
    proved: same,
  };
}

/** Probability that a name is right. */
export function confidenceOf(sureness: Sureness, by: SureWeights = sureWeights): number {
  const terms = termsOf(sureness);
  const odds = sureTerms.reduce((sum, term) => sum + by[term] * terms[term], 0);
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
