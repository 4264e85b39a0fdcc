import type { DocumentTree, ElementNode, TreeNode } from '../model/document.ts';
import { shadowedKids } from './mask.ts';
import { visibleText } from './text.ts';

const keeping = new Set(['main', 'article', 'section']);
const leading = new Set(['navigation', 'banner', 'contentinfo', 'complementary', 'search']);

/** Share of a page's text that must be left when what leads elsewhere is taken away. */
const enough = 0.2;

/** The main text of a document as a person would read it: without what leads elsewhere. */
export function mainText(document: DocumentTree): string {
  return visibleText(document, besideMain(document.root));
}

/**
 * The parts of a page that are not its main text: navigation, and header, footer and side parts of the page
 * as a whole. None where hardly anything else would be left, which is so on pages that only lead on.
 *
 * What is beside `main` stays: what an event has opened is often put at the end of the body.
 */
export function besideMain(root: ElementNode): ReadonlySet<ElementNode> {
  const found = new Set<ElementNode>();
  collect(root, false, found);
  const all = textLength(root, new Set());
  return textLength(root, found) >= enough * all ? found : new Set();
}

function collect(node: ElementNode, inside: boolean, found: Set<ElementNode>): void {
  if (isBeside(node, inside)) {
    found.add(node);
    return;
  }
  const within = inside || keeping.has(node.tag) || node.attrs?.role === 'main';
  for (const kid of shadowedKids(node)) if (typeof kid !== 'string') collect(kid, within, found);
}

function isBeside(node: ElementNode, inside: boolean): boolean {
  const role = node.attrs?.role?.trim().toLowerCase() ?? '';
  if (node.tag === 'nav' || role === 'navigation') return true;
  if (inside || node.ns !== undefined) return false;
  if (node.tag === 'header' || role === 'banner') return !has(node, 'h1');
  return node.tag === 'footer' || node.tag === 'aside' || leading.has(role);
}

function has(node: ElementNode, tag: string): boolean {
  return (node.kids ?? []).some((kid) => typeof kid !== 'string' && (kid.tag === tag || has(kid, tag)));
}

const unread = new Set(['script', 'style', 'noscript', 'template', 'head']);

function textLength(node: TreeNode, without: ReadonlySet<ElementNode>): number {
  if (typeof node === 'string') return node.replace(/\s+/g, '').length;
  if (node.hidden || unread.has(node.tag) || without.has(node)) return 0;
  let sum = node.frame ? textLength(node.frame.root, without) : 0;
  for (const kid of node.kids ?? []) sum += textLength(kid, without);
  for (const kid of node.shadow?.kids ?? []) sum += textLength(kid, without);
  return sum;
}
