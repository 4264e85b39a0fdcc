import type { PageNode, PreparedPage } from '../types.ts';
import { isInFrame } from './frame.ts';
import { textsIn } from './item-texts.ts';
import { type Measures, measuresOf } from './measures.ts';
import { unfolded } from './nested-lists.ts';
import { regularities, type Segments, segmentations } from './segments.ts';
import { formatting, groupName, groupNames, shapesOf, tagsOf } from './shapes.ts';
import { siblingsIn } from './siblings.ts';

/** A list of records on one page. */
export interface RecordList {
  /** Node whose kids the records are. */
  readonly parent: number;
  /** Siblings that each record consists of, in document order. */
  readonly items: readonly (readonly number[])[];
  /** How much speaks for its being what the page is about. */
  readonly score: number;
}

/** Kids of one node that are looked at; a page may have more, but none of its lists changes its nature so late. */
const maxKids = 5000;

/** Lists that are told of at most. */
const maxLists = 20;

/**
 * The lists of records of one page, the main one first: repeated siblings or groups of siblings that are alike,
 * by how much text they hold, how regular they are and how many. No second page is needed.
 */
export function findRecords(page: PreparedPage): RecordList[] {
  const measures = measuresOf(page);
  const found: RecordList[] = [];
  for (const node of page.nodes) {
    if (node.kids.length < 2 || page.noise.get(node.index) === 'script') continue;
    const best = bestList(page, measures, node);
    if (best) found.push(best);
  }
  const lists = joined(page, measures, withTrees(page, measures, found.sort(byScore)));
  return grouped(page, measures, lists).slice(0, maxLists);
}

function byScore(one: RecordList, other: RecordList): number {
  return other.score - one.score || one.parent - other.parent;
}

/** Lists, where the levels of one tree are joined to one list. */
function withTrees(
  page: PreparedPage,
  measures: Measures,
  lists: readonly RecordList[],
): readonly RecordList[] {
  const trees = new Map<number, RecordList>();
  const flat = lists.filter((list) => {
    const tree = unfolded(page, measures, list);
    if (tree !== null && (trees.get(tree.parent)?.score ?? 0) < tree.score) trees.set(tree.parent, tree);
    return tree === null;
  });
  return [...trees.values(), ...flat].sort(byScore);
}

/** Share of the text of groups that their headings have at most. */
const mostHeading = 0.3;

/** Lists in neighbouring elements that hold a heading and a list each are one list, cut by headings. */
function grouped(page: PreparedPage, measures: Measures, lists: readonly RecordList[]): RecordList[] {
  const kindOf = ({ tag, attrs }: PageNode) => `${tag}.${attrs.class ?? ''}`;
  const keyOf = ({ parent, items }: RecordList) => {
    const node = page.nodes[parent] as PageNode;
    const around = page.nodes[node.parent];
    const head = page.nodes[items[0]?.[0] ?? 0];
    if (around === undefined || head === undefined || head.parent !== parent) return `${parent}`;
    return `${around.parent} ${kindOf(around)} ${kindOf(node)} ${kindOf(head)}`;
  };
  const found: RecordList[] = [];
  for (const group of Map.groupBy(lists, keyOf).values()) {
    const [first] = group as [RecordList];
    const whole = group.length === 1 ? null : wholeGroups(page, measures, group);
    if (whole === null) found.push(...group);
    else {
      const score = sum(group.map((list) => list.score)) * gainOf(page, group);
      found.push({ parent: page.nodes[whole.parent]?.parent ?? first.parent, items: whole.items, score });
    }
  }
  return found.sort(byScore);
}

/** All items of groups that are a heading and items each, groups of one item among them; `null` where they say more than that. */
function wholeGroups(
  page: PreparedPage,
  measures: Measures,
  group: readonly RecordList[],
): { readonly parent: number; readonly items: RecordList['items'] } | null {
  const list = page.nodes[group[0]?.parent ?? 0] as PageNode;
  const around = page.nodes[list.parent] as PageNode;
  const head = page.nodes[group[0]?.items[0]?.[0] ?? 0] as PageNode;
  const isLike = (one: PageNode, other: PageNode) =>
    one.tag === other.tag && one.attrs.class === other.attrs.class;
  const kidsOf = (node: PageNode | undefined) => (node?.kids ?? []).map((kid) => page.nodes[kid] as PageNode);
  const groups = kidsOf(page.nodes[around.parent]).filter((node) => isLike(node, around));
  const items = groups.flatMap((node) => {
    const known = group.filter(({ parent }) => page.nodes[parent]?.parent === node.index);
    if (known.length > 0) return known.flatMap((one) => one.items);
    const lone = kidsOf(node)
      .filter((kid) => isLike(kid, list))
      .flatMap(kidsOf);
    return lone.filter((kid) => isLike(kid, head)).map(({ index }) => [index]);
  });
  const whole = sum(groups.map(({ index, end }) => measures.text(index, end)));
  const listed = sum(items.map((item) => measures.text(item[0] as number, endOf(page, item))));
  return groups.every((node) => opensWithHeading(page, node)) && listed >= (1 - mostHeading) * whole
    ? { parent: around.index, items }
    : null;
}

