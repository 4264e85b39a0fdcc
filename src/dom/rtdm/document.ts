import type { DocumentTree, ElementNode, TreeNode } from '../../model/document.ts';
import { canonicalPrints } from '../canonical.ts';
import { canonicalSkipped } from '../exact.ts';
import {
  type VolatileMask,
  volatileContent,
  volatileFolded,
  volatileKids,
  volatilePaths,
  volatileText,
} from '../mask.ts';
import { shownAttributes } from './content.ts';
import { RtdmBuilder, type RtdmTree } from './tree.ts';

/**
 * `structure`: elements only, which tells kinds of pages apart. `text`: with texts, attributes that carry
 * content, and marks on what is not shown, which tells pages apart; the state of toggles is not in it.
 */
export type TreeForm = 'structure' | 'text';

/** Where a node of a tree comes from. */
export interface TreePlace {
  /** XPath of the element; for a text that of its parent. */
  readonly path: string;
  /** Name of the attribute, `#text` for a text, `''` for the element itself. */
  readonly part: string;
  /** The text or the value as it was captured, folded. */
  readonly text: string;
}

/**
 * The composed tree of a document: shadow roots and frames included. Where a mask is given, volatile spots
 * count by their form.
 */
export function treeOf(document: DocumentTree, form: TreeForm, mask: VolatileMask | null = null): RtdmTree {
  return treeOfElement(document.root, form, volatileKids(mask)(document.root.tag));
}

/** The same of one element; `mask` is the part of the mask that belongs to it. */
export function treeOfElement(node: ElementNode, form: TreeForm, mask: VolatileMask | null): RtdmTree {
  const reader = new TreeReader(form, null);
  reader.element(node, mask, '');
  return reader.tree();
}

/** The places of the nodes of `treeOfElement(node, form, mask)`, in the same order. */
export function placesIn(
  node: ElementNode,
  form: TreeForm,
  mask: VolatileMask | null,
  path: string,
): readonly TreePlace[] {
  const places: TreePlace[] = [];
  new TreeReader(form, places).element(node, mask, path);
  return places;
}

interface Kid {
  readonly node: TreeNode;
  readonly mask: VolatileMask | null;
  readonly path: string;
}

class TreeReader {
  readonly #builder = new RtdmBuilder();
  readonly #text: boolean;
  /** Paths are made only where someone needs them: they cost more than all the rest. */
  readonly #places: TreePlace[] | null;

  constructor(form: TreeForm, places: TreePlace[] | null) {
    this.#text = form === 'text';
    this.#places = places;
  }

  tree(): RtdmTree {
    return this.#builder.tree();
  }

  element(node: ElementNode, mask: VolatileMask | null, path: string): void {
    this.#open(node.tag, path);
    if (!mask || !volatileContent(node, mask)) {
      if (this.#text) this.#attributes(node, mask, path);
      if (node.kids) this.#kids(node.kids, mask, path);
      if (node.shadow) {
        this.#open('#shadow', path);
        this.#kids(node.shadow.kids, mask?.next.get('#shadow') ?? null, `${path}/#shadow`);
        this.#builder.close();
      }
      if (node.frame) {
        this.#open('#document', path);
        this.#frame(node.frame, mask?.next.get('#document') ?? null, `${path}/#document`);
        this.#builder.close();
      }
    }
    if (this.#text && node.hidden) this.#leaf('#hidden', path, '#hidden', '');
    this.#builder.close();
  }

  #frame({ root }: DocumentTree, mask: VolatileMask | null, path: string): void {
    this.element(root, volatileKids(mask)(root.tag), `${path}/${root.tag.toUpperCase()}`);
  }

  #kids(nodes: readonly TreeNode[], mask: VolatileMask | null, path: string): void {
    const kids = joined(this.#located(nodes, mask, path));
    for (const kid of mask?.order ? sorted(kids) : kids) {
      if (typeof kid.node !== 'string') this.element(kid.node, kid.mask, kid.path);
      else if (this.#text) this.#string(kid.node, mask, path);
    }
  }

  #located(nodes: readonly TreeNode[], mask: VolatileMask | null, path: string): Kid[] {
    const below = volatileKids(mask);
    const pathTo = this.#places ? volatilePaths(path) : () => '';
    return nodes.map((node) =>
      typeof node === 'string'
        ? { node, mask: null, path: '' }
        : { node, mask: below(node.tag), path: pathTo(node.tag) },
    );
  }

  #string(text: string, mask: VolatileMask | null, path: string): void {
    const line = volatileFolded(mask ? volatileText(text, '', mask) : text);
    if (line !== '') this.#leaf(`"${line}`, path, '#text', text);
  }

  #attributes(node: ElementNode, mask: VolatileMask | null, path: string): void {
    for (const [name, value] of shownAttributes(node)) {
      const shown = mask ? volatileText(value, name, mask) : value;
      this.#leaf(`@${name}=${shown}`, path, name, value);
    }
  }

  #open(label: string, path: string): void {
    this.#places?.push({ path, part: '', text: '' });
    this.#builder.open(label);
  }

  #leaf(label: string, path: string, part: string, text: string): void {
    this.#places?.push({ path, part, text: this.#places ? volatileFolded(text) : '' });
    this.#builder.leaf(label);
  }
}

/** Kids that show something, texts that stand together as one, as for the fingerprint. */
function joined(kids: readonly Kid[]): Kid[] {
  const found: Kid[] = [];
  for (const kid of kids) {
    if (typeof kid.node !== 'string') {
      if (!canonicalSkipped.has(kid.node.tag)) found.push(kid);
      continue;
    }
    const last = found.at(-1);
    if (last && typeof last.node === 'string')
      found[found.length - 1] = { ...last, node: last.node + kid.node };
    else found.push(kid);
  }
  return found;
}

/** Kids whose order means nothing, in one that does not depend on it, on numbers or on toggles. */
function sorted(kids: readonly Kid[]): Kid[] {
  const keyed = kids.map((kid) => {
    if (typeof kid.node === 'string') return { kid, key: `"${kid.node}` };
    const { exact, form } = canonicalPrints(kid.node, kid.mask);
    return { kid, key: form + exact };
  });
  return keyed.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)).map(({ kid }) => kid);
}
