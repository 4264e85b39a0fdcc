import type { ElementNode, TreeNode } from '../../../model/document.ts';
import type { FoundCandidate } from './candidates.ts';
import type { KeptElements } from './marks.ts';
import { shownText } from './slotted.ts';
import { attributeText, isInDocument } from './unhidden.ts';

/**
 * Lists that keep only the rows in view in the document. Once such a list was swept (sweep.ts), captures
 * show all of its rows in their order, and paths lead to rows by that order, whether they are in the document
 * at the moment or not. It is so until the rows that are in the document are others than those that were seen.
 */

/** Rows that are kept of one list. */
export const rowsKept = 10_000;

/** A row as it was seen. */
export interface SeenRow {
  /** What tells it from other rows: its number where the list writes one on it, else its text and style. */
  readonly token: string;
  readonly text: string;
  readonly node: ElementNode;
  /** Candidates in it, with paths that begin inside the row. */
  readonly candidates: readonly FoundCandidate[];
  /** Where its list was scrolled to. */
  readonly at: number;
}

/** A list of which all rows were seen. */
export interface SweptList {
  /** What scrolls, and what the rows are in. */
  readonly box: Element;
  readonly parent: Element;
  /** Attribute that numbers the rows. */
  readonly numbering: string | null;
  readonly rows: readonly SeenRow[];
  /** It loads more at its end: scrolling it again shows more. */
  readonly grows: boolean;
}

const sweptLists = new Map<Element, SweptList>();
/** The rows of a list as its last capture shows them: rows that an event has changed are as they are now. */
const shownRows = new WeakMap<SweptList, readonly ShownRow[]>();

/** A row of a capture: as it was seen, or in the document, by its place among the kids there. */
type ShownRow = SeenRow | { readonly node: ElementNode; readonly live: number };

/** Has captures show all rows of a list. */
export function keepSwept(list: SweptList): void {
  for (const { parent } of sweptLists.values()) if (!isInDocument(parent)) sweptLists.delete(parent);
  sweptLists.set(list.parent, list);
}

/** Has captures show a list as it is in the document. */
export function forgetSwept(parent: Element): void {
  sweptLists.delete(parent);
}

/** Whether all that scrolling a box brings is shown already. */
export function isSwept(box: Element): boolean {
  for (const list of sweptLists.values())
    if (list.box === box && !list.grows && list.parent.isConnected) return true;
  return false;
}

/** Whether an element holds the rows of a list that was swept. */
export function hasSweptRows(parent: Element): boolean {
  return sweptLists.size > 0 && sweptLists.has(parent);
}

/** The kids of an element with all rows of its list, given those in the document. */
export function withSeenRows(
  parent: Element,
  inside: readonly KeptElements[],
  kids: readonly TreeNode[],
): readonly TreeNode[] {
  const list = sweptLists.get(parent);
  if (!list) return kids;
  const rows = reconciled(list, inside);
  if (rows === null) {
    sweptLists.delete(parent);
    return kids;
  }
  shownRows.set(list, rows);
  return rows.map(({ node }) => node);
}

/** Candidates of all rows, given those of the rows in the document with their paths there. */
export function rowCandidates(
  parent: Element,
  path: string,
  live: readonly FoundCandidate[],
): FoundCandidate[] {
  const list = sweptLists.get(parent);
  const rows = list && shownRows.get(list);
  if (!rows) return [...live];
  const byRow = candidatesByRow(path, live);
  const counts = new Map<string, number>();
  return rows.flatMap((row) => {
    const name = row.node.tag.toUpperCase();
    const place = (counts.get(name) ?? 0) + 1;
    counts.set(name, place);
    const own = 'live' in row ? (byRow.get(liveStep(parent, row.live)) ?? []) : row.candidates;
    return own.map((candidate) => ({ ...candidate, xpath: `${path}/${name}[${place}]${candidate.xpath}` }));
  });
}

