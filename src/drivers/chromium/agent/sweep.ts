import type { FoundCandidate } from './candidates.ts';
import { mark, markNode, nodeAround } from './marks.ts';
import { shownText, withSlotted } from './slotted.ts';
import { attributeText, elementName, isInDocument, parentOf, rootElement } from './unhidden.ts';
import {
  candidatesByRow,
  forgetSwept,
  isRow,
  keepSwept,
  liveStep,
  rowsKept,
  type SeenRow,
  tokenOf,
} from './virtual-lists.ts';

/** Elements of a box among which rows are looked for: a list that shows only what is in view has few. */
const elementsAtMost = 5_000;
/** Steps in which a list is gone through: a step takes 5 to 20 ms. */
const stepsAtMost = 1_000;
/** How much longer a list may turn out than it seemed; what grows beyond loads more, which is another event. */
const growthAtMost = 3;

/** A list of which not all rows were taken: how many it has, as far as can be told, and how many were. */
export interface CutList {
  readonly rows: number;
  readonly taken: number;
}

/** What sweeping needs of its page. */
export interface Sweeper {
  /** Scrolls to so many pixels from the top, and waits until what comes of it has come. */
  scroll(box: Element, to: number): Promise<void>;
  /** The same without waiting for the browser to tell of it. */
  step(box: Element, to: number): Promise<void>;
  /** Takes the document; gives its candidates. */
  look(): Promise<readonly FoundCandidate[]>;
}

/** A box that may keep only what is in view, with the texts in it before it is scrolled. */
export interface Watched {
  readonly box: Element;
  readonly top: number;
  readonly kids: ReadonlyMap<Element, ReadonlyMap<Element, string>>;
}

/** What scrolls when an element is scrolled: of a page, the element that the browser says. */
export function scrollBoxOf(element: Element): Element {
  const page = element.ownerDocument;
  return element === rootElement(page) ? (page.scrollingElement ?? element) : element;
}

/** Looks at a box that is about to be scrolled; `null` where it shows all that it has. */
export function watchRows(element: Element): Watched | null {
  const box = scrollBoxOf(element);
  if (box.scrollHeight < 1.5 * box.clientHeight) return null;
  const inside = box.getElementsByTagName('*');
  if (inside.length > elementsAtMost || largestHole(box) < box.clientHeight) return null;
  const kids = new Map<Element, ReadonlyMap<Element, string>>();
  for (const each of [box, ...inside]) {
    if (each.childElementCount > 0)
      kids.set(each, new Map(Array.from(each.children, (kid) => [kid, shownText(kid)])));
  }
  return { box, top: box.scrollTop, kids };
}

/** Whether a box that is at its end may have shown something above that is not in the document any more. */
export function mayHaveAbove(box: Element): boolean {
  return box.scrollTop >= box.clientHeight && !plainBoxes.has(box) && watchRows(box) !== null;
}

function kidTexts(parent: Element): string[] {
  return Array.from(parent.children, shownText).filter((text) => text.trim() !== '');
}

const shownMedia = new Set([
  'img',
  'svg',
  'canvas',
  'video',
  'iframe',
  'input',
  'textarea',
  'select',
  'button',
]);

/** Pixels of the largest stretch of a box in which nothing is shown. */
function largestHole(box: Element): number {
  const spans: (readonly [number, number])[] = [];
  const range = box.ownerDocument.createRange();
  const walker = box.ownerDocument.createTreeWalker(box, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const isText = node.nodeType === 3;
    if (isText ? !node.nodeValue?.trim() : !shownMedia.has((node as Element).localName)) continue;
    if (isText) range.selectNodeContents(node);
    const { top, bottom } = (isText ? range : (node as Element)).getBoundingClientRect();
    if (bottom > top) spans.push([top, bottom]);
  }
  spans.sort(([one], [other]) => one - other);
  const start = topOf(box);
  let [reached, hole] = [start, 0];
  for (const [top, bottom] of [...spans, [start + box.scrollHeight, 0] as const]) {
    hole = Math.max(hole, top - reached);
    reached = Math.max(reached, bottom);
  }
  return hole;
}

/** Where in the window the content of a box begins, were it not cut off. */
function topOf(box: Element): number {
  return box === box.ownerDocument.scrollingElement
    ? -box.scrollTop
    : box.getBoundingClientRect().top - box.scrollTop;
}

/** Share of the rows of the longest list of a box that another list beside it has at least. */
const besideShare = 0.5;

/**
 * The elements whose kids went away when their box was scrolled to the end, the one with the most first. Several
 * stand beside each other where lines have numbers, or columns are held fast; what is inside a row is none.
 */
