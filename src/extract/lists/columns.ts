import { isStateToken, looksGenerated } from '../../dom/pattern/stable.ts';
import { pathOf, textOfNode } from '../page/index.ts';
import type { PageNode, PreparedPage, Spot } from '../types.ts';
import { textsIn } from './item-texts.ts';
import type { MainList } from './main.ts';

/** A place within the items of a list, with what stands there. */
export interface ListColumn {
  readonly attribute: string | null;
  /** By page, and there by the number of the item. */
  readonly spots: ReadonlyMap<PreparedPage, ReadonlyMap<number, readonly Spot[]>>;
  /** Items that have it. */
  readonly count: number;
}

/** Share of the items that a column must be in, and how many there are at most. */
const [leastShare, mostColumns] = [0.2, 40];

/** Attributes whose values may be data. */
const dataAttributes = ['href', 'src', 'alt', 'title', 'datetime', 'content', 'value'];

interface Draft {
  readonly attribute: string | null;
  readonly spots: Map<PreparedPage, Map<number, Spot[]>>;
  count: number;
}

/**
 * Places within items that enough of them have, by the way from the item: names of classes where there are some, since what
 * stands before a thing may be absent, else places among siblings. One that an item has several times is of several values.
 */
export function listColumns(lists: readonly MainList[]): readonly ListColumn[] {
  const found = new Map<string, Draft>();
  const whole = mixedIn(lists);
  const several = severalIn(lists, whole);
  let total = 0;
  for (const { page, items } of lists)
    for (const [nth, nodes] of items.entries()) {
      total++;
      const times = new Map<string, number>();
      for (const { node, way } of placesIn(page, nodes, whole))
        for (const { attribute, text } of valuesIn(page, node, whole.has(way))) {
          const place = attribute === null ? way : `${way}@${attribute}`;
          const time = times.get(place) ?? 0;
          times.set(place, time + 1);
          const key = several.has(place) || time === 0 ? place : `${place} ${time}`;
          const draft = found.get(key) ?? { attribute, spots: new Map(), count: 0 };
          found.set(key, draft);
          put(draft, page, nth, { path: pathOf(page, node.index, attribute), node: node.index, text });
        }
    }
  return [...found.values()]
    .filter(({ count }) => count >= Math.max(2, leastShare * total))
    .slice(0, mostColumns);
}

function put(draft: Draft, page: PreparedPage, nth: number, spot: Spot): void {
  const own = draft.spots.get(page) ?? new Map<number, Spot[]>();
  draft.spots.set(page, own);
  const before = own.get(nth);
  if (before === undefined) {
    own.set(nth, [spot]);
    draft.count++;
  } else before.push(spot);
}

/** Ways that lead to more places in some items than in others. */
function severalIn(lists: readonly MainList[], whole: ReadonlySet<string>): ReadonlySet<string> {
  const counts = new Map<string, Set<number>>();
  for (const { page, items } of lists)
    for (const nodes of items) {
      const times = new Map<string, number>();
      for (const { node, way } of placesIn(page, nodes, whole))
        for (const { attribute } of valuesIn(page, node, whole.has(way))) {
          const place = attribute === null ? way : `${way}@${attribute}`;
          times.set(place, (times.get(place) ?? 0) + 1);
        }
      for (const [place, count] of times)
        counts.set(place, (counts.get(place) ?? new Set<number>()).add(count));
    }
  return new Set([...counts].filter(([, seen]) => seen.size > 1).map(([place]) => place));
}

function* valuesIn(
  page: PreparedPage,
  { index, text, attrs }: PageNode,
  isWhole: boolean,
): Generator<{ readonly attribute: string | null; readonly text: string }> {
  const shown = isWhole ? textOfNode(page, index) : text;
  if (shown !== '') yield { attribute: null, text: shown };
  for (const attribute of dataAttributes) {
    const value = attrs[attribute]?.trim();
    if (value) yield { attribute, text: value };
  }
}

