import { type ItemScope, learnLocators } from '../locate/index.ts';
import { find, scopesOf } from '../rules/apply.ts';
import { waysToItems } from '../rules/item-ways.ts';
import { holds } from '../rules/known-items.ts';
import type { MendedList } from '../rules/repair-list.ts';
import { isStrange } from '../rules/strange-values.ts';
import type { FieldRule, PreparedPage, TemplateRules } from '../types.ts';
import { isNeutral } from './records.ts';

/** Share of pages, or items, on which a field of a new wrapper must look like the old one to take its place. */
const leastAlike = 0.8;
/** Share of the named fields of a list that one of a new wrapper must have to take its place. */
const leastShared = 0.5;
/** Items that fields of lists are compared on. */
const mostItems = 60;

/** A page, or an item of a list on it. */
interface Place {
  readonly page: PreparedPage;
  readonly scope?: ItemScope;
}

/** The field of new rules that has the same name, else whose values look most like those before. */
export function replacedField(
  rule: FieldRule,
  fresh: TemplateRules,
  pages: readonly PreparedPage[],
): FieldRule | null {
  const candidates = fresh.fields.filter(({ list }) => list === null);
  return replacement(
    rule,
    candidates,
    pages.map((page) => ({ page })),
  );
}

function replacement(
  rule: FieldRule,
  fields: readonly FieldRule[],
  places: readonly Place[],
): FieldRule | null {
  const candidates = fields
    .map((field) => ({ field, likeness: likenessOf(rule, field, places) }))
    .filter(({ likeness }) => likeness >= leastAlike)
    .sort((one, other) => other.likeness - one.likeness);
  const best =
    candidates.find(({ field }) => field.name === rule.name) ??
    candidates.find(({ field }) => sharesSample(rule, field));
  if (best === undefined) return null;
  const { locators, profile, attribute } = best.field;
  return { ...rule, locators, profile, attribute };
}

/** Share of places in which a field shows something that the old one might have shown. */
function likenessOf({ profile }: FieldRule, field: FieldRule, places: readonly Place[]): number {
  if (profile.type !== 'text' && field.profile.type !== profile.type) return 0;
  const alike = places.filter(({ page, scope }) => {
    const { spots } = find(field, page, scope);
    return spots.length > 0 && spots.every(({ text }) => !isStrange(profile, text));
  });
  return alike.length / Math.max(1, places.length);
}

function sharesSample({ profile }: FieldRule, field: FieldRule): boolean {
  return field.profile.samples.some((text) => profile.samples.includes(text));
}

/**
 * The list of new rules that has most of the named fields of an old one. Where the old list is still found, since
 * fields of it are (`isFound`), it stays, and the new fields are sought in its items. A list within another is
 * sought in the items of the outer one as that is found by now.
 */
export function replacedList(
  rules: TemplateRules,
  id: string,
  fresh: TemplateRules,
  pages: readonly PreparedPage[],
  isFound: boolean,
): MendedList | null {
  const old = rules.lists.find((list) => list.id === id);
  const named = rules.fields.filter(({ list, name }) => list === id && !isNeutral(name));
  if (old === undefined || named.length === 0) return null;
  const found = fresh.lists
    .filter(({ within }) => (within === null) === (old.within === null))
    .map((list) => {
      const places = placesIn(fresh, list.id, pages);
      const candidates = fresh.fields.filter((field) => field.list === list.id);
      return { list, places, fields: named.flatMap((rule) => replacement(rule, candidates, places) ?? []) };
    })
    .sort((one, other) => other.fields.length - one.fields.length)[0];
  if (found === undefined || found.fields.length < Math.max(1, leastShared * named.length)) return null;
  const taken = isFound
    ? { list: old }
    : old.within === null
      ? { list: { ...found.list, id, within: null } }
      : innerList(rules, old, fresh, found.list, pages);
  if (taken === null) return null;
  const fields =
    taken.list === old || old.within !== null
      ? moved(found.fields, found.places, placesIn(withLists(rules, taken), id, pages))
      : found.fields;
  return fields.length === 0 ? null : { ...taken, fields: new Map(fields.map((rule) => [rule.name, rule])) };
}

type ListRule = TemplateRules['lists'][number];

/** A list, and the one around it where that had to be taken over too. */
type Taken = Omit<MendedList, 'fields'>;

function withLists({ lists, ...rules }: TemplateRules, { list, around }: Taken): TemplateRules {
  const now = [list, ...(around ? [around] : [])];
  return { ...rules, lists: lists.map((each) => now.find(({ id }) => id === each.id) ?? each) };
}

/** Share of the items of an inner list that must stand in items of the outer one for that to be found. */
const leastHeld = 0.7;

/** A list within another: its items begin where the new wrapper has them, in the items of the outer list. */
function innerList(
  rules: TemplateRules,
  old: ListRule,
  fresh: TemplateRules,
  found: ListRule,
  pages: readonly PreparedPage[],
): Taken | null {
  const outer = rules.lists.find(({ id }) => id === old.within);
  const outerNow = fresh.lists.find(({ id }) => id === found.within);
  if (outer === undefined || outerNow === undefined) return null;
  // An outer list without a name of its own is not mended by itself.
  const others = outer.within === null && outerNow.within === null ? [{ ...outerNow, id: outer.id }] : [];
  for (const around of [outer, ...others]) {
    const samples = pages.flatMap((page) => {
      const starts = scopesOf(fresh.lists, found.id, page).flatMap(([first]) => first ?? []);
      const scopes = scopesOf(withLists(rules, { list: around }).lists, outer.id, page);
      return scopes.map((scope) => ({
        page,
        scope,
        starts: starts.filter((node) => scope.some((top) => holds(page, top, node))),
      }));
    });
    const held = samples.reduce((sum, { starts }) => sum + starts.length, 0);
    const all = pages.reduce((sum, page) => sum + scopesOf(fresh.lists, found.id, page).length, 0);
    const ways = held < Math.max(1, leastHeld * all) ? null : waysToItems(samples);
    if (ways === null) continue;
    const list: ListRule = { id: old.id, within: old.within, ...ways, span: found.span };
    return around === outer ? { list } : { list, around };
  }
  return null;
}

function placesIn(
  { lists }: TemplateRules,
  id: string,
  pages: readonly PreparedPage[],
): readonly Required<Place>[] {
  const places: Required<Place>[] = [];
  for (const page of pages) {
    if (places.length >= mostItems) break;
    places.push(...scopesOf(lists, id, page).map((scope) => ({ page, scope })));
  }
  return places.slice(0, mostItems);
}

/** Rules of fields for items that are cut otherwise: learned from where the fields stand. */
function moved(
  fields: readonly FieldRule[],
  from: readonly Required<Place>[],
  to: readonly Required<Place>[],
): readonly FieldRule[] {
  return fields.flatMap((rule) => {
    const spots = from.flatMap(({ page, scope }) =>
      find(rule, page, scope).spots.map((spot) => ({ page, spot })),
    );
    const samples = to.map(({ page, scope }) => ({
      page,
      scope,
      spots: spots
        .filter((each) => each.page === page && scope.some((top) => holds(page, top, each.spot.node)))
        .map(({ spot }) => spot),
    }));
    const locators = learnLocators(samples);
    return locators.length === 0 ? [] : { ...rule, locators };
  });
}