function rowParents({ box, kids }: Watched): readonly Element[] {
  const found: { readonly parent: Element; readonly count: number }[] = [];
  for (const [parent, before] of kids) {
    if (!isInDocument(parent) || !box.contains(parent)) continue;
    const now = new Set(kidTexts(parent));
    const gone = [...before].filter(([, text]) => text.trim() !== '' && !now.has(text));
    // One text that changes where it stands may tell how far the box is scrolled.
    if (gone.length === 0 || (gone.length === 1 && gone[0]?.[0].parentElement === parent)) continue;
    found.push({ parent, count: gone.length });
  }
  found.sort((one, other) => other.count - one.count);
  const chosen: Element[] = [];
  for (const { parent, count } of found) {
    if (count < (found[0]?.count ?? 0) * besideShare) break;
    if (chosen.every((one) => !one.contains(parent) && !parent.contains(one))) chosen.push(parent);
  }
  return chosen;
}

/** Boxes that were scrolled and show all that they have. */
const plainBoxes = new WeakSet<Element>();

/**
 * Goes through a box that was scrolled once more, from its beginning and step by step, if its rows went away on
 * the way. Tells whether all of them were taken; `null` where it is no such list, and stands where it stood.
 */
export async function sweepRows(watched: Watched, sweeper: Sweeper): Promise<CutList | 'whole' | null> {
  const { box, top } = watched;
  const end = box.scrollTop;
  // One that was at its end already has shown nothing else yet.
  if (end === top) await sweeper.scroll(box, 0);
  const lists = rowParents(watched).map((parent) => {
    forgetSwept(parent);
    return new Rows(parent, fixedRows(parent, watched.kids.get(parent)));
  });
  const [first] = lists;
  if (first) {
    await sweeper.scroll(box, 0);
    const left = await goThrough(box, first, lists, sweeper);
    const seen = (box.scrollTop + box.clientHeight) / box.scrollHeight;
    if (first.hasGrown) {
      await sweeper.scroll(box, top);
      for (const rows of lists) keepRows(box, rows, left === 'growth');
      const taken = Math.min(first.list.length, rowsKept);
      return left === 'limit' ? { rows: Math.round(first.list.length / seen), taken } : 'whole';
    }
  }
  plainBoxes.add(box);
  await sweeper.scroll(box, top);
  return null;
}

function keepRows(box: Element, { parent, numbering, list, hasGrown }: Rows, grows: boolean): void {
  if (!hasGrown) return;
  keepSwept({ box, parent, numbering, rows: list.slice(0, rowsKept), grows });
  markNode(parent, mark.own);
}

/** Goes from the beginning of a box towards its end, by the rows of its first list; says why it stopped. */
async function goThrough(
  box: Element,
  first: Rows,
  lists: readonly Rows[],
  sweeper: Sweeper,
): Promise<'end' | 'growth' | 'limit'> {
  const end = box.scrollHeight * growthAtMost;
  const take = async (at: number, anyway: boolean) => {
    const candidates = await sweeper.look();
    const taken = first.take(candidates, at, anyway);
    // Beside the first one, whose rows say where it goes on.
    if (taken) for (const rows of lists) if (rows !== first) rows.take(candidates, at, true);
    return taken;
  };
  await take(0, false);
  for (let step = 0; step < stepsAtMost; step++) {
    if (first.size > rowsKept) return 'limit';
    if (box.scrollTop > end) return 'growth';
    const before = box.scrollTop;
    const half = before + box.clientHeight / 2;
    await sweeper.step(box, Math.max(half, lastRowTop(first.parent) - topOf(box)));
    if (isAtEnd(box) && box.scrollTop <= before) return 'end';
    if (await take(box.scrollTop, false)) continue;
    // Rows are not always where they seem to be: that was too far.
    await sweeper.step(box, half);
    await take(half, true);
  }
  return 'limit';
}

function isAtEnd({ scrollTop, clientHeight, scrollHeight }: Element): boolean {
  return scrollTop + clientHeight >= scrollHeight - 1;
}

/** Texts of rows that stay while others come and go: heads that stick to the top. */
function fixedRows(parent: Element, before: ReadonlyMap<Element, string> | undefined): ReadonlySet<string> {
  return new Set(before?.values()).intersection(new Set(kidTexts(parent)));
}

function lastRowTop(parent: Element): number {
  let last = Number.NEGATIVE_INFINITY;
  for (const kid of parent.children) if (isRow(kid)) last = Math.max(last, kid.getBoundingClientRect().top);
  return last;
}

/** The rows of a list, put together from what was in the document one time after the other. */
class Rows {
  readonly parent: Element;
  readonly #fixed: ReadonlySet<string>;
  readonly #head: SeenRow[] = [];
  readonly #tail: SeenRow[] = [];
  #rows: SeenRow[] = [];
  /** Rows that were in the document at once. */
  #atOnce = 0;
  /** Attribute that numbers rows, once it is known. */
  #numbering: string | null = null;

