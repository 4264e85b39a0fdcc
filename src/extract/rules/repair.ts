import { learnLocators } from '../locate/learn.ts';
import { locate } from '../locate/locate.ts';
import type { FieldRule, PreparedPage, Spot } from '../types.ts';
import { type Known, knownOf, placesOf, plainText } from './known.ts';
import { isStrange } from './strange.ts';

/** A page of the changed template, with what an older record of it said. */
export interface KnownPage {
  readonly page: PreparedPage;
  readonly known: Known;
}

/** Pages on which a value must be found again. */
const leastPages = 3;
/** Share of the pages that show the known value on which a new rule must be right. */
const leastRight = 0.7;

/**
 * New locators for a field whose old ones fail: where pages still show the values that are known of them, the
 * places are learned anew. `null` where too few pages show them, or nothing leads there.
 */
export function repairField(rule: FieldRule, pages: readonly KnownPage[]): FieldRule | null {
  const samples = pages
    .filter(({ known }) => knownOf(known, rule.name).length > 0)
    .map(({ page, known }) => ({ page, spots: placesOf(page, knownOf(known, rule.name)) }));
  const shown = samples.filter(({ spots }) => spots.length > 0);
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

function isRight(came: readonly Spot[], spots: readonly Spot[]): boolean {
  return (
    came.length > 0 &&
    came.every(({ text }) => spots.some((spot) => plainText(spot.text) === plainText(text)))
  );
}

function isEqual(one: object, other: object): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/**
 * Of alternatives that disagree since a change, those that still give values like those before; `null` where
 * all do, or none does.
 */
export function dropWrong(rule: FieldRule, pages: readonly PreparedPage[]): FieldRule | null {
  const left = rule.locators.filter(({ locator }) => {
    const came = pages.map((page) => locate(locator, page)).filter((spots) => spots.length > 0);
    const good = came.filter((spots) => spots.every(({ text }) => !isStrange(rule.profile, text)));
    return came.length * 2 >= pages.length && good.length >= came.length * 0.8;
  });
  return left.length === 0 || left.length === rule.locators.length ? null : { ...rule, locators: left };
}
