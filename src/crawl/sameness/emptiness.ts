import { visibleText } from '../../dom/text.ts';
import type { DocumentTree, ElementNode } from '../../model/index.ts';

/** Elements that show something without any text. */
const shown = new Set(
  'img canvas svg math video audio iframe frame object embed input textarea select button'.split(' '),
);

/** Whether a document has nothing to look at: no text, no picture, no frame, no control. */
export function isEmptyDocument(document: DocumentTree): boolean {
  return visibleText(document) === '' && !showsSomething(document.root);
}

function showsSomething(node: ElementNode): boolean {
  if (node.hidden) return false;
  if (shown.has(node.tag)) return node.attrs?.type !== 'hidden';
  const kids = [...(node.kids ?? []), ...(node.shadow?.kids ?? [])];
  return kids.some((kid) => typeof kid !== 'string' && showsSomething(kid));
}