/** Whether the first text in an element is in a heading. */
function opensWithHeading(page: PreparedPage, { index, end }: PageNode): boolean {
  const text = page.nodes
    .slice(index, end)
    .find((node) => node.text !== '' && page.noise.get(node.index) !== 'script');
  for (let node = text; node !== undefined && node.index > index; node = page.nodes[node.parent])
    if (/^(?:h[1-6]|header|summary|caption|legend|dt|time)$/.test(node.tag)) return true;
  return false;
}

/** Lists whose records begin alike in neighbouring elements of one kind are one list, cut by headings. */
function joined(page: PreparedPage, measures: Measures, lists: readonly RecordList[]): RecordList[] {
  const keyOf = ({ parent, items }: RecordList) => {
    const node = page.nodes[parent] as PageNode;
    const text = sum(items.map((item) => measures.text(item[0] as number, endOf(page, item))));
    const size = Math.round(Math.log2(1 + text / items.length) / 2);
    return `${node.parent} ${node.tag} ${node.attrs.class ?? ''} ${page.nodes[items[0]?.[0] ?? 0]?.tag} ${size}`;
  };
  const found: RecordList[] = [];
  for (const group of Map.groupBy(lists, keyOf).values()) {
    const [first] = group as [RecordList];
    if (group.length === 1) found.push(first);
    else {
      const items = [...group.flatMap((list) => list.items), ...loneItems(page, measures, group)].sort(
        (a, b) => (a[0] as number) - (b[0] as number),
      );
      const score = sum(group.map((list) => list.score)) * gainOf(page, group);
      found.push({ parent: page.nodes[first.parent]?.parent ?? first.parent, items, score });
    }
  }
  return found.sort(byScore);
}

/** Items that are alone in an element as those that the others are in: the last row of a grid, a group of one. */
function loneItems(
  page: PreparedPage,
  measures: Measures,
  group: readonly RecordList[],
): readonly (readonly number[])[] {
  const [first] = group as [RecordList];
  const around = page.nodes[first.parent] as PageNode;
  const known = new Set(group.map(({ parent }) => parent));
  const head = page.nodes[first.items[0]?.[0] ?? 0]?.tag;
  const links = measures.links(first.items[0]?.[0] ?? 0, endOf(page, first.items[0] ?? [])) > 0;
  return (page.nodes[around.parent]?.kids ?? []).flatMap((index) => {
    const node = page.nodes[index] as PageNode;
    const isLike = node.tag === around.tag && node.attrs.class === around.attrs.class && !known.has(index);
    const kids = isLike
      ? siblingsIn(page, node, 3).filter(({ end, index: kid }) => measures.text(kid, end) > 0)
      : [];
    const [only] = kids;
    if (only === undefined || kids.length > 1 || only.tag !== head) return [];
    return measures.links(only.index, only.end) > 0 === links ? [[only.index]] : [];
  });
}

/** Share of cells that say several things for a grid to be one of cards, and not a table. */
const leastCards = 0.6;

/** How much more speaks for cards in rows of a grid than for each row alone: they are more, and each is a smaller part of all. */
function gainOf(page: PreparedPage, group: readonly RecordList[]): number {
  const items = group.flatMap((list) => list.items);
  const cards = items.filter((item) => textsIn(page, item).length > 1).length;
  if (cards < leastCards * items.length) return 1;
  const apiece = items.length / group.length;
  return (Math.log2(1 + items.length) / Math.log2(1 + apiece)) * ((1 - 1 / items.length) / (1 - 1 / apiece));
}

/** What a list counts that is in a menu, a column beside the content or a foot. */
const framedWorth = 0.1;

function bestList(page: PreparedPage, measures: Measures, parent: PageNode): RecordList | null {
  const kids = siblingsIn(page, parent, maxKids);
  if (kids.length < 2) return null;
  const rough = tagsOf(measures, kids);
  const close = shapesOf(page, measures, kids);
  const named = groupNames(measures, kids);
  let best: RecordList | null = null;
  const ways = [...segmentations(rough), ...segmentations(close), ...segmentations(named)];
  for (const segments of ways.map((way) => withoutNextHeading(page, kids, way))) {
    const closeness = regularities(close, segments);
    const roughness = regularities(rough, segments);
    const sameness = regularities(named, segments);
    const parts = segments.map(([from, to], at): Part => {
      const nodes = kids.slice(from, to).map(({ index }) => index);
      const head = kids[from] as PageNode;
      const opens =
        heading.test(head.tag) || (!formatting.has(head.tag) && measures.links(head.index, head.end) > 0);
      return {
        nodes,
        opens,
        from: nodes[0] as number,
        to: endOf(page, nodes),
        regularity: ((roughness[at] ?? 0) + Math.max(closeness[at] ?? 0, byName * (sameness[at] ?? 0))) / 2,
      };
    });
    const list = judged(measures, parent.index, parts, wholeness(page, parts));
    if (list && (!best || list.score > best.score)) best = list;
  }
  if (best !== null && isInFrame(page, best.items[0]?.[0] ?? 0))
    return { ...best, score: best.score * framedWorth };
  return best;
}

