import { remembering } from '../model/bounded-map.ts';
import type { ElementNode, TreeNode } from '../model/document.ts';
import { rawTextElements, voidElements } from './elements.ts';
import * as tables from './spelling-tables.ts';
import { type ParserPlace, traceless } from './spelling-tables.ts';

/**
 * Makes a tree that HTML text can spell: parsed, its text gives the same boxes in the same order.
 *
 * Scripts build what the parser would tear apart: a link inside a link, a block inside a paragraph. The
 * parser looks for an open element of the same kind, but never past an `applet`: that name is kept in
 * the parsing rules as a border, and is otherwise an unknown element without any meaning or style. So
 * the content of the outer element is put into an `applet` that makes no box (`display: contents`).
 * All of the content, because then order and number of siblings stay as they were, and of all selectors
 * only child combinators across that one border no longer match.
 *
 * What the parser has no place for at all is renamed (`data-argiope-was` tells the old name) or, where
 * it would not be shown anyway, dropped.
 */
export function spellable(root: ElementNode): Spelled {
  const speller = new Speller();
  const body = speller.element(root, 'none', false);
  return { root: body.node as ElementNode, renamed: speller.renamed };
}

/** A tree for the serialiser, and whether elements of it were renamed. */
export interface Spelled {
  readonly root: ElementNode;
  readonly renamed: boolean;
}

/* What an element's content lets the parser see: bits of start tags that would close an open element. */
const LINK = 1;
const BLOCK = 2;
const BUTTON = 4;
const ITEM = 8;
const TERM = 16;
const NOBR = 32;

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

const headings = words('h1 h2 h3 h4 h5 h6');
const closesParagraph = words(
  'address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer header ' +
    'hgroup main menu nav ol p search section summary ul h1 h2 h3 h4 h5 h6 pre listing form table hr xmp plaintext li dd dt',
);
const borders = words('applet marquee object template caption td th html');
const scopes = words('foreignObject desc title mi mo mn ms mtext annotation-xml');
const special = words(
  'article aside blockquote body button center colgroup details dir dl fieldset figcaption figure footer form ' +
    'frameset h1 h2 h3 h4 h5 h6 header hgroup hr li listing main menu nav ol pre search section select summary ' +
    'table tbody tfoot thead tr ul dd dt',
);
const foreignBreakout = words(
  'b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing menu ' +
    'meta nobr ol p pre ruby s small span strong strike sub sup table tt u ul var font',
);
const integration = words('foreignObject desc title mi mo mn ms mtext annotation-xml');
const misplaced = words('html head body frameset frame image');
const preformatted = words('xmp plaintext listing');

interface Part {
  readonly node: TreeNode;
  /** Start tags inside that the parser would see from outside. */
  readonly seen: number;
}

/** The kids of one element, and what the parser would see of them. */
interface Kids {
  readonly kids: readonly TreeNode[];
  readonly seen: number;
}

