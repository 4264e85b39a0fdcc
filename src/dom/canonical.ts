import { fingerprint } from '../fingerprint/rabin.ts';
import type { DocumentTree, ElementNode, TreeNode } from '../model/document.ts';
import { type VolatileMask, volatilePaths, volatileShape, volatileText } from './volatile.ts';

/**
 * The canonical text of a document: what two captures must share to be one page (design §5, gate 3).
 *
 * It holds structure, text, and the attributes that carry content; not scripts, styles, classes or ids,
 * which change without the page changing. What is not shown is marked, so that a panel that became
 * visible makes another page even though its text was there before. White space is folded, since
 * scripts and servers disagree about it.
 *
 * Where a mask is given, volatile spots count by their form.
 *
 * Runs unchanged inside the page (see drivers/chromium/agent) and in Node.
 */
export function canonicalText(document: DocumentTree, mask: VolatileMask | null = null): string {
  const parts: string[] = [];
  const masked = mask !== null && mask.size > 0 ? mask : null;
  canonicalElement(document.root, parts, masked, `/${document.root.tag.toUpperCase()}`);
  return parts.join('');
}

/** Fingerprints of a document: of what it shows, and of its form alone. */
export interface DocumentPrints {
  readonly exact: string;
  readonly form: string;
}

/** Fingerprints a document. */
export function documentPrints(document: DocumentTree, mask: VolatileMask | null = null): DocumentPrints {
  const text = canonicalText(document, mask);
  return { exact: fingerprint(text), form: fingerprint(volatileShape(text)) };
}

const canonicalSkipped = new Set(['script', 'style', 'link', 'meta', 'base', 'noscript', 'template', 'head']);

const canonicalAttributes = [
  'href',
  'src',
  'alt',
  'title',
  'placeholder',
  'label',
  'value',
  'type',
  'name',
  'colspan',
  'rowspan',
  'data',
  'poster',
  'open',
  'checked',
  'selected',
  'disabled',
];

function canonicalKids(
  kids: readonly TreeNode[],
  parts: string[],
  mask: VolatileMask | null,
  path: string,
): void {
  const step = mask && volatilePaths(path);
  for (const kid of kids) {
    if (typeof kid !== 'string') canonicalElement(kid, parts, mask, step ? step(kid.tag) : '');
    else {
      const text = (mask ? volatileText(kid, path, '', mask) : kid).replace(/\s+/g, ' ').trim();
      if (text !== '') parts.push(text, '\n');
    }
  }
}

function canonicalElement(node: ElementNode, parts: string[], mask: VolatileMask | null, path: string): void {
  if (canonicalSkipped.has(node.tag)) return;
  parts.push('<', node.tag);
  canonicalState(node, parts, mask, path);
  parts.push('>');
  if (node.kids) canonicalKids(node.kids, parts, mask, path);
  if (node.shadow) {
    parts.push('<#shadow>');
    canonicalKids(node.shadow.kids, parts, mask, `${path}/#shadow`);
    parts.push('</>');
  }
  if (node.frame) {
    parts.push('<#document>');
    const { root } = node.frame;
    canonicalElement(root, parts, mask, `${path}/#document/${root.tag.toUpperCase()}`);
    parts.push('</>');
  }
  parts.push('</>');
}

function canonicalState(node: ElementNode, parts: string[], mask: VolatileMask | null, path: string): void {
  if (node.attrs) {
    for (const name of canonicalAttributes) {
      const value = node.attrs[name];
      if (value !== undefined)
        parts.push(' ', name, '=', (mask ? volatileText(value, path, name, mask) : value).trim());
    }
  }
  if (node.hidden) parts.push(' #hidden');
  if (node.value !== undefined) parts.push(' #value=', node.value);
  if (node.checked !== undefined) parts.push(' #checked=', String(node.checked));
  if (node.selected !== undefined) parts.push(' #selected=', String(node.selected));
}
