import type { PageNode, PreparedPage } from '../types.ts';
import { findRecords, type RecordList } from './records.ts';
import { isOfRecords, ownText, textsIn } from './sense.ts';

/** The records of one page that are of the list its template is about. */
export interface MainList {
  readonly page: PreparedPage;
  readonly items: readonly (readonly number[])[];
}

/** Lists of each page that are looked at, and items that one page or all of them have at least. */
const [mostLists, leastItems] = [6, 3];
/** Share of a page's own text that its main list has at least, of several pages and of a page alone. */
const [leastShare, leastAlone] = [0.25, 0.15];
/** Share of the pages that must have it. */
const leastPages = 0.5;

/**
 * The list that pages of one template are about: on most of them, of records, with a good part of the text that is their
 * own. What says the same on all pages, or has the same labels on all, is none. `null` where there is no such list.
 */
export function mainListOf(pages: readonly PreparedPage[]): readonly MainList[] | null {
  const least = pages.length > 1 ? leastShare : leastAlone;
  const found = pages.flatMap((page) => {
    const whole = Math.max(1, ownText(page, [0]));
    return findRecords(page)
      .slice(0, mostLists)
      .filter((list) => list.items.length >= 2 && isOfRecords(page, list))
      .filter(({ items }) => ownText(page, items.flat()) >= least * whole)
      .map((list) => ({ page, list, kind: kindOf(page, list) }));
  });
  const kinds = [...Map.groupBy(found, ({ kind }) => kind).values()].filter(
    (lists) =>
      new Set(lists.map(({ page }) => page)).size >= leastPages * pages.length &&
      isLong(lists) &&
      !isShared(lists),
  );
  const [best] = kinds
    .map((lists) => ({ lists, score: lists.reduce((sum, { list }) => sum + list.score, 0) }))
    .sort((one, other) => other.score - one.score);
  if (best === undefined) return null;
  const byPage = Map.groupBy(best.lists, ({ page }) => page);
  return [...byPage].map(([page, lists]) => {
    const [{ list }] = lists.toSorted((one, other) => other.list.score - one.list.score) as [
      (typeof lists)[number],
    ];
    return { page, items: list.items };
  });
}

/** Whether lists have enough items: three on some page, or pairs of one name on several pages. */
function isLong(lists: readonly { readonly page: PreparedPage; readonly list: RecordList }[]): boolean {
  if (lists.some(({ list }) => list.items.length >= leastItems)) return true;
  const isPair = ({ page, list }: (typeof lists)[number]) => {
    const names = list.items.map(([first = 0]) => firstClass(page.nodes[first]));
    return names[0] !== '' && names.every((name) => name === names[0]);
  };
  return lists.length >= leastItems && lists.every(isPair);
}

/** What lists of the same make on several pages have in common: what they are in and what their items begin with. */
function kindOf({ nodes }: PreparedPage, { items }: RecordList): string {
  const first = nodes[items[0]?.[0] ?? 0];
  const node = nodes[first?.parent ?? 0];
  return [nodes[node?.parent ?? 0], node, first].map((each) => `${each?.tag}.${firstClass(each)}`).join('>');
}

function firstClass(node: PageNode | undefined): string {
  return node?.attrs.class?.trim().split(/\s+/)[0] ?? '';
}

/** Whether most of what the items say, or most of what they begin with, is on all pages. */
function isShared(lists: readonly { readonly page: PreparedPage; readonly list: RecordList }[]): boolean {
  const says = (page: PreparedPage, item: readonly number[]) =>
    textsIn(page, item)
      .map(({ text }) => text)
      .join('\n');
  // Numbers, dates and marks that items begin with are no labels.
  const begins = (page: PreparedPage, item: readonly number[]) => {
    const text = textsIn(page, item)[0]?.text ?? '';
    return /\p{L}{2}/u.test(text) && !/\d/.test(text) ? text : `${page.name} ${item[0]}`;
  };
  return [says, begins].some((what) => onAll(lists, what) > 0.5);
}

/**
 * The least share that items which are once on each page have on one of them: lists that grow have little on the last, and
 * people who write in a thread write more than once.
 */
function onAll(
  lists: readonly { readonly page: PreparedPage; readonly list: RecordList }[],
  what: (page: PreparedPage, item: readonly number[]) => string,
): number {
  const pages = [...Map.groupBy(lists, ({ page }) => page)].map(([page, own]) =>
    Map.groupBy(
      own.flatMap(({ list }) => list.items.map((item) => what(page, item))),
      (text) => text,
    ),
  );
  if (pages.length < 2) return 0;
  const isOnAll = (text: string) => pages.every((texts) => texts.get(text)?.length === 1);
  return Math.min(
    ...pages.map((texts) => {
      const all = [...texts.values()].flat();
      return all.filter(isOnAll).length / all.length;
    }),
  );
}
