import { type VolatileMask, volatileContent, volatileKids, volatileText } from '../../../src/dom/mask.ts';
import { visibleText } from '../../../src/dom/text.ts';
import type { DocumentTree, ElementNode, TreeNode } from '../../../src/model/index.ts';

/** Lines of visible text, what is volatile left out or told by its form. */
export function linesOf(document: DocumentTree, mask: VolatileMask | null): readonly string[] {
  const calm = mask ? { ...document, root: calmed(document.root, rootMask(document, mask)) } : document;
  return visibleText(calm)
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '');
}

/** Lines of a later look that an earlier one did not have. */
export function addedLines(earlier: readonly string[], later: readonly string[]): readonly string[] {
  const known = new Set(earlier);
  return later.filter((line) => !known.has(line));
}

function rootMask(document: DocumentTree, mask: VolatileMask | null | undefined): VolatileMask | null {
  return volatileKids(mask)(document.root.tag);
}

function calmed(node: ElementNode, mask: VolatileMask | null): ElementNode {
  if (!mask) return node;
  if (volatileContent(node, mask)) return { tag: node.tag };
  const { shadow, frame } = node;
  const inFrame = frame && rootMask(frame, mask.next.get('#document'));
  const inShadow = mask.next.get('#shadow');
  return {
    ...node,
    kids: calmedKids(node.kids ?? [], mask),
    ...(shadow && inShadow && { shadow: { ...shadow, kids: calmedKids(shadow.kids, inShadow) } }),
    ...(frame && inFrame && { frame: { ...frame, root: calmed(frame.root, inFrame) } }),
  };
}

function calmedKids(kids: readonly TreeNode[], mask: VolatileMask): readonly TreeNode[] {
  const maskOf = volatileKids(mask);
  return kids.map((kid) =>
    typeof kid === 'string' ? volatileText(kid, '', mask) : calmed(kid, maskOf(kid.tag)),
  );
}
