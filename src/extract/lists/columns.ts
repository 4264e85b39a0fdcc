import { isStateToken, looksGenerated } from '../../dom/pattern/stable.ts';
import { pathOf } from '../page/index.ts';
import type { PageNode, PreparedPage, Spot } from '../types.ts';
import type { MainList } from './main.ts';

/** A place within the items of a list, with what stands there. */
export interface Column {
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
export function columnsOf(lists: readonly MainList[]): readonly Column[] {
  const found = new Map<string, Draft>();
  const several = severalIn(lists);
  let total = 0;
  for (const { page, items } of lists)
    for (const [nth, nodes] of items.entries()) {
      total++;
      const times = new Map<string, number>();
      for (const { node, way } of placesIn(page, nodes))
        for (const { attribute, text } of valuesIn(node)) {
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
function severalIn(lists: readonly MainList[]): ReadonlySet<string> {
  const counts = new Map<string, Set<number>>();
  for (const { page, items } of lists)
    for (const nodes of items) {
      const times = new Map<string, number>();
      for (const { node, way } of placesIn(page, nodes))
        for (const { attribute } of valuesIn(node)) {
          const place = attribute === null ? way : `${way}@${attribute}`;
          times.set(place, (times.get(place) ?? 0) + 1);
        }
      for (const [place, count] of times)
        counts.set(place, (counts.get(place) ?? new Set<number>()).add(count));
    }
  return new Set([...counts].filter(([, seen]) => seen.size > 1).map(([place]) => place));
}

function* valuesIn({
  text,
  attrs,
}: PageNode): Generator<{ readonly attribute: string | null; readonly text: string }> {
  if (text !== '') yield { attribute: null, text };
  for (const attribute of dataAttributes) {
    const value = attrs[attribute]?.trim();
    if (value) yield { attribute, text: value };
  }
}

function* placesIn(
  page: PreparedPage,
  nodes: readonly number[],
): Generator<{ readonly node: PageNode; readonly way: string }> {
  const tags = new Map<string, number>();
  for (const top of nodes) {
    // What an item is in may be named for its place or state: `big`, `sold`.
    const { tag } = page.nodes[top] as PageNode;
    const nth = (tags.get(tag) ?? 0) + 1;
    tags.set(tag, nth);
    yield* below(page, top, `${tag}[${nth}]`);
  }
}

function* below(page: PreparedPage, top: number, way: string): Generator<{ node: PageNode; way: string }> {
  const node = page.nodes[top] as PageNode;
  if (page.noise.get(top) === 'script') return;
  yield { node, way };
  for (const kid of node.kids) {
    const inner = page.nodes[kid] as PageNode;
    const name = nameOf(inner);
    const isNamed = name !== inner.tag;
    yield* below(page, kid, isNamed ? `${way}/${name}` : `${way}/${name}[${inner.nth}]`);
  }
}

/** A tag with the name that says what an element is. */
function nameOf({ tag, attrs }: PageNode): string {
  if (tag === '#text') return tag;
  const names = attrs.itemprop === undefined ? (attrs.class ?? '').split(/\s+/) : [attrs.itemprop];
  const name = names.find((each) => each !== '' && !looksGenerated(each) && !isStateToken(each));
  return name === undefined ? tag : `${tag}.${name}`;
}
