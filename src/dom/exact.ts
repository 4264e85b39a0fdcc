import { fingerprint } from '../fingerprint/rabin.ts';
import type { DocumentTree, ElementNode, TreeNode } from '../model/document.ts';
import { canonicalRef, canonicalSkipped, contentAttributes } from './canonical.ts';
import { type VolatileMask, volatileContent, volatileFolded, volatileKids, volatileText } from './mask.ts';

/**
 * The exact half of the prints of `canonical.ts`, for whoever does not ask for the form: the page, which
 * prints whole documents before its code is warm. The same text, and so the same print.
 * Runs unchanged inside the page: names begin with `exact`.
 */
export function exactPrint(node: ElementNode, mask: VolatileMask | null): string {
  const ref = exactRef(node, mask);
  return ref.charCodeAt(0) === 60 ? ref.slice(1) : fingerprint(ref.slice(1, -2));
}

/** Print of what a document shows. */
export function exactDocumentPrint(document: DocumentTree, mask: VolatileMask | null = null): string {
  return exactPrint(document.root, volatileKids(mask)(document.root.tag));
}

/** What stands for elements in which nothing is volatile; nodes are never changed, so it holds for good. */
const exactKept = new WeakMap<ElementNode, string>();

function exactRef(node: ElementNode, mask: VolatileMask | null): string {
  if (mask) return canonicalRef(exactText(node, mask));
  const { kids } = node;
  // A text alone is printed again faster than it is found again.
  if (!kids || (kids.length === 1 && typeof kids[0] === 'string')) return canonicalRef(exactText(node, null));
  let ref = exactKept.get(node);
  if (ref === undefined) {
    ref = canonicalRef(exactText(node, null));
    exactKept.set(node, ref);
  }
  return ref;
}

function exactText(node: ElementNode, mask: VolatileMask | null): string {
  let text = node.tag;
  if (mask && volatileContent(node, mask)) text += '\0…';
  else {
    if (node.attrs) text += exactAttrs(node.attrs, mask);
    if (node.value !== undefined)
      text += `\0#value=${mask ? volatileText(node.value, '#value', mask) : node.value}`;
    if (node.checked !== undefined) text += `\0#checked=${node.checked}`;
    if (node.selected !== undefined) text += `\0#selected=${node.selected}`;
    if (node.kids) text += exactKids(node.kids, mask);
    if (node.shadow) text += `\0#shadow${exactKids(node.shadow.kids, mask?.next.get('#shadow') ?? null)}`;
    if (node.frame) text += exactFrame(node.frame, mask?.next.get('#document') ?? null);
  }
  return node.hidden ? `${text}\0#hidden` : text;
}

function exactFrame({ root }: DocumentTree, mask: VolatileMask | null): string {
  return `\0#document\0${exactRef(root, volatileKids(mask)(root.tag))}`;
}

function exactAttrs(attrs: Readonly<Record<string, string>>, mask: VolatileMask | null): string {
  let parts: string[] | null = null;
  let text = '';
  for (const name in attrs) {
    if (!contentAttributes.has(name)) continue;
    const written = (attrs[name] as string).trim();
    const part = `\0${name}=${mask ? volatileText(written, name, mask) : written}`;
    if (text === '') text = part;
    else if (parts) parts.push(part);
    else parts = [text, part];
  }
  return parts ? parts.sort(exactOrder).join('') : text;
}

/** By name, which ends before the first `=`. */
function exactOrder(one: string, other: string): number {
  return one.slice(0, one.indexOf('=')) < other.slice(0, other.indexOf('=')) ? -1 : 1;
}

function exactKids(kids: readonly TreeNode[], mask: VolatileMask | null): string {
  if (mask?.order) return exactUnordered(kids, mask);
  const step = mask && volatileKids(mask);
  let all = '';
  let text = '';
  for (const kid of kids) {
    // A script may cut one text into several, or put something between that shows nothing.
    if (typeof kid === 'string') text = text === '' ? kid : text + kid;
    else {
      const below = step ? step(kid.tag) : null;
      if (canonicalSkipped.has(kid.tag)) continue;
      if (text !== '') all += exactLine(text, mask);
      text = '';
      all += `\0${exactRef(kid, below)}`;
    }
  }
  return text === '' ? all : all + exactLine(text, mask);
}

function exactLine(text: string, mask: VolatileMask | null): string {
  const line = volatileFolded(mask ? volatileText(text, '', mask) : text);
  return line === '' ? '' : `\0"${line}`;
}

function exactUnordered(kids: readonly TreeNode[], mask: VolatileMask): string {
  const step = volatileKids(mask);
  const parts = kids.map((kid) => {
    if (typeof kid === 'string') return exactLine(kid, mask);
    const below = step(kid.tag);
    return canonicalSkipped.has(kid.tag) ? '' : `\0${exactRef(kid, below)}`;
  });
  return parts.sort().join('');
}
