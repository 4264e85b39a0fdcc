import type { DocumentTree, ElementNode, TreeNode } from '../../model/document.ts';

/** Elements that no main text is in: left out before the search for it, which takes longer the more there is. */
const useless: ReadonlySet<string> = new Set([
  ...['script', 'style', 'noscript', 'template', 'svg', 'link', 'iframe', 'object', 'embed', 'canvas'],
  ...['select', 'option', 'input', 'textarea', 'audio', 'video', 'map', 'dialog'],
]);

const unseen = /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)\b/i;

/** A document without what cannot be part of its main text. */
export function readableTree(document: DocumentTree): Pick<DocumentTree, 'doctype' | 'root'> {
  return { doctype: document.doctype, root: pruned(document.root) };
}

function pruned(element: ElementNode): ElementNode {
  const { tag, attrs, kids } = element;
  const kept = kids?.flatMap((kid): TreeNode | [] =>
    typeof kid === 'string' ? kid : isUseless(kid) ? [] : pruned(kid),
  );
  // What stands in a frame or a shadow root is read where it is shown.
  const inner = element.shadow?.kids ?? (element.frame ? [element.frame.root] : []);
  const shown = inner.flatMap((kid): TreeNode | [] =>
    typeof kid === 'string' ? kid : isUseless(kid) ? [] : pruned(kid),
  );
  return { tag, ...(attrs && { attrs }), kids: [...shown, ...(kept ?? [])] };
}

function isUseless({ tag, attrs, hidden, frame }: ElementNode): boolean {
  if (frame !== undefined) return false;
  if (tag === 'script') return attrs?.type !== 'application/ld+json';
  return useless.has(tag) || hidden === true || unseen.test(attrs?.style ?? '');
}
