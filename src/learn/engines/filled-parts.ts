import type { DocumentTree, ElementNode } from '../../model/document.ts';
import { nameOf } from '../../page-types/skeleton/names.ts';

/** Elements that count without a name. */
const landmarks: ReadonlySet<string> = new Set(
  'main article section aside nav header footer h1 p'.split(' '),
);
/** Kinds of parts of one page. */
const maxParts = 300;

/**
 * The parts of a page that hold some text, by name. A part that all pages of a type have, and that is empty on
 * the next one, may be waiting for a script.
 */
export function filledParts(document: DocumentTree): ReadonlySet<string> {
  const parts = new Set<string>();
  fill(document.root, parts);
  return parts;
}

function fill(node: ElementNode, parts: Set<string>): boolean {
  if (node.tag === 'head' || node.tag === 'script' || node.tag === 'style' || node.tag === 'template')
    return false;
  let filled = node.tag === 'img';
  for (const kid of node.kids ?? []) {
    const holds = typeof kid === 'string' ? /\S/.test(kid) : fill(kid, parts);
    filled ||= holds;
  }
  if (!filled || parts.size >= maxParts) return filled;
  const { label, named } = nameOf(node);
  if (named || landmarks.has(node.tag)) parts.add(label);
  return true;
}
