import { type DefaultTreeAdapterTypes, defaultTreeAdapter, html, parse } from 'parse5';
import type { Reading } from '../dom/reading/reader.ts';
import { readTree } from '../dom/reading/tree.ts';
import { resolvedBase } from '../model/address.ts';
import { remembering } from '../model/bounded-map.ts';
import type { DocumentTree, ElementNode, TreeNode } from '../model/document.ts';
import { ArgiopeError } from '../model/errors.ts';
import { mostElements, tooManyElements } from './bounds.ts';
import { type ScannedTree, scanTree, scanWhole } from './scan/scan.ts';

/** Browsers lay what is nested deeper beside its parent instead; it also keeps recursion over trees safe. */
const maxDepth = 512;

/** Open elements at one place of a page: parsing takes time in proportion to them. */
export const maxNesting = 4_000;

/** Contents that a browser running scripts does not show as part of the document. */
const withoutKids = new Set(['script', 'noscript']);

/** Reads HTML as a browser that runs scripts would, without running any. */
export function parseDocument(text: string, url: string, nesting: number): DocumentTree {
  const scanned = scanTree(text);
  return scanned === null ? parseIntricate(text, url, nesting) : documentOf(scanned, url);
}

/** The same together with what the page says. */
export function readHtml(
  text: string,
  url: string,
  nesting: number,
): { readonly document: DocumentTree; readonly reading: Reading } {
  const scanned = scanWhole(text, url);
  if (scanned !== null) return { document: documentOf(scanned, url), reading: scanned.reading };
  const document = parseIntricate(text, url, nesting);
  return { document, reading: readTree(document) };
}

function documentOf({ root, doctype }: ScannedTree, url: string): DocumentTree {
  return describe(root, doctype === null ? null : doctypeText(doctype), url);
}

/** The same by the standard's parser alone, which any text can be given to: ten times slower. */
export function parseIntricate(text: string, url: string, nesting: number): DocumentTree {
  const source = parse(text, { scriptingEnabled: true, treeAdapter: boundedAdapter(url, nesting) });
  const element = source.childNodes.find((node) => node.nodeName === 'html');
  const root = element ? convert(element as DefaultTreeAdapterTypes.Element) : { tag: 'html' };
  return describe(root, doctypeOf(source), url);
}

/** Shows plain text the way browsers do. */
export function plainDocument(text: string, url: string): DocumentTree {
  const pre: ElementNode = text === '' ? { tag: 'pre' } : { tag: 'pre', kids: [text] };
  return describe({ tag: 'html', kids: [{ tag: 'head' }, { tag: 'body', kids: [pre] }] }, null, url);
}

/** All text inside an element. */
function wholeText(node: ElementNode): string {
  return (node.kids ?? []).map((kid) => (typeof kid === 'string' ? kid : wholeText(kid))).join('');
}

function describe(root: ElementNode, doctype: string | null, url: string): DocumentTree {
  const told: Told = { title: null, base: null };
  listen(root, told);
  return {
    url,
    base: resolvedBase(told.base, url),
    doctype,
    title: told.title ?? '',
    lang: root.attrs?.lang ?? '',
    root,
  };
}

interface Told {
  title: string | null;
  base: string | null;
}

/** What the first title and the first base say, templates left out. */
function listen(node: ElementNode, told: Told): void {
  if (node.tag === 'title' && node.ns === undefined)
    told.title ??= wholeText(node).replace(/\s+/g, ' ').trim();
  else if (node.tag === 'base') told.base ??= node.attrs?.href ?? null;
  if (node.kids === undefined || node.tag === 'template') return;
  for (const kid of node.kids) if (typeof kid !== 'string') listen(kid, told);
}

/** A document type as written in one spelling; there are few, and the parser knows how to read them. */
const doctypeText = remembering(100, (written: string) => doctypeOf(parse(`<!${written}>`)));

