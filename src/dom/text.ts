import type { DocumentTree, ElementNode, TreeNode } from '../model/document.ts';
import { blockElements } from './elements.ts';
import { insideOf, type ShadowScope } from './slots.ts';
import { TextLines } from './text-lines.ts';

/** Elements whose text is not read. */
export const unreadElements: ReadonlySet<string> = new Set(
  'head script style noscript template title textarea select datalist video audio canvas object iframe embed map'.split(
    ' ',
  ),
);

/**
 * The text of a document as a person would read it: what is not shown is left out, blocks and line
 * breaks begin a line, cells are parted by tabs, white space is folded, slots show what is put in them.
 * Elements in `without` are left out with all that is in them.
 */
export function visibleText(document: DocumentTree, without: ReadonlySet<ElementNode> = new Set()): string {
  const reader = new TextReader(without);
  reader.element(document.root, null, false);
  return reader.text();
}

class TextReader {
  readonly #lines = new TextLines();
  readonly #without: ReadonlySet<ElementNode>;

  constructor(without: ReadonlySet<ElementNode>) {
    this.#without = without;
  }

  text(): string {
    return this.#lines.text();
  }

  #node(node: TreeNode, scope: ShadowScope, pre: boolean): void {
    if (typeof node === 'string') this.#lines.add(node, pre);
    else this.element(node, scope, pre);
  }

  element(node: ElementNode, scope: ShadowScope, pre: boolean): void {
    if (node.hidden || this.#without.has(node)) return;
    if (node.frame) this.#block(() => this.element((node.frame as DocumentTree).root, null, false));
    if (node.ns === undefined && unreadElements.has(node.tag)) return;
    if (node.tag === 'br') this.#lines.end();
    else if (node.tag === 'td' || node.tag === 'th') {
      this.#lines.cell();
      this.#kids(node, scope, pre);
    } else if (node.ns === undefined && blockElements.has(node.tag)) {
      this.#block(() => this.#kids(node, scope, pre || node.tag === 'pre' || node.tag === 'listing'));
    } else this.#kids(node, scope, pre);
  }

  #block(inside: () => void): void {
    this.#lines.end();
    inside();
    this.#lines.end();
  }

  #kids(node: ElementNode, around: ShadowScope, pre: boolean): void {
    const { kids, scope } = insideOf(node, around);
    for (const kid of kids) this.#node(kid, scope, pre);
  }
}