  constructor(parent: Element, fixed: ReadonlySet<string>) {
    this.parent = parent;
    this.#fixed = fixed;
  }

  get size(): number {
    return this.#rows.length;
  }

  /** Whether there are more rows than were ever in the document at once. */
  get hasGrown(): boolean {
    return this.#rows.length > this.#atOnce;
  }

  get numbering(): string | null {
    return this.#numbering;
  }

  get list(): readonly SeenRow[] {
    return [...this.#head, ...this.#rows, ...this.#tail];
  }

  /** Takes the rows that are in the document, if they follow those before or `anyway`; gives whether it did. */
  take(candidates: readonly FoundCandidate[], at: number, anyway = false): boolean {
    const { parent } = this;
    const elements = [...parent.children];
    const moving = elements.filter((each) => isRow(each) && !this.#fixed.has(shownText(each)));
    if (this.numbering === null) this.#number(numberingOf(moving));
    const byRow = candidatesByRow(livePath(parent), candidates);
    const now: SeenRow[] = [];
    for (const [place, element] of elements.entries()) {
      const node = withSlotted(element);
      if (!node || !isRow(element)) continue;
      const [token, text] = [tokenOf(element, this.numbering), shownText(element)];
      const row = { token, text, node, candidates: byRow.get(liveStep(parent, place)) ?? [], at };
      if (!this.#fixed.has(text)) now.push(row);
      else if (this.#rows.length === 0) (now.length === 0 ? this.#head : this.#tail).push(row);
    }
    this.#atOnce = Math.max(this.#atOnce, now.length);
    const follows = this.#rows.length === 0 || now.some(({ token }) => this.#isNext(token));
    if (follows || anyway)
      this.#rows = this.#numbering === null ? joined(this.#rows, now) : numbered(this.#rows, now);
    return follows || anyway;
  }

  /** Takes rows by their numbers from now on: a single one does not show what numbers it. */
  #number(numbering: string | null): void {
    if (numbering === null) return;
    this.#numbering = numbering;
    this.#rows = this.#rows.map((row) => ({ ...row, token: row.node.attrs?.[numbering] ?? row.token }));
  }

  /** Whether a row is the last that was seen, or numbered as the one after it. */
  #isNext(token: string): boolean {
    const last = this.#rows.at(-1)?.token ?? '';
    return token === last || (this.#numbering !== null && Number(token) === Number(last) + 1);
  }
}

/** The attribute by which rows are numbered one after the other; `null` where there is none. */
function numberingOf(rows: readonly Element[]): string | null {
  const names = rows[0]?.getAttributeNames() ?? [];
  const isNumbering = (name: string) =>
    rows.every(
      (row, at) =>
        Number(attributeText(row, name) || Number.NaN) === Number(rows[0]?.getAttribute(name)) + at,
    );
  return rows.length > 1 ? (names.find(isNumbering) ?? null) : null;
}

function numbered(rows: readonly SeenRow[], now: readonly SeenRow[]): SeenRow[] {
  const all = new Map([...rows, ...now].map((row) => [Number(row.token), row]));
  return [...all].sort(([one], [other]) => one - other).map(([, row]) => row);
}

/** Rows that follow others, of which they repeat the last ones. */
function joined(rows: readonly SeenRow[], now: readonly SeenRow[]): SeenRow[] {
  for (let shared = Math.min(rows.length, now.length); shared > 0; shared--) {
    const from = rows.length - shared;
    if (now.slice(0, shared).every(({ token }, at) => token === rows[from + at]?.token))
      return [...rows.slice(0, from), ...now];
  }
  const known = new Set(rows.map(({ token }) => token));
  return [...rows, ...now.filter(({ token }) => !known.has(token))];
}

/** The path of an element as candidates have it. */
export function livePath(element: Element): string {
  const around = parentOf(element);
  const page = element.ownerDocument;
  const name = elementName(element).toUpperCase();
  if (element === rootElement(page)) {
    const frame = page === document ? null : (nodeAround(page) as Element | null);
    return frame ? `${livePath(frame)}/#document/${name}` : `/${name}`;
  }
  let place = 1;
  for (let before = element.previousElementSibling; before; before = before.previousElementSibling)
    if (elementName(before) === elementName(element)) place++;
  const host = (around as ShadowRoot | null)?.host;
  if (host) return `${livePath(host)}/#shadow/${name}[${place}]`;
  return `${around?.nodeType === 1 ? livePath(around as Element) : ''}/${name}[${place}]`;
}
