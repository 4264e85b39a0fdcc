import type { Protocol } from 'devtools-protocol';
import { elementsOf } from '../../../src/dom/xpath.ts';
import type { DocumentTree, ElementNode, FireOrder, ShadowTree, TreeNode } from '../../../src/model/index.ts';

type BrowserNode = Protocol.DOM.Node;

/** A document as a browser shows it, made without anything of Argiope's own in the page. */
export interface ShownPage {
  readonly document: DocumentTree;
  /** Where the browser keeps an element. */
  readonly places: ReadonlyMap<ElementNode, number>;
}

/** Puts a document together from the browser's nodes; texts that have no box (`boxed`) are left out. */
export function shownPage(root: BrowserNode, boxed: ReadonlySet<number>): ShownPage {
  const places = new Map<ElementNode, number>();
  return { document: documentOf(root, { boxed, places }), places };
}

/** Places of the nodes that have a box in some document of a snapshot. */
export function boxedIn({ documents }: Protocol.DOMSnapshot.CaptureSnapshotResponse): ReadonlySet<number> {
  return new Set(
    documents.flatMap(({ nodes, layout }) => layout.nodeIndex.map((at) => nodes.backendNodeId?.[at] ?? 0)),
  );
}

/** The place of the element that an order means: by a unique id of the right kind, else by its path. */
export function placeOf({ document, places }: ShownPage, order: FireOrder): number | null {
  const last = order.xpath.split('/').at(-1)?.replace(/\[.*/, '');
  const all = [...elementsOf(document)];
  const named = order.id === null ? [] : all.filter(({ node }) => node.attrs?.id === order.id);
  const [first] = named.filter(({ node }) => node.tag.toUpperCase() === last);
  const found = first && named.length === 1 ? first : all.find(({ xpath }) => xpath === order.xpath);
  return found ? (places.get(found.node) ?? null) : null;
}

interface Reading {
  readonly boxed: ReadonlySet<number>;
  readonly places: Map<ElementNode, number>;
}

function documentOf(node: BrowserNode, reading: Reading): DocumentTree {
  const url = node.documentURL ?? '';
  const root = node.children?.find(({ nodeType }) => nodeType === 1);
  return {
    url,
    base: node.baseURL ?? url,
    doctype: 'html',
    title: '',
    lang: '',
    root: root ? elementOf(root, reading, false) : { tag: 'html' },
  };
}

function elementOf(node: BrowserNode, reading: Reading, hidden: boolean): ElementNode {
  const attrs = attributesOf(node.attributes ?? []);
  const folded = node.localName === 'details' && attrs.open === undefined;
  const kids = (node.children ?? []).flatMap((kid) => kidOf(kid, reading, folded));
  const shadow = shadowOf(node, reading);
  const made: ElementNode = {
    tag: node.localName,
    attrs,
    kids,
    ...(shadow && { shadow }),
    ...(node.contentDocument && { frame: documentOf(node.contentDocument, reading) }),
    ...(hidden && { hidden: true as const }),
  };
  reading.places.set(made, node.backendNodeId);
  return made;
}

/** In a closed disclosure (`folded`) the summary alone is shown. */
function kidOf(node: BrowserNode, reading: Reading, folded: boolean): TreeNode[] {
  if (node.nodeType === 3) return reading.boxed.has(node.backendNodeId) && !folded ? [node.nodeValue] : [];
  return node.nodeType === 1 ? [elementOf(node, reading, folded && node.localName !== 'summary')] : [];
}

/** Shadows that the browser makes for its own controls are not the page's. */
function shadowOf(node: BrowserNode, reading: Reading): ShadowTree | null {
  const root = node.shadowRoots?.find(({ shadowRootType }) => shadowRootType !== 'user-agent');
  if (!root) return null;
  const mode = root.shadowRootType === 'closed' ? 'closed' : 'open';
  return { mode, kids: (root.children ?? []).flatMap((kid) => kidOf(kid, reading, false)) };
}

function attributesOf(pairs: readonly string[]): Record<string, string> {
  const attrs: Record<string, string> = {};
  for (let at = 0; at + 1 < pairs.length; at += 2) attrs[pairs[at] as string] = pairs[at + 1] as string;
  return attrs;
}
