import type { DocumentTree, ElementNode } from '../model/document.ts';
import { changeBetween } from './change.ts';
import type { VolatileMask } from './mask.ts';
import { placesIn, type TreePlace, treeOfElement } from './rtdm/document.ts';
import { type RtdmEdit, type RtdmTree, rtdmEdits } from './rtdm.ts';
import { isBadge, sameSwitch, sameWording } from './slight/wording.ts';
import { elementAt, elementsOf } from './xpath.ts';

/** A text that a slight change has changed. */
export interface TextChange {
  /** XPath of the element that the text is in, as before the change where it was there. */
  readonly path: string;
  /** Name of the attribute, empty for text. */
  readonly attribute: string;
  /** Empty where the text was not there. */
  readonly before: string;
  /** Empty where the text is gone. */
  readonly after: string;
}

/** Whether two captures differ so little that they are one page, and in which texts. */
export interface SlightVerdict {
  readonly slight: boolean;
  /** Empty where nothing but the state of toggles changed, and where the change is not slight. */
  readonly texts: readonly TextChange[];
}

const notSlight: SlightVerdict = { slight: false, texts: [] };

/** Texts that may change. */
const mostTexts = 2;
/** RTDM cost that is always allowed, and never exceeded. */
const [leastCost, mostCost] = [2, 4];
const mostShare = 0.05;

/**
 * Tells a slight change from another page (valid-pages paper, §2.3; design §5, gate 3): RTDM with text stays
 * under a threshold, and what it found are numbers that went on, signs that came up beside a label, and
 * switches. A changed word makes another page, so neighbouring pages of a list are never one.
 */
export function slightChange(
  before: DocumentTree,
  after: DocumentTree,
  mask: VolatileMask | null = null,
): SlightVerdict {
  const change = changeBetween(before, after, mask);
  if (change === null) return { slight: true, texts: [] };
  const one = elementAt(before, change.path);
  const other = elementAt(after, change.path);
  if (one === null || other === null) return notSlight;
  const below = maskAt(mask, change.path);
  const trees = [treeOfElement(one, 'text', below), treeOfElement(other, 'text', below)] as const;
  const edits = rtdmEdits(...trees, slightLimit(before));
  if (edits === null) return notSlight;
  if (edits.length === 0) return { slight: true, texts: [] };
  const places = [
    placesIn(one, 'text', below, change.path),
    placesIn(other, 'text', below, change.path),
  ] as const;
  return new Judge([before, after], trees, places).verdict(edits);
}

/** The most that RTDM with text may find between a document and a slightly changed one. */
export function slightLimit(document: DocumentTree): number {
  let elements = 0;
  for (const _element of elementsOf(document)) elements++;
  return Math.min(mostCost, Math.max(leastCost, elements * mostShare));
}

function maskAt(mask: VolatileMask | null, path: string): VolatileMask | null {
  let place = mask ?? undefined;
  for (const step of path.split('/').slice(1)) {
    place = place?.next.get(step.startsWith('#') || step.endsWith(']') ? step : `${step}[1]`);
  }
  return place ?? null;
}

type Pair<T> = readonly [before: T, after: T];

/** Attributes that people read; others say where something leads or what it is. */
const readAttributes = new Set(['title', 'alt', 'placeholder', 'label', 'value']);
const signElements = new Set('span b i em strong small sup sub mark bdi svg'.split(' '));
const controlElements = new Set(['button', 'summary', 'label', 'a']);
const controlRoles = /^(?:button|switch|checkbox|radio|tab|option|menuitem\w*|link)$/;
/** Steps from a text to the control that it labels. */
const labelDepth = 3;

class Judge {
  readonly #documents: Pair<DocumentTree>;
  readonly #trees: Pair<RtdmTree>;
  readonly #places: Pair<readonly TreePlace[]>;

  constructor(documents: Pair<DocumentTree>, trees: Pair<RtdmTree>, places: Pair<readonly TreePlace[]>) {
    this.#documents = documents;
    this.#trees = trees;
    this.#places = places;
  }

  verdict(edits: readonly RtdmEdit[]): SlightVerdict {
    const texts: TextChange[] = [];
    for (const edit of edits) {
      const change = this.#change(edit);
      if (change === null) return notSlight;
      if (change.before !== change.after) texts.push(change);
    }
    return texts.length <= mostTexts ? { slight: true, texts } : notSlight;
  }

  #change(edit: RtdmEdit): TextChange | null {
    if (edit.kind === 'insert') return this.#sign(1, edit.other);
    if (edit.kind === 'delete') return this.#sign(0, edit.one);
    return this.#replaced(this.#place(0, edit.one), this.#place(1, edit.other));
  }

  #replaced(before: TreePlace, after: TreePlace): TextChange | null {
    const { part, path } = before;
    if (part !== after.part || !(part === '#text' || readAttributes.has(part))) return null;
    const change = {
      path,
      attribute: part === '#text' ? '' : part,
      before: before.text,
      after: after.text,
    };
    if (sameWording(before.text, after.text)) return change;
    return this.#isSwitch(before, after) ? change : null;
  }

  /** Whether two labels belong to a control that was switched over. */
  #isSwitch(before: TreePlace, after: TreePlace): boolean {
    const mine = this.#control(0, before.path);
    const yours = this.#control(1, after.path);
    if (!mine || !yours) return false;
    const pressed = ['aria-pressed', 'aria-checked'].some(
      (name) => mine.attrs?.[name] !== undefined && mine.attrs[name] !== yours.attrs?.[name],
    );
    return pressed || sameSwitch(before.text, after.text);
  }

  #control(side: 0 | 1, path: string): ElementNode | null {
    const steps = path.split('/');
    for (let up = 0; up < labelDepth && steps.length - up > 1; up++) {
      const node = elementAt(this.#documents[side], steps.slice(0, steps.length - up).join('/'));
      if (node && (controlElements.has(node.tag) || controlRoles.test(node.attrs?.role ?? ''))) return node;
    }
    return null;
  }

  /** A badge or sign that came or went: no words, nothing to use, and nothing that was hidden. */
  #sign(side: 0 | 1, node: number): TextChange | null {
    const { labels, sizes } = this.#trees[side];
    const size = sizes[node] as number;
    const drawn = labels[node] === 'svg';
    let text = '';
    for (let at = node; at < node + size; at++) {
      const label = labels[at] as string;
      if (label.startsWith('"')) text += this.#place(side, at).text;
      else if (label.startsWith('#') || label.startsWith('@')) return null;
      else if (!drawn && !signElements.has(label)) return null;
    }
    if (!isBadge(text)) return null;
    const { path } = this.#place(side, node);
    return side === 0
      ? { path, attribute: '', before: text, after: '' }
      : { path, attribute: '', before: '', after: text };
  }

  #place(side: 0 | 1, node: number): TreePlace {
    return this.#places[side][node] as TreePlace;
  }
}
