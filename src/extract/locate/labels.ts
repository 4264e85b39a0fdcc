import type { PageNode, PreparedPage } from '../types.ts';
import { labelKey } from './catalogue.ts';

/** How a label stands to its value. */
export type LabelSide = 'before' | 'after' | 'column' | 'heading' | 'inside';

/** A text that may say what a value is. */
export interface NearText {
  readonly node: number;
  readonly text: string;
  readonly side: LabelSide;
  /** Texts between it and the value, 0 for the neighbour. */
  readonly distance: number;
}

/** Characters of the longest text that is taken for a label. */
const longestLabel = 60;

/** Texts before and after a value that are looked at. */
const reach = { before: 6, after: 2 };

/** What stands beside the nodes of a page: names and locators are both made of it. */
const beside = new WeakMap<PreparedPage, Map<number, readonly NearText[]>>();

/** Texts beside a value that may be its label, the nearest of each side first. */
export function nearTexts(page: PreparedPage, node: number): readonly NearText[] {
  const own = beside.get(page) ?? new Map<number, readonly NearText[]>();
  beside.set(page, own);
  let found = own.get(node);
  if (found === undefined) {
    found = lookAround(page, node);
    own.set(node, found);
  }
  return found;
}

function lookAround(page: PreparedPage, node: number): readonly NearText[] {
  const found: NearText[] = [];
  const start = page.nodes[node] as PageNode;
  collect(page, start.index, -1, reach.before, 'before', found);
  collect(page, start.end - 1, 1, reach.after, 'after', found);
  const column = columnHead(page, start);
  if (column !== null) found.push({ ...column, side: 'column', distance: 0 });
  const heading = headingAbove(page, start.index);
  if (heading !== null && !found.some((other) => other.node === heading.node))
    found.push({ ...heading, side: 'heading', distance: 0 });
  return found;
}

function collect(
  page: PreparedPage,
  from: number,
  direction: 1 | -1,
  most: number,
  side: LabelSide,
  found: NearText[],
): void {
  let distance = 0;
  for (let at = from + direction; distance < most; at += direction) {
    const node = page.nodes[at];
    if (node === undefined || node.tag === 'body') return;
    if (node.tag !== '#text' || page.noise.get(at) === 'script') continue;
    if (isLabelLike(node.text)) found.push({ node: at, text: node.text, side, distance });
    // Marks between values (", ", "|") are no texts of their own.
    if (/[\p{L}\p{N}]/u.test(node.text)) distance++;
  }
}

/** Short enough, and with something to know it by. */
export function isLabelLike(text: string): boolean {
  return text.length <= longestLabel && labelKey(text) !== '';
}

/** The text at the top of a value's column in its table. */
export function columnHead(page: PreparedPage, start: PageNode): { node: number; text: string } | null {
  const cell = ancestor(page, start.index, (tag) => tag === 'td' || tag === 'th');
  const row = cell && ancestor(page, cell.parent, (tag) => tag === 'tr');
  const table = row && ancestor(page, row.parent, (tag) => tag === 'table');
  if (!cell || !row || !table) return null;
  const head = firstRow(page, table);
  if (head === undefined || head.index === row.index) return null;
  const top = head.kids[row.kids.indexOf(cell.index)];
  if (top === undefined || head.kids.length !== row.kids.length) return null;
  return firstText(page, page.nodes[top] as PageNode);
}

function firstRow(page: PreparedPage, { index, end }: PageNode): PageNode | undefined {
  for (let at = index; at < end; at++) if (page.nodes[at]?.tag === 'tr') return page.nodes[at];
  return undefined;
}

function ancestor(page: PreparedPage, from: number, is: (tag: string) => boolean): PageNode | null {
  for (let node = page.nodes[from]; node; node = page.nodes[node.parent]) if (is(node.tag)) return node;
  return null;
}

function firstText(page: PreparedPage, { index, end }: PageNode): { node: number; text: string } | null {
  for (let at = index; at < end; at++) {
    const { tag, text } = page.nodes[at] as PageNode;
    if (tag === '#text' && isLabelLike(text)) return { node: at, text };
  }
  return null;
}

/** Nodes before a place among which its heading is looked for. */
const headingSearch = 400;

/** The nearest heading before a node. */
export function headingAbove(page: PreparedPage, from: number): { node: number; text: string } | null {
  for (let at = from - 1; at >= Math.max(0, from - headingSearch); at--) {
    const node = page.nodes[at] as PageNode;
    if (/^h[1-6]$|^legend$|^caption$/.test(node.tag) && node.end <= from) return firstText(page, node);
  }
  return null;
}
