import type { ElementNode } from '../../../model/document.ts';

/** Called with an element and a way to its XPath, which is only spelled out where it is wanted. */
export type ElementVisitor = (node: ElementNode, xpath: () => string) => void;

/**
 * Visits the elements of a tree in document order, without what is inside templates. Takes time in
 * proportion to the elements alone, however deep they lie: pages may be made to be slow.
 */
export function visitElements(root: ElementNode, visit: ElementVisitor): void {
  descend(root, () => `/${root.tag.toUpperCase()}`, visit);
}

function descend(node: ElementNode, xpath: () => string, visit: ElementVisitor): void {
  visit(node, xpath);
  if (node.kids === undefined || node.tag === 'template') return;
  const counts = new Map<string, number>();
  for (const kid of node.kids) {
    if (typeof kid === 'string') continue;
    const name = kid.tag.toUpperCase();
    const index = (counts.get(name) ?? 0) + 1;
    counts.set(name, index);
    descend(kid, () => `${xpath()}/${name}[${index}]`, visit);
  }
}