const none: readonly TreeNode[] = [];
const plainNames = /^[a-z][^\s/>\0<"'=]*$/;

class Speller {
  renamed = false;

  element(node: ElementNode, place: ParserPlace, inForm: boolean): Part {
    if (node.ns !== undefined) return this.#foreign(node, inForm);
    const tag = this.#nameFor(node, place, inForm);
    const named = tag === node.tag ? node : this.#rename(node, tag);
    if (voidElements.has(tag)) return { node: without(named), seen: ownBits(tag) };
    if (tag === 'select' || tag === 'datalist')
      return { node: withKids(named, tables.selectOptions(named)), seen: ownBits(tag) };
    if (textOnly(tag)) return { node: withKids(named, onlyText(named)), seen: ownBits(tag) };
    return this.#container(named, tag, inForm || tag === 'form');
  }

  #container(node: ElementNode, tag: string, inForm: boolean): Part {
    let { kids, seen } = this.#kids(node.kids ?? none, tables.placeInside(tag), inForm);
    if (conflicts(tag, seen, kids)) {
      kids = [{ tag: 'applet', attrs: { style: traceless }, kids }];
      seen = 0;
    }
    return { node: this.#shadow(withKids(node, kids)), seen: passed(tag, seen) | ownBits(tag) };
  }

  #kids(kids: readonly TreeNode[], place: ParserPlace, inForm: boolean): Kids {
    // Most kids are what they were: a list of their own takes more than all else of a small element.
    let nodes: TreeNode[] | null = null;
    let seen = 0;
    for (let at = 0; at < kids.length; at++) {
      const kid = kids[at] as TreeNode;
      const part = this.#kid(kid, place, inForm);
      if (part !== null) seen |= part.seen;
      if (nodes === null && part?.node !== kid) nodes = kids.slice(0, at);
      if (nodes !== null && part !== null) nodes.push(part.node);
    }
    return { kids: nodes ?? kids, seen };
  }

  /** What stands for a kid; `null` where nothing does. */
  #kid(kid: TreeNode, place: ParserPlace, inForm: boolean): Part | null {
    if (typeof kid === 'string') {
      if (tables.takesText(place) || kid.trim() === '') return { node: kid, seen: 0 };
      return tables.isTablePlace(place) ? { node: tables.cellAround(place, kid), seen: 0 } : null;
    }
    if (dropped(kid, place)) return null;
    const boxed = kid.ns !== undefined || !tables.takes(place, kid);
    if (boxed && tables.isTablePlace(place))
      return { node: tables.cellAround(place, this.element(kid, 'flow', inForm).node), seen: 0 };
    return this.element(kid, place, inForm);
  }

  #nameFor(node: ElementNode, place: ParserPlace, inForm: boolean): string {
    const tag = node.tag.toLowerCase();
    if (place === 'none') return tag;
    if (place === 'root') return tag;
    if (!isPlain(tag)) return 'span';
    if (preformatted.has(tag)) return 'pre';
    if (tag === 'image') return 'span';
    if (misplaced.has(tag)) return 'div';
    if (tag === 'form' && inForm) return 'div';
    if (place === 'flow' && tables.isTablePart(tag)) return 'div';
    return tag;
  }

  #rename(node: ElementNode, tag: string): ElementNode {
    this.renamed = true;
    return { ...node, tag, attrs: { ...node.attrs, 'data-argiope-was': node.tag.toLowerCase() } };
  }

  #shadow(node: ElementNode): ElementNode {
    if (!node.shadow) return node;
    const { kids } = this.#kids(node.shadow.kids, 'flow', false);
    return { ...node, shadow: { ...node.shadow, kids } };
  }

  /** SVG and MathML: the parser leaves them at an HTML name that stands where only foreign ones may. */
  #foreign(node: ElementNode, inForm: boolean): Part {
    const inside: ParserPlace = integration.has(node.tag) ? 'flow' : 'foreign';
    const { kids, seen } = this.#kids(node.kids ?? none, inside, inForm);
    return { node: withKids(node, kids), seen: scopes.has(node.tag) ? seen & LINK : seen };
  }
}

/** Names that were looked at: pages have few, and many times each. */
const isPlain = remembering(2000, (tag: string) => plainNames.test(tag));

function dropped(kid: ElementNode, place: ParserPlace): boolean {
  if (kid.ns === undefined)
    return place === 'foreign' || place === 'colgroup' ? !tables.takes(place, kid) : false;
  if (place === 'foreign') return foreignBreakout.has(kid.tag.toLowerCase());
  return kid.tag !== 'svg' && kid.tag !== 'math';
}

function textOnly(tag: string): boolean {
  return tag === 'textarea' || tag === 'title' || rawTextElements.has(tag);
}

function onlyText(node: ElementNode): readonly TreeNode[] {
  return (node.kids ?? []).filter((kid) => typeof kid === 'string');
}

/** The node itself where its kids are what they were. */
function withKids(node: ElementNode, kids: readonly TreeNode[]): ElementNode {
  const old = node.kids;
  if (old === undefined) return kids.length === 0 ? node : { ...node, kids };
  if (old === kids || (old.length === kids.length && kids.every((kid, at) => kid === old[at]))) return node;
  return { ...node, kids };
}

function without(node: ElementNode): ElementNode {
  if (node.kids === undefined) return node;
  const { kids: _kids, ...rest } = node;
  return rest;
}

function ownBits(tag: string): number {
  let bits = closesParagraph.has(tag) ? BLOCK : 0;
  if (tag === 'a') bits |= LINK;
  else if (tag === 'button') bits |= BUTTON;
  else if (tag === 'li') bits |= ITEM;
  else if (tag === 'dd' || tag === 'dt') bits |= TERM;
  else if (tag === 'nobr') bits |= NOBR;
  return bits;
}

function conflicts(tag: string, seen: number, kids: readonly TreeNode[]): boolean {
  switch (tag) {
    case 'a':
      return (seen & LINK) !== 0;
    case 'p':
      return (seen & BLOCK) !== 0;
    case 'button':
      return (seen & BUTTON) !== 0;
    case 'li':
      return (seen & ITEM) !== 0;
    case 'dd':
    case 'dt':
      return (seen & TERM) !== 0;
    case 'nobr':
      return (seen & NOBR) !== 0;
    default:
      return headings.has(tag) && kids.some((kid) => typeof kid !== 'string' && headings.has(kid.tag));
  }
}

function passed(tag: string, seen: number): number {
  if (borders.has(tag)) return 0;
  if (tag === 'table') return seen & LINK;
  if (tag === 'button') return seen & (LINK | BUTTON | NOBR);
  return special.has(tag) ? seen & ~(ITEM | TERM) : seen;
}
