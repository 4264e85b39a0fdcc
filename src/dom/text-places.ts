import type { DocumentTree, ElementNode, TreeNode } from '../model/document.ts';
import type { PageText } from '../model/search.ts';
import { blockElements } from './elements.ts';
import { insideOf, type ShadowScope } from './slots.ts';
import { unreadElements } from './text.ts';

/** Mark of places beside the main text: navigation, and header, footer and side parts of the page as a whole. */
export const besideMark = '~';

const keeping = new Set(['main', 'article', 'section']);
const besides: Readonly<Record<string, true>> = { header: true, footer: true, aside: true, nav: true };
const leading = new Set(['navigation', 'banner', 'contentinfo', 'complementary', 'search']);

/**
 * What a document shows, as `visibleText` reads it, with the kind of place of each text: the names of the elements
 * that it stands in. The same text at the same kind of place on many pages is a part of their frame.
 */
export function placedText(document: DocumentTree): PageText {
  const reader = new PlaceReader();
  reader.node(document.root, { place: '', inside: false, beside: false });
  return reader.finish();
}

interface Stand {
  readonly place: string;
  /** Within what holds main text. */
  readonly inside: boolean;
  readonly beside: boolean;
}

class PlaceReader {
  readonly #places = new Map<string, number>();
  readonly #lines: (number | string)[][] = [];
  #line: (number | string)[] = [];

  finish(): PageText {
    this.#end();
    return { places: [...this.#places.keys()], lines: this.#lines };
  }

  node(node: TreeNode, stand: Stand, scope: ShadowScope = null): void {
    if (typeof node === 'string') this.#text(node, stand);
    else this.#element(node, stand, scope);
  }

  #element(node: ElementNode, outer: Stand, scope: ShadowScope): void {
    if (node.hidden) return;
    if (node.frame) this.#block(() => this.node((node.frame as DocumentTree).root, outer));
    if (node.ns === undefined && unreadElements.has(node.tag)) return;
    const stand = standIn(node, outer);
    if (node.tag === 'br') this.#end();
    // Cells of a row stand on one line, parted.
    if (node.tag === 'td' || node.tag === 'th') this.#spaced();
    const kids = () => this.#kids(node, stand, scope);
    if (node.ns === undefined && blockElements.has(node.tag)) this.#block(kids);
    else kids();
  }

  #block(inside: () => void): void {
    this.#end();
    inside();
    this.#end();
  }

  #kids(node: ElementNode, stand: Stand, around: ShadowScope): void {
    const { kids, scope } = insideOf(node, around);
    for (const kid of kids) this.node(kid, stand, scope);
  }

  #text(text: string, { place, beside }: Stand): void {
    const folded = text.replace(/\s+/g, ' ');
    const said = folded.trim();
    if (said === '') {
      // A blank between two texts parts their words.
      if (folded !== '' && this.#line.length > 0) this.#spaced();
      return;
    }
    const name = beside ? `${besideMark}${place}` : place;
    const at = this.#places.get(name) ?? this.#places.size;
    this.#places.set(name, at);
    if (folded.startsWith(' ')) this.#spaced();
    this.#line.push(at, folded.endsWith(' ') ? `${said} ` : said);
  }

  #spaced(): void {
    const last = this.#line.at(-1);
    if (typeof last === 'string' && !last.endsWith(' ')) this.#line[this.#line.length - 1] = `${last} `;
  }

  #end(): void {
    // One that has grown has room for sixteen more, and most lines are one text.
    if (this.#line.length > 0) this.#lines.push(this.#line.slice());
    this.#line = [];
  }
}

function standIn(node: ElementNode, { place, inside, beside }: Stand): Stand {
  const { tag, ns } = node;
  const isOuter = tag === 'html' || tag === 'body';
  return {
    place: isOuter ? place : `${place}/${tag}`,
    inside: inside || keeping.has(tag) || node.attrs?.role === 'main',
    beside: beside || isBeside(node, inside, ns !== undefined),
  };
}

function isBeside({ tag, attrs }: ElementNode, inside: boolean, isForeign: boolean): boolean {
  const role = attrs?.role?.trim().toLowerCase() ?? '';
  if (tag === 'nav' || role === 'navigation') return true;
  return !inside && !isForeign && (besides[tag] === true || leading.has(role));
}
