import { SaxesParser, type SaxesTagNS } from 'saxes';
import { isScriptAddress } from '../../dom/addresses.ts';
import type { ElementNode, TreeNode } from '../../model/document.ts';
import { escapeXml } from '../xml.ts';
import { inertNames, isLiveAnimation } from './inert-names.ts';
import { textOfFile } from './media.ts';
import { rewriteSheet } from './sheets.ts';

const spaces: Readonly<Record<string, 'svg' | 'math' | 'html'>> = {
  'http://www.w3.org/2000/svg': 'svg',
  'http://www.w3.org/1998/Math/MathML': 'math',
  'http://www.w3.org/1999/xhtml': 'html',
};

/** Elements inside each other beyond which the rest of a drawing is left out; drawings have some tens. */
const deepest = 400;

const empty = '<svg xmlns="http://www.w3.org/2000/svg"/>';

/**
 * A drawing as it may lie in a mirror, where somebody may open it by itself: read by an XML parser, left with inert
 * names, and written anew, so that neither encoding nor prefixes nor references hide anything. What is not
 * well-formed is no picture in a browser either, and becomes an empty one.
 */
export function inertDrawing(body: Uint8Array, contentType: string): string {
  const root = parsed(textOfFile(body, contentType, xmlEncoding));
  const clean = root && inert(root);
  return clean?.ns === 'svg' && clean.tag === 'svg' ? xml(clean, null) : empty;
}

const xmlEncoding = /^<\?xml[^>]*\bencoding\s*=\s*["']([\w.:-]+)["']/i;

interface Open {
  readonly node: ElementNode;
  readonly kids: TreeNode[];
}

function parsed(text: string): ElementNode | null {
  const parser = new SaxesParser({ xmlns: true, position: false });
  const open: Open[] = [];
  let root: ElementNode | null = null;
  const add = (node: TreeNode): void => void open.at(-1)?.kids.push(node);
  parser.on('doctype', (declared) => Object.assign(parser.ENTITIES, entities(declared)));
  parser.on('text', add);
  parser.on('cdata', add);
  parser.on('opentag', (tag) => {
    const kids: TreeNode[] = [];
    const node = elementOf(tag as SaxesTagNS, kids);
    if (open.length < deepest) add(node);
    root ??= node;
    open.push({ node, kids });
  });
  parser.on('closetag', () => void open.pop());
  try {
    parser.write(text).close();
    return root;
  } catch {
    return null;
  }
}

/** Names that drawing programs give to addresses; nothing that could grow or hold elements. */
function entities(declared: string): Record<string, string> {
  const found: Record<string, string> = {};
  const declarations = declared
    .slice(0, 20_000)
    .matchAll(/<!ENTITY\s+([\w.-]+)\s+(?:"([^"<&%]*)"|'([^'<&%]*)')/g);
  for (const [, name = '', double, single] of declarations)
    found[name] = (double ?? single ?? '').slice(0, 500);
  return found;
}

/** An element of a namespace that no browser draws has a name that is not inert. */
function elementOf({ uri, local, attributes }: SaxesTagNS, kids: readonly TreeNode[]): ElementNode {
  const ns = spaces[uri];
  const attrs: Record<string, string> = {};
  for (const { prefix, local: name, uri: space, value } of Object.values(attributes)) {
    if (space === '') attrs[name] = value;
    else if (space.endsWith('/1999/xlink') && name === 'href') attrs.href ??= value;
    else if (prefix === 'xml') attrs[`xml:${name}`] = value;
  }
  if (ns === undefined) return { tag: 'script' };
  return ns === 'html' ? { tag: local, attrs, kids } : { tag: local, ns, attrs, kids };
}

/** Elements of HTML that are no content of a drawing, or load something. */
const noContent = new Set(
  'style link meta iframe frame object embed video audio source track template form'.split(' '),
);

function inert(read: ElementNode): ElementNode | null {
  const node = inertNames(read);
  if (node === null || isLiveAnimation(node) || (node.ns === undefined && noContent.has(node.tag)))
    return null;
  const attrs: Record<string, string> = {};
  for (const [name, value] of Object.entries(node.attrs ?? {})) {
    const kept = keptValue(node.tag, name, value);
    if (kept !== null) attrs[name] = kept;
  }
  const kids = (node.kids ?? []).flatMap((kid): TreeNode[] => {
    if (typeof kid === 'string') return [node.tag === 'style' ? local(kid) : kid];
    const clean = inert(kid);
    return clean ? [clean] : [];
  });
  return { ...node, attrs, kids };
}

const addresses = new Set('src srcset action formaction data poster background cite xml:base'.split(' '));

/** Places in the drawing itself, pictures in it, and links: a drawing asks for nothing. */
function keptValue(tag: string, name: string, value: string): string | null {
  if (isScriptAddress(value) || name.includes('formaction')) return null;
  if (name === 'href' || addresses.has(name)) {
    if (/^\s*#/.test(value)) return value;
    if (tag === 'a') return /^\s*(?:https?|mailto):/i.test(value) ? value : null;
    return /^(?:image|feImage|img)$/.test(tag) && /^\s*data:image\//i.test(value) ? value : null;
  }
  return /url\(|\\|@import/i.test(value) ? local(value) : value;
}

/** Style without what it would load. */
function local(css: string): string {
  return rewriteSheet(css, 'about:blank', { files: new Map(), assets: '', miss: () => {} });
}

const uris = { svg: 'http://www.w3.org/2000/svg', math: 'http://www.w3.org/1998/Math/MathML' } as const;

function xml(node: ElementNode, around: string | null): string {
  const space = node.ns === undefined ? 'http://www.w3.org/1999/xhtml' : uris[node.ns];
  let out = `<${node.tag}${space === around ? '' : ` xmlns="${space}"`}`;
  for (const name in node.attrs) {
    if (/^[a-z_][\w.-]*$|^xml:(?:lang|space)$/i.test(name))
      out += ` ${name}="${escapeXml(node.attrs[name] as string)}"`;
  }
  if (!node.kids?.length) return `${out}/>`;
  out += '>';
  for (const kid of node.kids ?? []) out += typeof kid === 'string' ? escapeXml(kid) : xml(kid, space);
  return `${out}</${node.tag}>`;
}
