import { quotedText } from '../../records/index.ts';
import { findRecords, isOfRecords } from '../lists/index.ts';
import { type ItemScope, type NodeValue, placesOf, withPaths } from '../locate/locate.ts';
import { unframed } from '../naming/index.ts';
import type {
  FieldRule,
  Locator,
  PageFindings,
  PageNode,
  PreparedPage,
  Spot,
  TemplateRules,
} from '../types.ts';
import { isHead } from './item-heads.ts';
import { isStrange } from './strange-values.ts';

/** What a rule found on one page, or in one item of a list. */
export interface Finding {
  readonly rule: FieldRule;
  readonly spots: readonly Spot[];
  /** Share of the alternatives' support that stands behind it; 0 where nothing was found. */
  readonly agreement: number;
  /** Values that are not like those seen before. */
  readonly strange: readonly string[];
}

/** Something about a field on one page that is not as it was when the rules were learned. */
export interface Alarm {
  readonly page: string;
  readonly field: string;
  readonly list: string | null;
  readonly kind: 'missing' | 'strange' | 'split';
  /** What was expected and what came. */
  readonly text: string;
}

/** An item of a list, with what was found in it. */
export interface FoundItem {
  readonly list: string;
  readonly nodes: readonly number[];
  readonly findings: readonly Finding[];
}

/** What rules give on one page. */
export interface Applied {
  readonly extraction: PageFindings;
  /** Fields of the page itself. */
  readonly findings: readonly Finding[];
  readonly items: readonly FoundItem[];
  readonly alarms: readonly Alarm[];
}

/** Below this share of the support the alternatives count as disagreeing. */
const leastAgreement = 0.67;

/** A field that was absent from no more than this share of pages is missed where it is not found. */
const rarelyMissing = 0.1;

/** Applies rules to a page: the alternatives of each field vote, and what is odd is told. */
export function applyRules(rules: TemplateRules, page: PreparedPage): Applied {
  const findings = rules.fields.filter(({ list }) => list === null).map((rule) => find(rule, page));
  const items = itemsOf(rules, page);
  const values = new Map(findings.filter(isFound).map(({ rule, spots }) => [rule.name, spots]));
  const extraction: PageFindings = {
    values,
    items: items.map(({ list, nodes, findings: inner }) => ({
      list,
      nodes,
      values: new Map(inner.filter(isFound).map(({ rule, spots }) => [rule.name, spots])),
    })),
    fit: fitOf(findings, items, rules),
  };
  return { extraction, findings, items, alarms: findings.flatMap((each) => alarmsOf(page, each)) };
}

/** Lets the alternatives of a field vote, each with its support and the less the stranger what it found is. */
export function find(rule: FieldRule, page: PreparedPage, scope?: ItemScope): Finding {
  const votes = new Map<string, Vote>();
  let total = 0;
  for (const { locator, support } of rule.locators) {
    const places = framedPlaces(rule, placesOf(locator, page, scope));
    if (places.length === 0) continue;
    const key = places.map(({ text }) => text).join('\n');
    const vote = votes.get(key) ?? { locator, places, support: 0, strange: strangeOf(rule, places) };
    const weight = vote.strange.length > 0 ? support / 4 : support;
    votes.set(key, { ...vote, support: vote.support + weight });
    total += weight;
  }
  let best: Vote | null = null;
  for (const vote of votes.values()) if (best === null || vote.support > best.support) best = vote;
  if (best === null) return { rule, spots: [], agreement: 0, strange: [] };
  const spots = withPaths(best.locator, page, best.places);
  return { rule, spots, agreement: best.support / total, strange: best.strange };
}

/** Places with their values as records show them. */
function framedPlaces({ frame }: FieldRule, places: readonly NodeValue[]): readonly NodeValue[] {
  return frame === undefined ? places : places.map((each) => ({ ...each, text: unframed(each.text, frame) }));
}

/** What some of the alternatives say. */
interface Vote {
  readonly locator: Locator;
  readonly places: readonly NodeValue[];
  readonly support: number;
  readonly strange: readonly string[];
}

function strangeOf({ profile }: FieldRule, places: readonly NodeValue[]): readonly string[] {
  return places.map(({ text }) => text).filter((text) => isStrange(profile, text));
}

function isFound({ spots }: Finding): boolean {
  return spots.length > 0;
}

/** Whether a finding is missing where it should not be. */
function isMissed({ rule, spots }: Finding): boolean {
  const { missing, pages } = rule.profile;
  return spots.length === 0 && pages > 0 && missing <= rarelyMissing * pages;
}

/** Whether the alternatives of a finding disagree. */
export function isSplit({ spots, agreement }: Finding): boolean {
  return spots.length > 0 && agreement < leastAgreement;
}

