import type { AttributeList } from '../../dom/reading/attributes.ts';
import { mostElements, tooManyElements } from '../bounds.ts';
import type { Rule } from './rules.ts';
import type { MarkupSink } from './sink.ts';

/** Raised where only a parser that builds trees can say what a page is. */
export class Intricate extends Error {
  override readonly name = 'Intricate';
}

/** Thrown again and again: making a new one would cost more than the page. */
const intricate = new Intricate('this page takes a tree');

/** Leaves the page to the parser that builds trees. */
export function giveUp(): never {
  throw intricate;
}

/** Elements that may be open at once here: what is deeper is rare, and looked through again and again. */
const deepest = 200;

/**
 * The open elements of a page (HTML §13.2.4.2), without the elements themselves.
 *
 * Invariant: every formatting element that would have to be opened again is still open, so nothing ever is:
 * where one would be closed by anything but its own end, the page is left to the tree.
 */
export class Outline {
  readonly #sink: MarkupSink;
  readonly rules: Rule[] = [];
  /** Whether the element of that place belongs to a drawing. */
  readonly drawn: boolean[] = [];
  depth = 0;
  #elements = 0;
  /** Paragraphs that are open: mostly none, which spares looking for them. */
  #paragraphs = 0;

  constructor(sink: MarkupSink) {
    this.#sink = sink;
  }

  get top(): Rule {
    return this.rules[this.depth - 1] as Rule;
  }

  get inDrawing(): boolean {
    return this.drawn[this.depth - 1] === true;
  }

  push(rule: Rule, attributes: AttributeList, drawn = false): void {
    if (this.depth >= deepest) giveUp();
    this.rules[this.depth] = rule;
    this.drawn[this.depth] = drawn;
    this.depth++;
    if (rule.tag === 'p') this.#paragraphs++;
    this.#open(rule, attributes, drawn);
  }

  /** An element without content. */
  add(rule: Rule, attributes: AttributeList, drawn = false): void {
    this.#open(rule, attributes, drawn);
    this.#sink.close();
  }

  #open(rule: Rule, attributes: AttributeList, drawn: boolean): void {
    if (++this.#elements > mostElements) throw tooManyElements();
    this.#sink.open(rule.tag, drawn ? 'svg' : undefined, attributes);
  }

  pop(): void {
    this.depth--;
    if ((this.rules[this.depth] as Rule).tag === 'p') this.#paragraphs--;
    this.#sink.close();
  }

  /**
   * Closes everything down to a place, that one included. What bounds formatting (`clears`) takes the
   * formatting elements inside of it along.
   */
  closeTo(place: number, clears = false): void {
    if (!clears) {
      for (let at = place; at < this.depth; at++)
        if ((this.rules[at] as Rule).formatting && this.drawn[at] === false) giveUp();
    }
    while (this.depth > place) this.pop();
  }

  /** Place of the nearest open HTML element of that name in scope, -1 where there is none. */
  inScope(tag: string, bounds: (rule: Rule) => boolean = inGeneral): number {
    for (let at = this.depth - 1; at >= 0; at--) {
      const rule = this.rules[at] as Rule;
      if (rule.tag === tag && this.drawn[at] === false) return at;
      if (bounds(rule)) return -1;
    }
    return -1;
  }

  closeParagraph(): void {
    if (this.#paragraphs === 0) return;
    const place = this.inScope('p', inButtons);
    if (place >= 0) this.closeTo(place);
  }

  hasParagraph(): boolean {
    return this.#paragraphs > 0 && this.inScope('p', inButtons) >= 0;
  }

  /** Place of the formatting element that an end tag means: -1 where there is none, -2 where it is out of reach. */
  formatting(tag: string): number {
    let bounded = false;
    for (let at = this.depth - 1; at >= 0; at--) {
      const rule = this.rules[at] as Rule;
      if (rule.tag === tag && this.drawn[at] === false) return bounded ? -2 : at;
      if (rule.marker && this.drawn[at] === false) return -1;
      bounded ||= rule.scope;
    }
    return -1;
  }

  /** The end of a formatting element (the adoption agency), as far as nothing has to be moved for it. */
  closeFormatting(place: number): void {
    for (let at = place + 1; at < this.depth; at++) {
      const rule = this.rules[at] as Rule;
      if (rule.special || (rule.formatting && this.drawn[at] === false)) giveUp();
    }
    while (this.depth > place) this.pop();
  }

  /** Any other end tag: closes the nearest element of that name, unless a special one lies above it. */
  closeNearest(tag: string): void {
    for (let at = this.depth - 1; at > 0; at--) {
      const rule = this.rules[at] as Rule;
      if (rule.tag === tag && this.drawn[at] === false) {
        this.closeTo(at);
        return;
      }
      if (rule.special) return;
    }
  }

  closeImplied(except: string): void {
    while (this.top.implied && this.top.tag !== except) this.pop();
  }

  /** The item that a new one of these names ends, and closes it. */
  closeItem(one: string, other: string): void {
    for (let at = this.depth - 1; at > 0; at--) {
      const { tag, special } = this.rules[at] as Rule;
      if (this.drawn[at] === false && (tag === one || tag === other)) {
        this.closeTo(at);
        return;
      }
      if (special && !(this.drawn[at] === false && (tag === 'address' || tag === 'div' || tag === 'p')))
        return;
    }
  }
}

const inGeneral = ({ scope }: Rule): boolean => scope;
const inButtons = ({ scope, tag }: Rule): boolean => scope || tag === 'button';

/** The scope of list items. */
export const inLists = ({ scope, tag }: Rule): boolean => scope || tag === 'ol' || tag === 'ul';

/** The scope of tables. */
export const inTables = ({ tag }: Rule): boolean => tag === 'table' || tag === 'html';