/** Elements that mark words within a text. */
const marks = /^(?:b|i|em|strong|u|s|mark|font|small|big|sub|sup|span|wbr|tt|code)$/;

/** Ways to elements in which, in some item, a text is cut by marks on its words: what they say is one value. */
function mixedIn(lists: readonly MainList[]): ReadonlySet<string> {
  const found = new Set<string>();
  const none = new Set<string>();
  for (const { page, items } of lists)
    for (const nodes of items)
      for (const { node, way } of placesIn(page, nodes, none)) if (isMixed(page, node)) found.add(way);
  return found;
}

function isMixed({ nodes }: PreparedPage, { kids, index, end }: PageNode): boolean {
  const own = kids.map((kid) => nodes[kid] as PageNode);
  if (!own.some(({ text }) => text !== '') || !own.some(({ tag }) => marks.test(tag))) return false;
  for (let at = index + 1; at < end; at++) {
    const { tag, attrs } = nodes[at] as PageNode;
    // What has a name of its own is a value of its own.
    if (tag !== '#text' && (!marks.test(tag) || attrs.class !== undefined || attrs.itemprop !== undefined))
      return false;
  }
  return true;
}

function* placesIn(
  page: PreparedPage,
  nodes: readonly number[],
  whole: ReadonlySet<string>,
): Generator<{ readonly node: PageNode; readonly way: string }> {
  const tags = new Map<string, number>();
  for (const top of nodes) {
    // What an item is in may be named for its place or state: `big`, `sold`.
    const { tag } = page.nodes[top] as PageNode;
    const nth = (tags.get(tag) ?? 0) + 1;
    tags.set(tag, nth);
    yield* below(page, top, `${tag}[${nth}]`, whole);
  }
}

function* below(
  page: PreparedPage,
  top: number,
  way: string,
  whole: ReadonlySet<string>,
): Generator<{ node: PageNode; way: string }> {
  const node = page.nodes[top] as PageNode;
  if (page.noise.get(top) === 'script') return;
  yield { node, way };
  if (whole.has(way)) return;
  for (const kid of node.kids) {
    const inner = page.nodes[kid] as PageNode;
    const name = nameOf(inner);
    const isNamed = name !== inner.tag;
    yield* below(page, kid, isNamed ? `${way}/${name}` : `${way}/${name}[${inner.nth}]`, whole);
  }
}

/** Share of the text of items that columns must have; where they have less, what items say as a whole is one more. */
const leastTold = 0.75;

/** All that items say, where their columns leave much of it out: lines that nothing is around, cut by marks on words. */
export function wholeColumn(lists: readonly MainList[], columns: readonly ListColumn[]): ListColumn | null {
  const size = (texts: readonly { readonly text: string }[]) =>
    texts.reduce((sum, { text }) => sum + text.length, 0);
  const told = columns
    .filter(({ attribute }) => attribute === null)
    .reduce(
      (sum, { spots }) => sum + size([...spots.values()].flatMap((own) => [...own.values()].flat())),
      0,
    );
  const all = size(lists.flatMap(({ page, items }) => textsIn(page, items.flat())));
  if (told >= leastTold * all) return null;
  const spots = new Map(
    lists.map(({ page, items }) => [
      page,
      new Map(
        items.map((nodes, nth) => [
          nth,
          nodes
            .map((node) => ({ path: pathOf(page, node), node, text: textOfNode(page, node) }))
            .filter(({ text }) => text !== ''),
        ]),
      ),
    ]),
  );
  return { attribute: null, spots, count: lists.reduce((sum, { items }) => sum + items.length, 0) };
}

/** A tag with the name that says what an element is. */
function nameOf({ tag, attrs }: PageNode): string {
  if (tag === '#text') return tag;
  const names = attrs.itemprop === undefined ? (attrs.class ?? '').split(/\s+/) : [attrs.itemprop];
  const name = names.find((each) => each !== '' && !looksGenerated(each) && !isStateToken(each));
  return name === undefined ? tag : `${tag}.${name}`;
}
