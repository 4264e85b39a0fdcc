import type { DocumentTree, ElementNode, TreeNode } from '../../model/document.ts';
import { ReadDocument, ReadElement, ReadText } from './nodes.ts';

/** Elements that no main text is in: left out before the search for it, which takes longer the more there is. */
const useless: ReadonlySet<string> = new Set([
  ...['script', 'style', 'noscript', 'template', 'svg', 'link', 'iframe', 'object', 'embed', 'canvas'],
  ...['select', 'option', 'input', 'textarea', 'audio', 'video', 'map', 'dialog'],
]);

const unseen = /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)\b/i;

/** A document to be read, without what cannot be part of its main text; `null` where it has too many elements. */
export function readableDocument(tree: DocumentTree, mostElements: number): ReadDocument | null {
  let left = mostElements;
  const add = (parent: ReadElement, kids: readonly TreeNode[] = []): void => {
    for (const kid of kids) {
      if (typeof kid === 'string') parent.appendChild(new ReadText(kid));
      else if (!isUseless(kid) && left-- > 0) parent.appendChild(made(kid));
    }
  };
  const made = (element: ElementNode): ReadElement => {
    const own = new ReadElement(element.tag, element.attrs);
    // What stands in a frame or a shadow root is read where it is shown.
    add(own, element.shadow?.kids ?? (element.frame ? [element.frame.root] : []));
    add(own, element.kids);
    return own;
  };
  const root = made(tree.root);
  return left < 0 ? null : new ReadDocument(root, tree.title, tree.base);
}

function isUseless({ tag, attrs, hidden, frame }: ElementNode): boolean {
  if (frame !== undefined) return false;
  if (tag === 'script') return attrs?.type !== 'application/ld+json';
  return useless.has(tag) || hidden === true || unseen.test(attrs?.style ?? '');
}
