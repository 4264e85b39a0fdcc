import { parseDocument } from '../../html/tree.ts';
import type { DocumentTree } from '../../model/document.ts';
import type { PageNode, PreparedPage } from '../types.ts';
import { flatten } from './flatten.ts';
import { markBelow, plainNoise } from './noise.ts';

/** Finds the topmost nodes of a page that are advertisements. */
export type AdvertisementFinder = (page: PreparedPage) => Iterable<number>;

/** Makes a page ready for extraction: its nodes in document order, with marks on what is not data. */
export function preparePage(source: PageSource, advertisements?: AdvertisementFinder): PreparedPage {
  const document = documentOf(source);
  const nodes = flatten(document);
  const noise = plainNoise(document, nodes);
  const page: PreparedPage = { name: source.name, url: source.url, document, nodes, noise };
  for (const found of advertisements?.(page) ?? []) markBelow(noise, nodes, found, 'advertisement');
  return page;
}

/** The node of an index that is known to be one. */
export function nodeOf(page: PreparedPage, index: number): PageNode {
  const node = page.nodes[index];
  if (node === undefined) throw new RangeError(`page ${page.name} has no node ${index}`);
  return node;
}

/** All text below a node, what is not shown left out, with one blank between texts. */
export function textOfNode(page: PreparedPage, index: number): string {
  const texts: string[] = [];
  const { end } = nodeOf(page, index);
  for (let at = index; at < end; at++) {
    const { text } = page.nodes[at] as PageNode;
    if (text !== '' && page.noise.get(at) !== 'script') texts.push(text);
  }
  return texts.join(' ');
}

/** A page to be prepared: its HTML as text, or a document that was captured. */
export type PageSource =
  | { readonly name: string; readonly url: string | null; readonly html: string }
  | { readonly name: string; readonly url: string | null; readonly document: DocumentTree };

/** Bound on open elements while parsing, as for pages of a crawl. */
const maxNesting = 10_000;

/** Address that relative references of a page without one are resolved against. */
const nowhere = 'file:///';

/** The tree of a page, parsed where it came as text. */
function documentOf(source: PageSource): DocumentTree {
  return 'document' in source
    ? source.document
    : parseDocument(source.html, source.url ?? nowhere, maxNesting);
}
