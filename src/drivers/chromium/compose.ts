import type { DocumentTree, ElementNode, TreeNode } from '../../model/index.ts';

/** Puts the document of a frame into the one around it; what is not on the way to it stays the same object. */
export function framedDocument(document: DocumentTree, path: string, frame: DocumentTree): DocumentTree {
  const [, ...steps] = path.split('/').slice(1);
  const root = below(document.root, steps, frame);
  return root === document.root ? document : { ...document, root };
}

function below(node: ElementNode, steps: readonly string[], frame: DocumentTree): ElementNode {
  const [step, ...rest] = steps;
  if (step === undefined) return { ...node, frame };
  if (step === '#document') {
    const [, ...inner] = rest;
    if (!node.frame) return node;
    const root = below(node.frame.root, inner, frame);
    return root === node.frame.root ? node : { ...node, frame: { ...node.frame, root } };
  }
  if (step === '#shadow') {
    const [first = '', ...further] = rest;
    const kids = node.shadow && kidsWith(node.shadow.kids, first, further, frame);
    return node.shadow && kids ? { ...node, shadow: { ...node.shadow, kids } } : node;
  }
  const kids = node.kids && kidsWith(node.kids, step, rest, frame);
  return kids ? { ...node, kids } : node;
}

/** The kids with another one at a step; `null` where there is none. */
function kidsWith(
  kids: readonly TreeNode[],
  step: string,
  rest: readonly string[],
  frame: DocumentTree,
): readonly TreeNode[] | null {
  const [, name, index = '1'] = /^([^[]+)(?:\[(\d+)\])?$/.exec(step) ?? [];
  let left = Number(index);
  for (const [at, kid] of kids.entries()) {
    if (typeof kid === 'string' || kid.tag.toUpperCase() !== name || --left > 0) continue;
    const made = below(kid, rest, frame);
    return made === kid ? null : kids.with(at, made);
  }
  return null;
}
