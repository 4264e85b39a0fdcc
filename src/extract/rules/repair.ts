import { plainText } from '../../records/index.ts';
import { learnLocators } from '../locate/learn.ts';
import { locate } from '../locate/locate.ts';
import type { FieldRule, PreparedPage, Spot } from '../types.ts';
import { type Known, type KnownItems, knownOf, placesShowing } from './known.ts';

/** A page of the changed template, with what older records of it said. */
export interface KnownPage {
  readonly page: PreparedPage;
  readonly known: Known;
  readonly items?: KnownItems | undefined;
}

/** Pages on which a value must be found again. */
const leastPages = 3;
/** Share of the pages that show the known value on which a new rule must be right. */
export const leastRight = 0.7;

/**
 * New locators for a field whose old ones fail: where pages still show the values that are known of them, the
 * places are learned anew. `null` where too few pages show them, or nothing leads there.
 */
export function repairField(rule: FieldRule, pages: readonly KnownPage[]): FieldRule | null {
  const samples = pages
    .filter(({ known }) => knownOf(known, rule.name).length > 0)
    .map(({ page, known }) => ({ page, spots: placesShowing(page, knownOf(known, rule.name)) }));
  const shown = oneWording(samples.filter(({ spots }) => spots.length > 0));
  if (shown.length < leastPages || shown.length * 2 < samples.length) return null;
  const learned = learnLocators(shown);
  const locators = learned.filter(({ support }) => support >= leastRight * shown.length);
  if (locators.length === 0) return null;
  const kept = rule.locators.filter(({ locator }) =>
    shown.every(({ page, spots }) => isRight(locate(locator, page), spots)),
  );
  const old = kept.filter(({ locator }) => !locators.some((each) => isEqual(each.locator, locator)));
  return { ...rule, locators: [...locators, ...old.map((each) => ({ ...each, support: shown.length }))] };
}

interface Sample {
  readonly page: PreparedPage;
  readonly spots: readonly Spot[];
}

/**
 * Where values are parts of texts, those behind the same words on most pages: one page shows a title behind
 * "Title:" and in the title of its window, and no single cut fits both.
 */
function oneWording(samples: readonly Sample[]): readonly Sample[] {
  const counts = new Map<string, number>();
  for (const { page, spots } of samples)
    for (const words of new Set(spots.map((spot) => wordsBefore(page, spot))))
      if (words !== null) counts.set(words, (counts.get(words) ?? 0) + 1);
  const [best] = [...counts].sort((one, other) => other[1] - one[1]);
  if (best === undefined || best[1] * 2 < samples.length) return samples;
  return samples.flatMap(({ page, spots }) => {
    const same = spots.filter((spot) => wordsBefore(page, spot) === best[0]);
    return same.length === 0 ? [] : { page, spots: same };
  });
}

/** What stands before a value in its text; `null` where it is the whole text. */
function wordsBefore({ nodes }: PreparedPage, { node, text }: Spot): string | null {
  const whole = nodes[node]?.text ?? '';
  const at = whole.indexOf(text);
  return at < 0 || whole === text ? null : whole.slice(0, at);
}

function isRight(came: readonly Spot[], spots: readonly Spot[]): boolean {
  return (
    came.length > 0 &&
    came.every(({ text }) => spots.some((spot) => plainText(spot.text) === plainText(text)))
  );
}

function isEqual(one: object, other: object): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
