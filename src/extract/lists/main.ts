import { timesOf } from '../../model/counts.ts';
import type { PreparedPage } from '../types.ts';
import { contentText, isOfRecords, ownText, textsIn } from './item-texts.ts';
import { findRecords, type RecordList } from './records.ts';
import { firstClass } from './shapes.ts';

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
    // Several pages show themselves what is their own; of one alone only menus, columns and feet are known not to be.
    const whole = Math.max(1, pages.length > 1 ? ownText(page, [0]) : contentText(page));
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
    .map((lists) => ({ lists, score: scoreOf(lists) }))
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

/** How much speaks for lists of one kind: the best of each page, as columns beside the content may be several of one kind. */
function scoreOf(lists: readonly OnPage[]): number {
  const byPage = Map.groupBy(lists, ({ page }) => page).values();
  return [...byPage].reduce((sum, own) => sum + Math.max(...own.map(({ list }) => list.score)), 0);
}

/** A list of one page. */
interface OnPage {
  readonly page: PreparedPage;
  readonly list: RecordList;
}

/** Whether lists have enough items: three on some page, or pairs of one name on several pages. */
function isLong(lists: readonly OnPage[]): boolean {
  if (lists.some(({ list }) => list.items.length >= leastItems)) return true;
  const isPair = ({ page, list }: OnPage) => {
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

/** Pages from which on a text that each has once is no accident. A text on most of them is one: authors of quotes come again. */
const manyPages = 3;

/**
 * Whether most of the items say the same on all pages, begin with the same or have any label that is once on each of them:
 * those are the parts of pages that are about one thing.
 */
function isShared(lists: readonly OnPage[]): boolean {
  const says = (page: PreparedPage, item: readonly number[]) => [
    textsIn(page, item)
      .map(({ text }) => text)
      .join('\n'),
  ];
  // Numbers, dates and marks are no labels.
  const labels = (page: PreparedPage, item: readonly number[]) =>
    textsIn(page, item).map(({ text }) => (/\p{L}{2}/u.test(text) && !/\d/.test(text) ? text : ''));
  const begins = (page: PreparedPage, item: readonly number[]) => labels(page, item).slice(0, 1);
  const isMany = new Set(lists.map(({ page }) => page)).size >= manyPages;
  return [says, isMany ? labels : begins].some((what) => onAll(lists, what) > 0.5);
}

/**
 * The least share that items with something that is once on each page have on one of them: lists that grow have little on the
 * last, and people who write in a thread write more than once.
 */
function onAll(
  lists: readonly OnPage[],
  what: (page: PreparedPage, item: readonly number[]) => readonly string[],
): number {
  const pages = [...Map.groupBy(lists, ({ page }) => page)].map(([page, own]) =>
    own.flatMap(({ list }) => list.items.map((item) => new Set(what(page, item)))),
  );
  if (pages.length < 2) return 0;
  const counts = pages.map((items) => timesOf(items.flatMap((texts) => [...texts])));
  const isOnAll = (text: string) => text !== '' && counts.every((own) => own.get(text) === 1);
  return Math.min(
    ...pages.map((items) => items.filter((texts) => [...texts].some(isOnAll)).length / items.length),
  );
}
