import { profileOf } from '../../values/index.ts';
import { type LocatorSample, learnLocators, wholeItem } from '../locate/index.ts';
import { unframed } from '../naming/index.ts';
import type {
  Field,
  FieldName,
  FieldRule,
  PageFindings,
  PreparedPage,
  Spot,
  TemplateRules,
  TextPart,
  Wrapper,
} from '../types.ts';
import { withInlined } from './inner-texts.ts';
import { type ListSample, leadToAll, plainWays, waysToItems } from './item-ways.ts';

/** What rules are learned for. */
export interface LearnAbout {
  readonly domain: string;
  readonly template: string;
  /** ISO 8601. */
  readonly learnedAt: string;
  /** Fields without names that rules are made for, those on most pages first; absent: for all. */
  readonly mostNeutral?: number;
}

/** What rules are made of: a wrapper, what it found on its sample, and the names of its fields. */
export interface RulesInput extends LearnAbout {
  readonly wrapper: Wrapper;
  readonly sample: readonly MatchedPage[];
  readonly names: readonly GivenName[];
}

/** A name, and where its values stand where that is not as the wrapper says: spots by page. */
export interface GivenName extends FieldName {
  readonly spots?: ReadonlyMap<string, readonly Spot[]>;
  readonly frame?: TextPart;
}

/** A page with what a wrapper found on it. */
export interface MatchedPage {
  readonly page: PreparedPage;
  readonly extraction: PageFindings;
}

/** Items of a list that its fields are learned from. */
const mostItems = 40;
/** Pages from which on it says something that none of them has a value twice. */
const enoughPages = 3;
/** Alternatives of a field that has no name. */
const neutralAlternatives = 2;

/** Makes the rules of a template: for each field several ways to it, and what its values are like. */
export function makeRules(given: RulesInput): TemplateRules {
  const input = { ...given, wrapper: withInlined(given.wrapper, given.sample) };
  const { domain, template, wrapper, sample, learnedAt } = input;
  const lists = reachableLists(wrapper, sample);
  const fields = draftsOf(input, (id) => lists(id) !== null).flatMap(
    (draft) => fieldRule(draft, sample) ?? [],
  );
  const used = usedLists(lists, fields);
  return {
    domain,
    template,
    version: 1,
    learnedAt,
    pages: wrapper.sample,
    fields,
    lists: wrapper.lists.flatMap(({ id }) => (used.has(id) ? (lists(id) ?? []) : [])),
  };
}

/** A field that rules are to be made of. */
interface Draft {
  readonly name: GivenName;
  readonly list: string | null;
  readonly attribute: string | null;
  readonly samples: readonly LocatorSample[];
  /** What it shows on each page. */
  readonly values: readonly (readonly string[])[];
}

/**
 * Fields with names first, then those of the wrapper without. No two of one page or list have the same name;
 * the surer one keeps it.
 */
function draftsOf(
  { wrapper, sample, names, mostNeutral }: RulesInput,
  isReachable: (list: string) => boolean,
): readonly Draft[] {
  const known = new Map(wrapper.fields.map((field) => [field.id, field]));
  const named = names
    .filter(({ field, name }) => field !== name)
    .toSorted((one, other) => other.confidence - one.confidence);
  const taken = new Set<string>();
  const drafts = named.flatMap((name): Draft | [] => {
    const field = ofPage(known.get(name.field), name, sample);
    const list = field?.list ?? null;
    const key = JSON.stringify([list, name.name]);
    if (taken.has(key) || (list !== null && !isReachable(list))) return [];
    taken.add(key);
    return draftOf(name, field, sample);
  });
  const used = new Set(drafts.map(({ name }) => name.field));
  const most = drafts.length + (mostNeutral ?? wrapper.fields.length);
  const rest = wrapper.fields
    .filter(({ id, constant }) => !used.has(id) && !constant)
    .toSorted((one, other) => other.support - one.support);
  // Lists are learned when they are asked for: none that no kept field is in.
  for (const field of rest) {
    if (drafts.length >= most) break;
    if (field.list === null || isReachable(field.list))
      drafts.push(draftOf(neutral(field.id), field, sample));
  }
  return drafts;
}

/** A field that no page has twice is the page's own, though rows of label and value look like items of a list. */
function ofPage(
  field: Field | undefined,
  { spots }: GivenName,
  sample: readonly MatchedPage[],
): Field | undefined {
  if (field === undefined || field.list === null || sample.length < enoughPages) return field;
  const isOnce = sample.every(({ page, extraction }) => {
    const own = spots?.get(page.name) ?? extraction.values.get(field.id) ?? [];
    return own.length <= 1;
  });
  return isOnce ? { ...field, list: null } : field;
}

