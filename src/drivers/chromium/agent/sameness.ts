import type { DocumentTree, ElementNode, ShadowTree } from '../../../model/document.ts';
import { hasState } from './states.ts';

/** Whether two captures of a document are one: unchanged parts are the same objects. */
export function sameDocument(one: DocumentTree, other: DocumentTree): boolean {
  return (
    one.root === other.root &&
    one.url === other.url &&
    one.base === other.base &&
    one.doctype === other.doctype &&
    one.title === other.title &&
    one.lang === other.lang &&
    sameItems(one.sheets, other.sheets)
  );
}

/** Whether two captures of an element are one. */
export function sameNode(one: ElementNode, other: ElementNode): boolean {
  return (
    one.hidden === other.hidden &&
    one.ns === other.ns &&
    hasState(one, other) &&
    one.frame === other.frame &&
    sameItems(one.kids, other.kids) &&
    sameShadow(one.shadow, other.shadow) &&
    sameAttributes(one.attrs, other.attrs)
  );
}

function sameShadow(one: ShadowTree | undefined, other: ShadowTree | undefined): boolean {
  if (!one || !other) return one === other;
  return one.mode === other.mode && sameItems(one.kids, other.kids) && sameItems(one.sheets, other.sheets);
}

function sameItems(one: readonly unknown[] | undefined, other: readonly unknown[] | undefined): boolean {
  if (!one || !other) return one === other;
  if (one.length !== other.length) return false;
  for (let at = 0; at < one.length; at++) if (one[at] !== other[at]) return false;
  return true;
}

function sameAttributes(one: ElementNode['attrs'], other: ElementNode['attrs']): boolean {
  if (one === other) return true;
  if (!one || !other) return false;
  const names = Object.keys(one);
  if (names.length !== Object.keys(other).length) return false;
  for (const name of names) if (one[name] !== other[name]) return false;
  return true;
}
