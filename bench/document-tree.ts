import { canonicalSkipped, contentAttributes } from '../src/dom/exact.ts';
import { volatileFolded } from '../src/dom/mask.ts';
import { RtdmBuilder } from '../src/dom/rtdm/tree.ts';
import type { RtdmTree } from '../src/dom/rtdm.ts';
import type { DocumentTree, ElementNode, TreeNode } from '../src/model/document.ts';

/** What people set in a form is not content. */
const toggles = new Set(['checked', 'selected', 'disabled', 'open', 'value']);

/** The composed tree of a document, with texts and what attributes show, as the papers compare pages. */
export function documentTree(document: DocumentTree): RtdmTree {
  const builder = new RtdmBuilder();
  addElement(builder, document.root);
  return builder.tree();
}

function addElement(builder: RtdmBuilder, node: ElementNode): void {
  builder.open(node.tag);
  for (const [name, value] of Object.entries(node.attrs ?? {}).sort(([a], [b]) => (a < b ? -1 : 1)))
    if (contentAttributes.has(name) && !toggles.has(name)) builder.leaf(`@${name}=${value.trim()}`);
  addKids(builder, node.kids ?? []);
  if (node.shadow) {
    builder.open('#shadow');
    addKids(builder, node.shadow.kids);
    builder.close();
  }
  if (node.frame) {
    builder.open('#document');
    addElement(builder, node.frame.root);
    builder.close();
  }
  if (node.hidden) builder.leaf('#hidden');
  builder.close();
}

/** Texts that stand together are one, as for the fingerprint. */
function addKids(builder: RtdmBuilder, kids: readonly TreeNode[]): void {
  let text = '';
  const flush = () => {
    const line = volatileFolded(text);
    if (line !== '') builder.leaf(`"${line}`);
    text = '';
  };
  for (const kid of kids) {
    if (typeof kid === 'string') text += kid;
    else if (!canonicalSkipped.has(kid.tag)) {
      flush();
      addElement(builder, kid);
    }
  }
  flush();
}