function doctypeOf(source: DefaultTreeAdapterTypes.Document): string | null {
  const type = source.childNodes.find((node) => node.nodeName === '#documentType') as
    | DefaultTreeAdapterTypes.DocumentType
    | undefined;
  if (type === undefined) return null;
  const publicId = type.publicId ? ` PUBLIC "${type.publicId}"` : type.systemId ? ' SYSTEM' : '';
  return `${type.name}${publicId}${type.systemId ? ` "${type.systemId}"` : ''}`;
}

/** The parser looks through all open elements again and again: without a bound a page could stall it. */
function boundedAdapter(url: string, nesting: number): typeof defaultTreeAdapter {
  let [open, all] = [0, 0];
  return {
    ...defaultTreeAdapter,
    createElement(...given) {
      if (++all > mostElements) throw tooManyElements(url);
      return defaultTreeAdapter.createElement(...given);
    },
    onItemPush() {
      if (++open > nesting) {
        throw new ArgiopeError('TOO_LARGE', `${url} nests its elements more than ${nesting} deep.`, { url });
      }
    },
    onItemPop() {
      open--;
    },
  };
}

interface Level {
  readonly nodes: readonly DefaultTreeAdapterTypes.ChildNode[];
  /** Where the elements go, and where the text goes: the same place but for what lies too deep. */
  readonly elements: TreeNode[];
  readonly texts: TreeNode[];
  readonly depth: number;
  at: number;
}

/** Walks with a stack of its own, since what came in may be nested deeper than calls can be. */
function convert(root: DefaultTreeAdapterTypes.Element): ElementNode {
  const top: TreeNode[] = [];
  const levels: Level[] = [{ nodes: [root], elements: top, texts: top, depth: 0, at: 0 }];
  for (let level = levels.at(-1); level; level = levels.at(-1)) {
    const node = level.nodes[level.at++];
    if (node === undefined) levels.pop();
    else if (node.nodeName === '#text') level.texts.push((node as DefaultTreeAdapterTypes.TextNode).value);
    else if ('tagName' in node) levels.push(entered(node, level));
  }
  return top[0] as ElementNode;
}

/** Beyond the greatest depth an element keeps its text, and the elements in it follow as siblings. */
function entered(element: DefaultTreeAdapterTypes.Element, { elements, depth }: Level): Level {
  const inner = 'content' in element ? (element as DefaultTreeAdapterTypes.Template).content : element;
  const nodes = isClosed(element) ? [] : inner.childNodes.filter(isKept);
  const deep = depth >= maxDepth;
  const kids: TreeNode[] = [];
  const filled = nodes.some((node) => !deep || node.nodeName === '#text');
  elements.push({
    tag: element.tagName,
    ...namespaceOf(element),
    ...(element.attrs.length > 0 && { attrs: attributesOf(element) }),
    ...(filled && { kids }),
  });
  return { nodes, elements: deep ? elements : kids, texts: kids, depth: depth + 1, at: 0 };
}

/** Scripts are not kept, but for those that hold data about the page. */
function isClosed({ tagName, attrs }: DefaultTreeAdapterTypes.Element): boolean {
  if (!withoutKids.has(tagName)) return false;
  const type = attrs.find(({ name }) => name === 'type')?.value ?? '';
  return tagName !== 'script' || !/^\s*application\/ld\+json\b/i.test(type);
}

function isKept(node: DefaultTreeAdapterTypes.ChildNode): boolean {
  return node.nodeName === '#text' || 'tagName' in node;
}

function namespaceOf({ namespaceURI }: DefaultTreeAdapterTypes.Element): { ns?: 'svg' | 'math' } {
  if (namespaceURI === html.NS.SVG) return { ns: 'svg' };
  return namespaceURI === html.NS.MATHML ? { ns: 'math' } : {};
}

function attributesOf({ attrs }: DefaultTreeAdapterTypes.Element): Record<string, string> {
  return Object.fromEntries(
    attrs.map(({ prefix, name, value }) => [prefix ? `${prefix}:${name}` : name, value]),
  );
}
