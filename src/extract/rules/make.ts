import { type LocatorSample, learnLocators } from '../locate/index.ts';
import { pathOf, textOfNode } from '../page/index.ts';
import { profileOf } from '../recognise/index.ts';
import type {
  Extraction,
  Field,
  FieldName,
  FieldRule,
  Locator,
  PreparedPage,
  Spot,
  TemplateRules,
  Wrapper,
} from '../types.ts';

/** What rules are made of: a wrapper, what it found on its sample, and the names of its fields. */
export interface RulesInput {
  readonly domain: string;
  readonly template: string;
  readonly wrapper: Wrapper;
  readonly sample: readonly MatchedPage[];
  readonly names: readonly FieldName[];
  /** ISO 8601. */
  readonly learnedAt: string;
}

/** A page with what a wrapper found on it. */
export interface MatchedPage {
  readonly page: PreparedPage;
  readonly extraction: Extraction;
}

/** Items of a list that its fields are learned from. */
const mostItems = 40;
/** Alternatives of a field that has no name: nobody will miss it for long. */
const neutralAlternatives = 2;

/** Makes the rules of a template: for each field of its wrapper several ways to it, and what its values are like. */
export function makeRules(input: RulesInput): TemplateRules {
  const { domain, template, wrapper, sample, learnedAt } = input;
  const lists = wrapper.lists.flatMap((list) => listRule(list, sample));
  const kept = new Set(lists.map(({ id }) => id));
  const names = namesOf(input);
  const fields = wrapper.fields.flatMap((field) => {
    const name = names.get(field.id);
    if (name === undefined || (field.list !== null && !kept.has(field.list))) return [];
    return fieldRule(field, name, sample) ?? [];
  });
  const used = usedLists(lists, fields);
  return {
    ...{ domain, template, version: 1, learnedAt, pages: wrapper.sample, fields },
    lists: lists.filter(({ id }) => used.has(id)),
  };
}

/** Lists with fields, and those around them. */
function usedLists(lists: TemplateRules['lists'], fields: readonly FieldRule[]): ReadonlySet<string> {
  const used = new Set<string>();
  for (const { list } of fields)
    for (let at = list; at !== null && !used.has(at); at = lists.find(({ id }) => id === at)?.within ?? null)
      used.add(at);
  return used;
}

/** No two fields of one page or list have the same name; the surer one keeps it. */
function namesOf({ wrapper, names }: RulesInput): ReadonlyMap<string, FieldName> {
  const given = new Map(names.map((name) => [name.field, name]));
  const taken = new Set<string>();
  const result = new Map<string, FieldName>();
  const ranked = wrapper.fields
    .map((field) => ({ field, name: given.get(field.id) ?? neutral(field.id) }))
    .sort((one, other) => other.name.confidence - one.name.confidence);
  for (const { field, name } of ranked) {
    const key = (text: string) => JSON.stringify([field.list, text]);
    const own = taken.has(key(name.name)) ? neutral(field.id) : name;
    taken.add(key(own.name));
    result.set(field.id, own);
  }
  return result;
}

function neutral(field: string): FieldName {
  return { field, name: field, confidence: 0, because: [] };
}

function fieldRule(
  field: Field,
  { name, confidence }: FieldName,
  sample: readonly MatchedPage[],
): FieldRule | null {
  const samples = field.list === null ? pageSamples(field, sample) : itemSamples(field, field.list, sample);
  const named = name !== field.id;
  const locators = learnLocators(samples, named ? {} : { most: neutralAlternatives });
  if (locators.length === 0) return null;
  const values = sample.map(({ extraction }) =>
    (extraction.values.get(field.id) ?? []).map(({ text }) => text),
  );
  return {
    ...{ name, confidence, list: field.list, attribute: field.attribute, locators },
    profile: profileOf(values),
  };
}

function pageSamples({ id }: Field, sample: readonly MatchedPage[]): readonly LocatorSample[] {
  return sample.map(({ page, extraction }) => ({ page, spots: extraction.values.get(id) ?? [] }));
}

function itemSamples({ id }: Field, list: string, sample: readonly MatchedPage[]): readonly LocatorSample[] {
  const perPage = Math.max(2, Math.ceil(mostItems / sample.length));
  return sample.flatMap(({ page, extraction }) =>
    extraction.items
      .filter((item) => item.list === list)
      .slice(0, perPage)
      .map(({ nodes, values }) => ({ page, spots: values.get(id) ?? [], scope: nodes })),
  );
}

type ListRule = TemplateRules['lists'][number];

/** How the items of a list are found; nothing where no way leads to them. */
function listRule(
  { id, within }: Wrapper['lists'][number],
  sample: readonly MatchedPage[],
): readonly ListRule[] {
  let span = 1;
  const samples = sample.flatMap(({ page, extraction }) => {
    const items = extraction.items.filter((item) => item.list === id && item.nodes.length > 0);
    for (const { nodes } of items) span = Math.max(span, spanOf(page, nodes));
    const starts = items.map(({ nodes }) => spotOf(page, nodes[0] as number));
    if (within === null) return [{ page, spots: starts }];
    return extraction.items
      .filter((item) => item.list === within)
      .slice(0, mostItems / 4)
      .map(({ nodes }) => ({
        page,
        scope: nodes,
        spots: starts.filter(({ node }) => isBelow(page, nodes, node)),
      }));
  });
  const locators: readonly Locator[] = learnLocators(samples, { most: 4 }).map(({ locator }) => locator);
  return locators.length === 0 ? [] : [{ id, within, locators, span }];
}

function spotOf(page: PreparedPage, node: number): Spot {
  return { path: pathOf(page, node), node, text: textOfNode(page, node) };
}

/** Siblings from the first to the last node of an item. */
function spanOf(page: PreparedPage, nodes: readonly number[]): number {
  const [first, last] = [nodes[0] ?? 0, nodes.at(-1) ?? 0];
  const kids = page.nodes[page.nodes[first]?.parent ?? -1]?.kids ?? [];
  const [from, to] = [kids.indexOf(first), kids.indexOf(last)];
  return from < 0 || to < from ? 1 : to - from + 1;
}

function isBelow(page: PreparedPage, nodes: readonly number[], node: number): boolean {
  return nodes.some((top) => node >= top && node < (page.nodes[top]?.end ?? 0));
}