function alarmsOf(page: PreparedPage, finding: Finding): readonly Alarm[] {
  const { rule, strange, spots, agreement } = finding;
  const alarm = (kind: Alarm['kind'], text: string): Alarm => ({
    page: page.name,
    field: rule.name,
    list: rule.list,
    kind,
    text,
  });
  const [example = ''] = rule.profile.samples;
  return [
    ...(isMissed(finding)
      ? [alarm('missing', `expected a value such as ${quotedText(example)}, found none`)]
      : []),
    ...(strange.length > 0
      ? [
          alarm(
            'strange',
            `expected a value such as ${quotedText(example)}, got ${quotedText(strange[0] ?? '')}`,
          ),
        ]
      : []),
    ...(isSplit(finding)
      ? [
          alarm(
            'split',
            `alternatives disagree: ${Math.round(agreement * 100)} % say ${quotedText(spots[0]?.text ?? '')}`,
          ),
        ]
      : []),
  ];
}

/** Items of all lists, inner ones within the outer ones. */
function itemsOf(rules: TemplateRules, page: PreparedPage): readonly FoundItem[] {
  const found: FoundItem[] = [];
  const enter = (within: string | null, scope?: ItemScope): void => {
    for (const list of rules.lists) {
      if (list.within !== within) continue;
      const fields = rules.fields.filter((rule) => rule.list === list.id);
      for (const nodes of itemNodes(list, page, scope)) {
        const findings = fields.map((rule) => find(rule, page, nodes));
        if (findings.some(isFound)) found.push({ list: list.id, nodes, findings });
        enter(list.id, nodes);
      }
    }
  };
  enter(null);
  return found;
}

/** The nodes of each item of a list, of an inner one in all items of the outer ones. */
export function scopesOf(
  lists: TemplateRules['lists'],
  id: string,
  page: PreparedPage,
): readonly ItemScope[] {
  const list = lists.find((each) => each.id === id);
  if (list === undefined) return [];
  if (list.within === null) return itemNodes(list, page);
  return scopesOf(lists, list.within, page).flatMap((scope) => itemNodes(list, page, scope));
}

/** The nodes of each item: from where it begins, as many siblings as it spans. */
function itemNodes(
  list: Omit<TemplateRules['lists'][number], 'id' | 'within'>,
  page: PreparedPage,
  scope?: ItemScope,
): readonly ItemScope[] {
  const { span, main } = list;
  const starts = startsOf(list, page, scope);
  if (main) return mainItems(page, starts);
  return [...starts]
    .sort((one, other) => one - other)
    .map((start) => siblingsFrom(page, start, span, starts));
}

/** The way to the nodes of the item that a list is in, which have no element around them. */
export const itself = { kind: 'absolute', path: '.' } as const;

/** Where items begin: each way leads to items alone, but not to all of them. */
export function startsOf(
  { locators, heads }: Pick<TemplateRules['lists'][number], 'locators' | 'heads'>,
  page: PreparedPage,
  scope?: ItemScope,
): ReadonlySet<number> {
  const found = locators.flatMap((locator) => placesOf(locator, page, scope).map(({ node }) => node));
  if (heads === undefined) return new Set(found);
  const isItself = locators.some((locator) => locator.kind === 'absolute' && locator.path === itself.path);
  const siblings = [
    ...(isItself ? (scope ?? []) : []),
    ...found.flatMap((node) => page.nodes[node]?.kids ?? []),
  ];
  return new Set(siblings.filter((node) => isHead(page, node, heads)));
}

/** The items of the list that a page is about: the best one in which an item begins where the rules expect one. */
function mainItems(page: PreparedPage, starts: ReadonlySet<number>): readonly ItemScope[] {
  const lists = findRecords(page);
  const known = lists.find(({ items }) => items.some(([first]) => first !== undefined && starts.has(first)));
  return (known ?? lists.find((list) => isOfRecords(page, list)))?.items ?? [];
}

function siblingsFrom(
  page: PreparedPage,
  start: number,
  span: number,
  starts: ReadonlySet<number>,
): ItemScope {
  const parent = page.nodes[(page.nodes[start] as PageNode).parent];
  const kids = parent?.kids ?? [start];
  const from = kids.indexOf(start);
  const nodes: number[] = [];
  for (const kid of kids.slice(from, from + span)) {
    if (kid !== start && starts.has(kid)) break;
    nodes.push(kid);
  }
  return nodes;
}

/** Share of the expected fields and lists that the page has. */
function fitOf(findings: readonly Finding[], items: readonly FoundItem[], rules: TemplateRules): number {
  const weights = findings.map((finding) => ({
    weight: 1 - finding.rule.profile.missing / Math.max(1, finding.rule.profile.pages),
    got: isFound(finding) ? (finding.strange.length > 0 ? 0.3 : 1) * finding.agreement : 0,
  }));
  const inList = rules.lists.filter(({ within }) => within === null);
  for (const { id } of inList)
    weights.push({ weight: 0.5, got: items.some(({ list }) => list === id) ? 1 : 0 });
  const whole = weights.reduce((sum, { weight }) => sum + weight, 0);
  return whole === 0 ? 0 : weights.reduce((sum, { weight, got }) => sum + weight * got, 0) / whole;
}
