import { frameOf, unframed } from '../../../src/extract/naming/frame.ts';
import { sameValue } from '../swde.ts';

/** Pages that were judged for one attribute of one site, as the literature on this data does. */
export interface Tally {
  /** Pages on which something was found, and all of it is true. */
  readonly right: number;
  /** Pages on which something was found that is not true. */
  readonly wrong: number;
  /** Pages with the attribute on which it was not rightly found. */
  readonly missed: number;
}

/**
 * A test of values against truths. Where all truths of a site have a head or tail in common ("… Review"), the value without
 * it is as right.
 */
export function truthTest(
  truths: readonly (readonly string[])[],
): (text: string, truth: readonly string[]) => boolean {
  const frame = frameOf(
    truths.flatMap(([first]) => first ?? []),
    true,
  );
  return (text, truth) =>
    truth.some((value) => sameValue(text, value) || (frame !== null && text === unframed(value, frame)));
}

/** Judges one page. */
export function judge(found: readonly string[], truth: readonly string[]): Tally {
  const isRight = found.length > 0 && found.every((text) => truth.some((value) => sameValue(text, value)));
  return {
    right: isRight ? 1 : 0,
    wrong: !isRight && found.length > 0 ? 1 : 0,
    missed: !isRight && truth.length > 0 ? 1 : 0,
  };
}

export function sum(tallies: readonly Tally[]): Tally {
  return tallies.reduce(
    (one, other) => ({
      right: one.right + other.right,
      wrong: one.wrong + other.wrong,
      missed: one.missed + other.missed,
    }),
    { right: 0, wrong: 0, missed: 0 },
  );
}

/** Harmonic mean of precision and recall over pages; `null` where the site has no such attribute and none was found. */
export function f1({ right, wrong, missed }: Tally): number | null {
  const all = 2 * right + wrong + missed;
  return all === 0 ? null : (2 * right) / all;
}

export function mean(values: readonly (number | null)[]): number {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? Number.NaN : known.reduce((total, value) => total + value, 0) / known.length;
}
