import { plainText } from '../../records/index.ts';
import { type ItemScope, learnLocators } from '../locate/index.ts';
import type { FieldRule, PageNode, PreparedPage, Spot, TemplateRules } from '../types.ts';
import { find, scopesOf } from './apply.ts';
import { waysToItems } from './item-ways.ts';
import { knownOf, placesShowing } from './known.ts';
import { holds, type ShownItem, shownItems } from './known-items.ts';
import { type KnownPage, leastRight } from './repair.ts';

/** How a list is found now, and those of its fields that are known to be found in it. */
export interface MendedList {
  readonly list: TemplateRules['lists'][number];
  /** The list around it, where that had to be found anew for it. */
  readonly around?: TemplateRules['lists'][number];
  readonly fields: ReadonlyMap<string, FieldRule>;
}

/** Items that must be found again. */
const leastItems = 3;
/** Items of a page that fields are learned from. */
const mostItems = 60;
/** Share of the items on which an old rule must be right to stay. */
const stillRight = 0.9;

/**
 * Repairs a list and its fields: where pages still show the values that are known of its items, these say where the
 * items are and where in them the fields are. `null` where too few are shown, or no way leads to them.
 */
export function repairList(rules: TemplateRules, id: string, pages: readonly KnownPage[]): MendedList | null {
  const old = rules.lists.find((each) => each.id === id);
  const own = rules.fields.filter((field) => field.list === id);
  const names = own.map(({ name }) => name);
  const shown = pages.flatMap(({ page, items }) => shownItems(page, items?.[id] ?? [], names));
  if (old === undefined || shown.length < leastItems) return null;
  for (const list of [old, learnedList(old, rules, shown)]) {
    const held = list === null ? [] : heldItems(list, rules, shown);
    if (list === null || held.length < leastRight * shown.length) continue;
    const fields = own.flatMap((rule) => mendedField(rule, held.slice(0, mostItems)) ?? []);
    // Items that nothing is found in are those of another list.
    if (fields.length > 0) return { list, fields: new Map(fields.map((rule) => [rule.name, rule])) };
  }
  return null;
}

/** Known items with the nodes that a list rule gives them; without those that it does not tell from others. */
function heldItems(
  list: TemplateRules['lists'][number],
  { lists }: TemplateRules,
  shown: readonly ShownItem[],
): readonly ShownItem[] {
  const now = lists.map((each) => (each.id === list.id ? list : each));
  return [...Map.groupBy(shown, ({ page }) => page)].flatMap(([page, items]) => {
    const scopes = scopesOf(now, list.id, page);
    return items.flatMap((item) => {
      const nodes = scopes.find((scope) => isWithin(page, scope, item.mark));
      const isOwn = nodes && !items.some((other) => other !== item && isWithin(page, nodes, other.mark));
      return isOwn ? { ...item, nodes } : [];
    });
  });
}

function isWithin(page: PreparedPage, scope: ItemScope, node: number): boolean {
  return scope.some((top) => holds(page, top, node));
}

/** Ways to where the items begin now. */
function learnedList(
  old: TemplateRules['lists'][number],
  { lists }: TemplateRules,
  shown: readonly ShownItem[],
): TemplateRules['lists'][number] | null {
  const byPage = Map.groupBy(shown, ({ page }) => page);
  const samples = [...byPage].flatMap(([page, items]) => {
    const starts = startsLike(
      page,
      items.map(({ nodes }) => nodes[0] as number),
    );
    if (old.within === null) return [{ page, starts }];
    return scopesOf(lists, old.within, page).map((scope) => ({
      page,
      scope,
      starts: starts.filter((node) => isWithin(page, scope, node)),
    }));
  });
  const ways = waysToItems(samples);
  const span = Math.max(...shown.map(({ nodes }) => nodes.length));
  return ways === null ? null : { id: old.id, within: old.within, ...ways, span };
}

/** Where items begin, with their siblings that are built alike: a list has items that no older record knows. */
function startsLike(page: PreparedPage, starts: readonly number[]): readonly number[] {
  const all = new Set(starts);
  for (const [parent, own] of Map.groupBy(starts, (start) => page.nodes[start]?.parent ?? -1)) {
    if (own.length < 2) continue;
    const looks = new Set(own.map((start) => lookOf(page, start)));
    for (const kid of page.nodes[parent]?.kids ?? []) if (looks.has(lookOf(page, kid))) all.add(kid);
  }
  return [...all].sort((one, other) => one - other);
}

/** Tag, class and the tags of the kids. */
function lookOf(page: PreparedPage, node: number): string {
  const { tag, attrs, kids } = page.nodes[node] as PageNode;
  const inner = new Set(kids.map((kid) => page.nodes[kid]?.tag ?? ''));
  return [tag, attrs.class ?? '', ...[...inner].sort()].join(' ');
}

/** The rule of a field that holds in the items: the old one, else one that is learned anew; `null` where there is none. */
function mendedField(rule: FieldRule, items: readonly ShownItem[]): FieldRule | null {
  const samples = items.flatMap(({ page, known, nodes }) => {
    const values = knownOf(known, rule.name);
    const spots = placesShowing(page, values).filter(({ node }) => isWithin(page, nodes, node));
    return spots.length === 0 ? [] : { page, spots, scope: nodes, values };
  });
  if (samples.length < leastItems) return null;
  const right = samples.filter(({ page, scope, values }) => isSaid(find(rule, page, scope).spots, values));
  if (right.length >= stillRight * samples.length) return rule;
  const locators = learnLocators(samples).filter(({ support }) => support >= leastRight * samples.length);
  return locators.length === 0 ? null : { ...rule, locators };
}

function isSaid(spots: readonly Spot[], values: readonly string[]): boolean {
  const wanted = values.map(plainText);
  return spots.length > 0 && spots.every(({ text }) => wanted.includes(plainText(text)));
}
