import type { ItemScope } from '../locate/index.ts';
import type { PageNode, PreparedPage } from '../types.ts';
import { type Known, knownOf, placesShowing } from './known.ts';

/** An item of a list that is known from an older record, and where the page shows it now. */
export interface ShownItem {
  readonly page: PreparedPage;
  readonly known: Known;
  /** The node that shows the value by which it is told from the other items. */
  readonly mark: number;
  /** Sibling nodes that it is made of. */
  readonly nodes: ItemScope;
}

interface Marked {
  readonly known: Known;
  readonly mark: number;
}

/**
 * Finds the items of a list again by values that are known of them: the field that tells most of them apart marks
 * where each is, and an item is the largest part of the page that holds its mark and no other, with the siblings
 * that show the rest of its values.
 */
export function shownItems(
  page: PreparedPage,
  items: readonly Known[],
  names: readonly string[],
): readonly ShownItem[] {
  const marked = marksOf(page, items, names);
  if (marked.length < 2) return [];
  const tops = marked.map(({ mark }, at) => topOf(page, mark, [marked[at - 1]?.mark, marked[at + 1]?.mark]));
  const reach = reachOf(page, tops);
  return marked.map(({ known, mark }, at) => ({
    page,
    known,
    mark,
    nodes: nodesOf(
      page,
      tops,
      at,
      reach,
      names.flatMap((name) => nodesShowing(page, knownOf(known, name))),
    ),
  }));
}

function nodesShowing(page: PreparedPage, values: readonly string[]): readonly number[] {
  return placesShowing(page, values).map(({ node }) => node);
}

/** Items with the one place that shows the value of the field by which most of them are told apart. */
function marksOf(page: PreparedPage, items: readonly Known[], names: readonly string[]): readonly Marked[] {
  let best: readonly Marked[] = [];
  for (const name of names) {
    const taken = new Map<number, number>();
    const marked = items.flatMap((known): Marked | [] => {
      const [mark, ...others] = nodesShowing(page, knownOf(known, name));
      if (mark === undefined || others.length > 0) return [];
      taken.set(mark, (taken.get(mark) ?? 0) + 1);
      return { known, mark };
    });
    const own = marked.filter(({ mark }) => taken.get(mark) === 1);
    if (own.length > best.length) best = own;
  }
  return best.toSorted((one, other) => one.mark - other.mark);
}

/** The highest element above a node that holds none of the others. */
function topOf(page: PreparedPage, node: number, others: readonly (number | undefined)[]): number {
  let top = node;
  for (;;) {
    const parent = page.nodes[(page.nodes[top] as PageNode).parent];
    if (
      parent === undefined ||
      others.some((other) => other !== undefined && holds(page, parent.index, other))
    )
      return top;
    top = parent.index;
  }
}

/** Siblings that lie between two items next to each other, where that is least. */
function reachOf(page: PreparedPage, tops: readonly number[]): number {
  const gaps = tops.slice(1).flatMap((top, at) => {
    const before = tops[at] as number;
    return parentOf(page, top) === parentOf(page, before)
      ? placeOf(page, top) - placeOf(page, before) - 1
      : [];
  });
  return gaps.length === 0 ? 0 : Math.max(0, Math.min(...gaps));
}

function nodesOf(
  page: PreparedPage,
  tops: readonly number[],
  at: number,
  reach: number,
  shown: readonly number[],
): ItemScope {
  const top = tops[at] as number;
  const kids = page.nodes[parentOf(page, top)]?.kids ?? [top];
  const place = kids.indexOf(top);
  const isOther = (kid: number) => kid !== top && tops.includes(kid);
  let [from, to] = [place, place];
  const shows = (kid: number) => shown.some((node) => holds(page, kid, node));
  for (let next = place - 1; next >= Math.max(0, place - reach); next--) {
    if (isOther(kids[next] as number)) break;
    if (shows(kids[next] as number)) from = next;
  }
  for (let next = place + 1; next <= Math.min(kids.length - 1, place + reach); next++) {
    if (isOther(kids[next] as number)) break;
    if (shows(kids[next] as number)) to = next;
  }
  return kids.slice(from, to + 1);
}

/** Whether a node is another or lies below it. */
export function holds(page: PreparedPage, outer: number, node: number): boolean {
  return node >= outer && node < (page.nodes[outer]?.end ?? 0);
}

function parentOf(page: PreparedPage, node: number): number {
  return page.nodes[node]?.parent ?? -1;
}

function placeOf(page: PreparedPage, node: number): number {
  return page.nodes[parentOf(page, node)]?.kids.indexOf(node) ?? 0;
}
