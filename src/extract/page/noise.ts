import type { DocumentTree, ElementNode, TreeNode } from '../../model/document.ts';
import type { Noise, PageNode } from '../types.ts';

/** Elements whose content is no part of what a page says. */
const programs: ReadonlySet<string> = new Set(['script', 'style', 'noscript', 'template']);

const unseen = /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse))\b/i;

/** Marks a node and everything below it; the first mark stays. */
export function markBelow(
  noise: Map<number, Noise>,
  nodes: readonly PageNode[],
  index: number,
  mark: Noise,
): void {
  const end = nodes[index]?.end ?? index;
  for (let at = index; at < end; at++) if (!noise.has(at)) noise.set(at, mark);
}

/** Elements of scripts, and elements that are not shown. */
export function plainNoise(document: DocumentTree, nodes: readonly PageNode[]): Map<number, Noise> {
  const noise = new Map<number, Noise>();
  const hidden = capturedHidden(document);
  for (let at = 0; at < nodes.length; at++) {
    const node = nodes[at] as PageNode;
    if (node.tag === '#text') continue;
    const mark = isProgram(node) ? 'script' : isHidden(node) || hidden.has(at) ? 'hidden' : null;
    if (mark === null) continue;
    markBelow(noise, nodes, at, mark);
    at = node.end - 1;
  }
  return noise;
}

/** A template that browsers make a shadow root of is shown. */
function isProgram({ tag, attrs }: PageNode): boolean {
  return programs.has(tag) && attrs.shadowrootmode === undefined;
}

function isHidden({ tag, attrs }: PageNode): boolean {
  if (attrs.hidden !== undefined) return true;
  if (tag === 'input' && attrs.type?.toLowerCase() === 'hidden') return true;
  return attrs.style !== undefined && unseen.test(attrs.style);
}

/** Indices of the elements that a browser did not show, counted as `flatten` counts them. */
function capturedHidden(document: DocumentTree): ReadonlySet<number> {
  const found = new Set<number>();
  let next = 0;
  const visit = (node: TreeNode): void => {
    if (typeof node === 'string') {
      if (/[^\s\u200b\u2060\ufeff]/.test(node)) next++;
      return;
    }
    if (node.hidden) found.add(next);
    next++;
    node.kids?.forEach(visit);
    if (node.shadow) {
      next++;
      node.shadow.kids.forEach(visit);
    }
    if (node.frame) {
      next++;
      visit(node.frame.root);
    }
  };
  visit(document.root as ElementNode);
  return found;
}