/** Share of the records that end with a heading up to which it is that of the next group. */
const fewHeadings = 0.5;

/** Records without the heading of a group that follows them: it is none of theirs. */
function withoutNextHeading(page: PreparedPage, kids: readonly PageNode[], segments: Segments): Segments {
  const isHead = (at: number) => isGroupHead(page, kids[at]);
  const ends = segments.filter(([from, to]) => to - from > 1 && isHead(to - 1) && !isHead(from));
  if (ends.length === 0 || ends.length > fewHeadings * segments.length) return segments;
  return segments.map(([from, to]) => (to - from > 1 && isHead(to - 1) ? [from, to - 1] : [from, to]));
}

/** Whether an element is a heading, or a row of nothing but heads. */
function isGroupHead({ nodes }: PreparedPage, node: PageNode | undefined): boolean {
  if (node === undefined || heading.test(node.tag)) return node !== undefined;
  return node.tag === 'tr' && node.kids.every((kid) => /^(?:th|#text)$/.test(nodes[kid]?.tag ?? ''));
}

/** How regular elements are that have the same name and differ in what is inside them. */
const byName = 0.9;

const heading = /^h[1-6]$/;
/** What parts count that are cut in the wrong place, each of them. */
const wrongCut = 0.5;

/**
 * How well parts are cut: a heading belongs to what follows it, and elements of one name are no halves of one record.
 */
function wholeness(page: PreparedPage, parts: readonly Part[]): number {
  const wrong = parts.filter(({ nodes: own }) => {
    const [head, ...rest] = own.map((index) => page.nodes[index] as PageNode);
    if (head === undefined || rest.length === 0) return false;
    if (heading.test(rest.at(-1)?.tag ?? '') && !heading.test(head.tag)) return true;
    const name = groupName(head);
    return name !== '' && rest.some((node) => groupName(node) === name);
  });
  return 1 - (wrongCut * wrong.length) / Math.max(1, parts.length);
}

interface Part {
  readonly nodes: readonly number[];
  readonly from: number;
  readonly to: number;
  readonly regularity: number;
  /** Its first node is a heading or holds a link: most records begin with a title that leads to more. */
  readonly opens: boolean;
}

/** Share of the records with a link from which one without is none. */
const linkedShare = 0.8;

function judged(measures: Measures, parent: number, all: readonly Part[], worth: number): RecordList | null {
  const withLink = all.filter(({ from, to }) => measures.links(from, to) > 0);
  const linked = withLink.length >= all.length * linkedShare;
  const filled = (linked ? withLink : all).filter(({ from, to }) => measures.text(from, to) > 0);
  const parts = trimmed(measures, filled);
  if (parts.length < 2) return null;
  const sizes = parts.map(({ from, to }) => measures.text(from, to));
  const text = sum(sizes);
  const unlinked = text - sum(parts.map(({ from, to }) => measures.linked(from, to)));
  // Records are about as long as each other; one that holds nearly everything is the page and not a record.
  const evenness = 1 - Math.max(...sizes) / text;
  const regularity = sum(parts.map((part) => part.regularity)) / parts.length;
  const opening = parts.filter(({ opens }) => opens).length / parts.length;
  const score =
    worth *
    (0.5 + opening) *
    (text + 2 * unlinked) *
    regularity ** 4 *
    evenness *
    Math.log2(1 + parts.length) *
    (linked ? 1.5 : 1);
  return { parent, items: parts.map(({ nodes }) => nodes), score };
}

/** Share of the parts that stay whatever they are like. */
const keptShare = 0.6;

/** What stands first or last and is not like the rest is a heading, a sum or a pager. */
function trimmed(measures: Measures, parts: readonly Part[]): readonly Part[] {
  if (parts.length < 4) return parts;
  const usual = median(parts.map(({ regularity }) => regularity));
  const plain = median(parts.map((part) => plainShare(measures, part)));
  const odd = (part: Part | undefined) =>
    part !== undefined &&
    (part.regularity <= usual * 0.5 || (plain > 0.3 && plainShare(measures, part) < plain * 0.2));
  let [from, to] = [0, parts.length];
  const least = Math.max(3, parts.length * keptShare);
  while (to - from > least && odd(parts[from])) from++;
  while (to - from > least && odd(parts[to - 1])) to--;
  return parts.slice(from, to);
}

/** Share of the text that is not inside links. */
function plainShare(measures: Measures, { from, to }: Part): number {
  const text = measures.text(from, to);
  return text === 0 ? 0 : 1 - measures.linked(from, to) / text;
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

function endOf(page: PreparedPage, item: readonly number[]): number {
  return page.nodes[item.at(-1) as number]?.end ?? 0;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
