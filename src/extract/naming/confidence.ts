/** What the sureness of a name depends on. */
export interface Sureness {
  /** Log-odds of the field for the name. */
  readonly score: number;
  /** By how much it is before the next field that shows something else. */
  readonly margin: number;
}

/** Probability that a name is right. */
export function confidenceOf({ score, margin }: Sureness): number {
  const odds = -1 + 0.35 * score + 0.6 * Math.min(margin, 5);
  return 1 / (1 + Math.exp(-odds));
}