function draftOf(name: GivenName, field: Field | undefined, sample: readonly MatchedPage[]): Draft {
  const list = field?.list ?? null;
  const spotsOn = ({ page, extraction }: MatchedPage) =>
    name.spots?.get(page.name) ?? extraction.values.get(name.field) ?? [];
  const samples =
    list === null
      ? sample.map((each) => ({ page: each.page, spots: spotsOn(each) }))
      : itemSamples(name.field, list, sample);
  return {
    name,
    list,
    attribute: field?.attribute ?? null,
    samples,
    values: sample.map((each) =>
      spotsOn(each).map(({ text }) => (name.frame ? unframed(text, name.frame) : text)),
    ),
  };
}

function neutral(field: string): GivenName {
  return { field, name: field, confidence: 0, because: [] };
}

function fieldRule(
  { name: given, list, attribute, samples, values }: Draft,
  sample: readonly MatchedPage[],
): FieldRule | null {
  const { field, name, confidence, because, frame } = given;
  const isNamed = name !== field;
  const few = isNamed ? samples : fewOf(samples, sample.length);
  const locators = areWhole(samples)
    ? [{ locator: { kind: 'absolute', path: wholeItem } as const, support: samples.length }]
    : learnLocators(few, isNamed ? {} : { most: neutralAlternatives });
  if (locators.length === 0) return null;
  const about = { list, attribute, ...(frame && { frame }), locators, profile: profileOf(values) };
  return { name, confidence, ...(because.length > 0 && { because }), ...about };
}

/** Whether a field is all that items say. */
function areWhole(samples: readonly LocatorSample[]): boolean {
  return samples.every(
    ({ spots, scope = [] }) => spots.length > 0 && spots.every(({ node }) => scope.includes(node)),
  );
}

/** Nobody will miss a field without a name for long: it is learned from half of the pages. */
function fewOf(samples: readonly LocatorSample[], pages: number): readonly LocatorSample[] {
  const most = Math.max(4, Math.ceil(pages / 2));
  const having = samples.filter(({ spots }) => spots.length > 0).slice(0, most);
  const without = samples.filter(({ spots }) => spots.length === 0).slice(0, 1);
  return [...having, ...without];
}

/** The rule of a list, learned when it is first asked for; `null` where no way leads to its items. */
type Lists = (id: string) => ListRule | null;

/** Lists to whose items a way leads from the page: what is within one that is not found is not found either. */
function reachableLists({ lists }: Wrapper, sample: readonly MatchedPage[]): Lists {
  const known = new Map<string, ListRule | null>();
  const ruleOf: Lists = (id) => {
    let rule = known.get(id);
    if (rule === undefined) {
      const list = lists.find((each) => each.id === id);
      const isLost = list === undefined || (list.within !== null && ruleOf(list.within) === null);
      rule = isLost ? null : listRule(list, sample);
      known.set(id, rule);
    }
    return rule;
  };
  return ruleOf;
}

/** Lists with fields, and those around them. */
function usedLists(lists: Lists, fields: readonly FieldRule[]): ReadonlySet<string> {
  const used = new Set<string>();
  for (const { list } of fields)
    for (let at = list; at !== null && !used.has(at); at = lists(at)?.within ?? null) used.add(at);
  return used;
}

function itemSamples(id: string, list: string, sample: readonly MatchedPage[]): readonly LocatorSample[] {
  const perPage = Math.max(2, Math.ceil(mostItems / sample.length));
  return sample.flatMap(({ page, extraction }) =>
    extraction.items
      .filter((item) => item.list === list)
      .slice(0, perPage)
      .map(({ nodes, values }) => ({ page, spots: values.get(id) ?? [], scope: nodes })),
  );
}

type ListRule = TemplateRules['lists'][number];

/** How the items of a list are found; `null` where no way leads to them. */
function listRule(
  { id, within, main }: Wrapper['lists'][number] & { readonly main?: true },
  sample: readonly MatchedPage[],
): ListRule | null {
  let span = 1;
  const samples = sample.flatMap(({ page, extraction }): readonly ListSample[] => {
    const items = extraction.items.filter((item) => item.list === id && item.nodes.length > 0);
    for (const { nodes } of items) span = Math.max(span, spanOf(page, nodes));
    const starts = items.map(({ nodes }) => nodes[0] as number);
    if (within === null) return [{ page, starts }];
    return extraction.items
      .filter((item) => item.list === within)
      .slice(0, mostItems / 4)
      .map(({ nodes }) => ({
        page,
        scope: nodes,
        starts: starts.filter((node) => isBelow(page, nodes, node)),
      }));
  });
  const ways = waysToItems(samples);
  // From one page alone, and where no way leads to all of them, items of the main list are looked for on each page.
  const isSought = main && (sample.length === 1 || ways === null || !leadToAll(ways, samples));
  const found = isSought ? plainWays(samples) : ways;
  return found === null ? null : { id, within, ...found, span, ...(isSought && { main: true }) };
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
