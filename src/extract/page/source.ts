import { parseDocument } from '../../html/tree.ts';
import type { DocumentTree } from '../../model/document.ts';

/** A page to be prepared: its HTML as text, or a document that was captured. */
export type PageSource =
  | { readonly name: string; readonly url: string | null; readonly html: string }
  | { readonly name: string; readonly url: string | null; readonly document: DocumentTree };

/** Bound on open elements while parsing, as for pages of a crawl. */
const maxNesting = 10_000;

/** Address that relative references of a page without one are resolved against. */
const nowhere = 'file:///';

/** The tree of a page, parsed where it came as text. */
export function documentOf(source: PageSource): DocumentTree {
  return 'document' in source
    ? source.document
    : parseDocument(source.html, source.url ?? nowhere, maxNesting);
}
