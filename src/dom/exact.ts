import { contentPrint, type RabinTables, rabinIsOther, rabinWith } from '../fingerprint/rabin.ts';
import type { DocumentTree, ElementNode, TreeNode } from '../model/document.ts';
import { type VolatileMask, volatileContent, volatileFolded, volatileKids, volatileText } from './mask.ts';

/** Up to so many characters an element stands in the text of the one around it as it is. */
export const canonicalShort = 32;

/** What stands for an element with a canonical text in the text of the one around it. */
export function canonicalRef(text: string): string {
  return text.length > canonicalShort ? `<${contentPrint(text)}` : `(${text}\0)`;
}

/** The print of an element by what stands for it. */
export function printOfRef(ref: string): string {
  return ref.charCodeAt(0) === 60 ? ref.slice(1) : contentPrint(ref.slice(1, -2));
}

/** Elements that show nothing of their own. */
export const canonicalSkipped: ReadonlySet<string> = new Set([
  'script',
  'style',
  'link',
  'meta',
  'base',
  'noscript',
  'template',
  'head',
]);

/** Attributes that carry content. */
export const contentAttributes: ReadonlySet<string> = new Set([
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
]);

/**
 * Prints of what elements show, without their form (`canonical.ts`), for callers that need no form: finding that is
 * half of the work. The same text as there, and so the same print. Runs unchanged inside the page (see
 * drivers/chromium/agent) and in Node.
 */
export function exactPrint(node: ElementNode, mask: VolatileMask | null): string {
  return printOfRef(exactSign(node, mask));
}

/** Print of what a document shows. */
export function exactDocumentPrint(document: DocumentTree, mask: VolatileMask | null = null): string {
  return exactPrint(document.root, volatileKids(mask)(document.root.tag));
}

/** What stands for elements in which nothing is volatile; nodes are never changed, so it holds for good. */
const exactKept = new WeakMap<ElementNode, string>();
/** The same with the polynomial that checks; a process has one. */
const exactChecked = new WeakMap<ElementNode, string>();

let exactTables: RabinTables | null = null;

/** Sets the polynomial that checks. */
export function exactCheckBy(tables: RabinTables): void {
  exactTables = tables;
}

/** Print of what a document shows with the polynomial that checks: equal, both prints are 128 equal bits. */
export function exactCheck(document: DocumentTree, mask: VolatileMask | null): string {
  return exactTables ? rabinWith(exactTables, () => exactDocumentPrint(document, mask)) : '';
}

/**
 * What stands for an element and all that is in it, equal for two that show the same; cheaper than a print
 * where the element is short.
 */
export function exactSign(node: ElementNode, mask: VolatileMask | null): string {
  if (mask) return canonicalRef(exactText(node, mask));
  const { kids } = node;
  // A text alone is printed again faster than it is found again.
  if (!kids || (kids.length === 1 && typeof kids[0] === 'string')) return canonicalRef(exactText(node, null));
  const refs = rabinIsOther() ? exactChecked : exactKept;
  let ref = refs.get(node);
  if (ref === undefined) {
    ref = canonicalRef(exactText(node, null));
    refs.set(node, ref);
  }
  return ref;
}

function exactText(node: ElementNode, mask: VolatileMask | null): string {
  if (mask && volatileContent(node, mask)) return `${node.tag}\0…${node.hidden ? '\0#hidden' : ''}`;
  let text = exactHead(node, mask);
  if (node.kids) text += exactKids(node.kids, mask, exactInside);
  if (node.shadow)
    text += `\0#shadow${exactKids(node.shadow.kids, mask?.next.get('#shadow') ?? null, exactInside)}`;
  if (node.frame) text += exactFrame(node.frame, mask?.next.get('#document') ?? null);
  return node.hidden ? `${text}\0#hidden` : text;
}

/** Name, attributes and state of an element. */
function exactHead(node: ElementNode, mask: VolatileMask | null): string {
  let text = node.tag;
  if (node.attrs) text += exactAttrs(node.attrs, mask);
  if (node.value !== undefined)
    text += `\0#value=${mask ? volatileText(node.value, '#value', mask) : node.value}`;
  if (node.checked !== undefined) text += `\0#checked=${node.checked}`;
  if (node.selected !== undefined) text += `\0#selected=${node.selected}`;
  return text;
}

/**
 * What an element is apart from what its kids are: equal for two elements whose own part and whose list of
 * kids are alike.
 */
export function exactOwn(node: ElementNode, mask: VolatileMask | null): string {
  let text = exactHead(node, mask);
  if (node.kids) text += exactKids(node.kids, mask, exactName);
  if (node.shadow)
    text += `\0#shadow${exactKids(node.shadow.kids, mask?.next.get('#shadow') ?? null, exactName)}`;
  if (node.frame) text += '\0#document';
  return node.hidden ? `${text}\0#hidden` : text;
}

/** What is said of a kid in the text of the element around it. */
type ExactKid = (kid: ElementNode, mask: VolatileMask | null) => string;

const exactInside: ExactKid = (kid, mask) => `\0${exactSign(kid, mask)}`;
const exactName: ExactKid = (kid) => `\0<${kid.tag}`;

function exactFrame({ root }: DocumentTree, mask: VolatileMask | null): string {
  return `\0#document\0${exactSign(root, volatileKids(mask)(root.tag))}`;
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

function exactKids(kids: readonly TreeNode[], mask: VolatileMask | null, say: ExactKid): string {
  if (mask?.order) return exactUnordered(kids, mask, say);
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
      all += say(kid, below);
    }
  }
  return text === '' ? all : all + exactLine(text, mask);
}

function exactLine(text: string, mask: VolatileMask | null): string {
  const line = volatileFolded(mask ? volatileText(text, '', mask) : text);
  return line === '' ? '' : `\0"${line}`;
}

function exactUnordered(kids: readonly TreeNode[], mask: VolatileMask, say: ExactKid): string {
  const step = volatileKids(mask);
  const parts = kids.map((kid) => {
    if (typeof kid === 'string') return exactLine(kid, mask);
    const below = step(kid.tag);
    return canonicalSkipped.has(kid.tag) ? '' : say(kid, below);
  });
  return parts.sort().join('');
}
