import type { Profile } from '../../values/index.ts';
import { formOf } from '../../values/index.ts';

/** Chance of a form never seen before up to which one is strange. */
const rareNews = 0.12;

/** Values that are needed before anything can be called strange. */
const enough = 5;

/** Whether a value is not like those that a field has had: of another form, or far longer or shorter. */
export function isStrange(profile: Profile, text: string): boolean {
  if (profile.count < enough || profile.samples.includes(text)) return false;
  const [least, most] = profile.lengths;
  const { length } = text;
  if (length > most * 2 + 12 || length * 3 + 3 < least) return true;
  return !(formOf(text) in profile.forms) && chanceOfNews(profile) <= rareNews;
}

/**
 * How likely the next value is of a form that was never seen: as likely as forms were that came once (Good and
 * Turing). Forms that the profile does not list count as such.
 */
function chanceOfNews({ forms, count }: Profile): number {
  const listed = Object.values(forms);
  const once = listed.filter((times) => times === 1).length;
  const unlisted = Math.max(0, count - listed.reduce((sum, times) => sum + times, 0));
  return (once + unlisted) / count;
}
