import type { DocumentTree, ElementNode, TreeNode } from '../model/document.ts';
import { canonicalPrints, canonicalSkipped } from './canonical.ts';
import { ownPrint, slotOf } from './differences.ts';
import { type VolatileMask, volatileKids, volatilePaths } from './mask.ts';

/** Told of an element of a document: its place (see `Showing`), and the fingerprint of what it shows. */
export type PartVisitor = (path: string, print: string) => void;

/**
 * Visits the elements of a document with their prints: all of them, or only those around and inside the
 * one at a path (where a page differs from another by nothing else).
 */
export function visitParts(
  document: DocumentTree,
  mask: VolatileMask | null,
  visit: PartVisitor,
  only: string | null = null,
): void {
  const { root } = document;
  visitPart(root, `/${root.tag.toUpperCase()}`, volatileKids(mask)(root.tag), visit, only);
}

function visitPart(
  node: ElementNode,
  path: string,
  mask: VolatileMask | null,
  visit: PartVisitor,
  only: string | null,
): void {
  if (only !== null && !touches(path, only)) return;
  const slot = slotOf(path);
  visit(slot, canonicalPrints(node, mask).exact);
  visit(`${slot}/@own`, ownPrint(node, mask));
  if (node.kids) visitKids(node.kids, path, mask, visit, only);
  if (node.shadow)
    visitKids(node.shadow.kids, `${path}/#shadow`, mask?.next.get('#shadow') ?? null, visit, only);
  if (node.frame) {
    const { root } = node.frame;
    const inner = volatileKids(mask?.next.get('#document'))(root.tag);
    visitPart(root, `${path}/#document/${root.tag.toUpperCase()}`, inner, visit, only);
  }
}

function visitKids(
  kids: readonly TreeNode[],
  path: string,
  mask: VolatileMask | null,
  visit: PartVisitor,
  only: string | null,
): void {
  const step = volatilePaths(path);
  const below = volatileKids(mask);
  for (const kid of kids) {
    if (typeof kid === 'string') continue;
    const [kidPath, kidMask] = [step(kid.tag), below(kid.tag)];
    if (!canonicalSkipped.has(kid.tag)) visitPart(kid, kidPath, kidMask, visit, only);
  }
}

/** Whether an element is around or inside another. */
function touches(path: string, other: string): boolean {
  return path === other || path.startsWith(`${other}/`) || other.startsWith(`${path}/`);
}
