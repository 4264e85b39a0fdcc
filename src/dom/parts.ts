import type { DocumentTree, ElementNode, TreeNode } from '../model/document.ts';
import { hasKids, ownPrint } from './differences.ts';
import { canonicalSkipped, exactPrint } from './exact.ts';
import { type VolatileMask, volatileKids } from './mask.ts';
import { countKids, placeIn, wholeDocument } from './places.ts';

/** Told of an element of a document: its place (see `Showing`), and the fingerprint of what it shows. */
export type PartVisitor = (place: number, print: string) => void;

/** Visits the elements of a document with their prints. */
export function visitParts(document: DocumentTree, mask: VolatileMask | null, visit: PartVisitor): void {
  visitPart(document.root, wholeDocument, 1, volatileKids(mask)(document.root.tag), visit);
}

function visitPart(
  node: ElementNode,
  parent: number,
  index: number,
  mask: VolatileMask | null,
  visit: PartVisitor,
): void {
  const slot = placeIn(parent, node.tag, 0);
  visit(slot, exactPrint(node, mask));
  // An element without kids is nothing apart from them that its print does not say.
  if (hasKids(node)) visit(placeIn(slot, '@own', 0), ownPrint(node, mask));
  const place = placeIn(parent, node.tag, index);
  if (node.kids) visitKids(node.kids, place, mask, visit);
  if (node.shadow)
    visitKids(node.shadow.kids, placeIn(place, '#shadow', 0), mask?.next.get('#shadow') ?? null, visit);
  if (node.frame) {
    const { root } = node.frame;
    const inner = volatileKids(mask?.next.get('#document'))(root.tag);
    visitPart(root, placeIn(place, '#document', 0), 1, inner, visit);
  }
}

function visitKids(
  kids: readonly TreeNode[],
  place: number,
  mask: VolatileMask | null,
  visit: PartVisitor,
): void {
  const [count, below] = [countKids(), volatileKids(mask)];
  for (const kid of kids) {
    if (typeof kid === 'string') continue;
    const [index, kidMask] = [count(kid.tag), below(kid.tag)];
    if (!canonicalSkipped.has(kid.tag) && !kid.hidden) visitPart(kid, place, index, kidMask, visit);
  }
}
