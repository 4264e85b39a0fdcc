import type { DocumentTree, ElementNode, TreeNode } from '../model/document.ts';

/**
 * The canonical text of a document: what two captures must share to be one page (design §5, gate 3).
 *
 * It holds structure, text, and the attributes that carry content; not scripts, styles, classes or ids,
 * which change without the page changing. What is not shown is marked, so that a panel that became
 * visible makes another page even though its text was there before. White space is folded, since
 * scripts and servers disagree about it.
 *
 * Runs unchanged inside the page (see drivers/chromium/agent) and in Node: no imports at run time.
 */
export function canonicalText(document: DocumentTree): string {
  const parts: string[] = [];
  canonicalNode(document.root, parts);
  return parts.join('');
}

const canonicalSkipped = new Set(['script', 'style', 'link', 'meta', 'base', 'noscript', 'template', 'head']);

const canonicalAttributes = [
  'href', 'src', 'alt', 'title', 'placeholder', 'label', 'value', 'type', 'name', 'colspan', 'rowspan', 'data', 'poster', 'open', 'checked', 'selected', 'disabled',
];

function canonicalNode(node: TreeNode, parts: string[]): void {
  if (typeof node === 'string') {
    const text = node.replace(/\s+/g, ' ').trim();
    if (text !== '') parts.push(text, '\n');
    return;
  }
  if (canonicalSkipped.has(node.tag)) return;
  parts.push('<', node.tag);
  canonicalState(node, parts);
  parts.push('>');
  for (const kid of node.kids ?? []) canonicalNode(kid, parts);
  if (node.shadow) {
    parts.push('<#shadow>');
    for (const kid of node.shadow.kids) canonicalNode(kid, parts);
    parts.push('</>');
  }
  if (node.frame) {
    parts.push('<#document>');
    canonicalNode(node.frame.root, parts);
    parts.push('</>');
  }
  parts.push('</>');
}

function canonicalState(node: ElementNode, parts: string[]): void {
  if (node.attrs) {
    for (const name of canonicalAttributes) {
      const value = node.attrs[name];
      if (value !== undefined) parts.push(' ', name, '=', value.trim());
    }
  }
  if (node.hidden) parts.push(' #hidden');
  if (node.value !== undefined) parts.push(' #value=', node.value);
  if (node.checked !== undefined) parts.push(' #checked=', String(node.checked));
  if (node.selected !== undefined) parts.push(' #selected=', String(node.selected));
}