/** Candidates by the step that leads to their row, with paths from there on. */
export function candidatesByRow(
  path: string,
  candidates: readonly FoundCandidate[],
): Map<string, FoundCandidate[]> {
  const rows = new Map<string, FoundCandidate[]>();
  for (const candidate of candidates) {
    if (!candidate.xpath.startsWith(`${path}/`)) continue;
    const [step = ''] = /^[^/]+/.exec(candidate.xpath.slice(path.length + 1)) ?? [];
    const inside = { ...candidate, xpath: candidate.xpath.slice(path.length + 1 + step.length) };
    const row = rows.get(step);
    if (row) row.push(inside);
    else rows.set(step, [inside]);
  }
  return rows;
}

/** The step of a path to one of an element's kids. */
export function liveStep(parent: Element, at: number): string {
  const kid = parent.children[at];
  let place = 0;
  for (let index = 0; index <= at; index++) if (parent.children[index]?.localName === kid?.localName) place++;
  return `${kid?.localName.toUpperCase()}[${place}]`;
}

/** The row of a list that a step of a path means, and the element that shows it, if it is in the document. */
export function sweptRow(
  parent: Element,
  step: string,
): { row: SeenRow | null; element: Element | null } | null {
  const list = sweptLists.get(parent);
  const rows = list && shownRows.get(list);
  if (!list || !rows) return null;
  const [, name = '', place = '1'] = /^([^[]+)(?:\[(\d+)\])?$/.exec(step) ?? [];
  const row = rows.filter(({ node }) => node.tag.toUpperCase() === name)[Number(place) - 1];
  if (!row) return { row: null, element: null };
  if ('live' in row) return { row: null, element: parent.children[row.live] ?? null };
  const element = [...parent.children].find((kid) => tokenOf(kid, list.numbering) === row.token) ?? null;
  return { row, element };
}

/** The box to scroll, and where to, for a row to come into the document. */
export function placeOfRow(
  parent: Element,
  step: string,
): { readonly box: Element; readonly at: number } | null {
  const found = sweptRow(parent, step);
  const list = sweptLists.get(parent);
  return list && found?.row && !found.element ? { box: list.box, at: found.row.at } : null;
}

/** What tells a row from others. */
export function tokenOf(row: Element, numbering: string | null): string {
  const number = numbering === null ? null : attributeText(row, numbering);
  return number ?? `${attributeText(row, 'style') ?? ''}|${shownText(row)}`;
}

/** Whether an element is a row, and not the empty space that stands for rows. */
export function isRow(element: Element): boolean {
  return shownText(element).trim() !== '' || element.querySelector('img,svg,canvas,video,input') !== null;
}

/** All rows, those in the document as they are now; `null` where they are not the ones that were seen. */
function reconciled(
  { parent, numbering, rows }: SweptList,
  inside: readonly KeptElements[],
): readonly ShownRow[] | null {
  const places = new Map(rows.map(({ token }, at) => [token, at]));
  const live = [...parent.children].flatMap((element, at) => (isRow(element) ? [{ element, at }] : []));
  const shown: ShownRow[] = [];
  /** Rows that were not seen, since the last one that was. */
  let strangers: ShownRow[] = [];
  let [next, strange, isFirst] = [0, 0, true];
  for (const { element, at } of live) {
    const place = places.get(tokenOf(element, numbering)) ?? -1;
    const row: ShownRow = { node: (inside[at] as KeptElements).node, live: at };
    const known = rows[place]?.text === shownText(element) ? rows[place] : undefined;
    if (!known) strange++;
    if (place < next) {
      strangers.push(row);
      continue;
    }
    // What is in the document follows each other: strangers stand for what was there.
    const kept = isFirst || strangers.length === 0 ? Math.max(next, place - strangers.length) : next;
    shown.push(...rows.slice(next, kept), ...strangers, known ?? row);
    [strangers, next, isFirst] = [[], place + 1, false];
  }
  if (live.length === 0 || strange > live.length / 2) return null;
  return [...shown, ...strangers, ...rows.slice(next + strangers.length)];
}
