import { expectLarge } from '../memory/relief.ts';
import type { DocumentTree } from '../model/document.ts';
import { ArgiopeError } from '../model/errors.ts';
import type { Page, PageContent } from '../model/page.ts';
import type { SiteStore } from '../model/store.ts';
import { decodeAs } from './charset.ts';
import { maxNesting, parseDocument, plainDocument } from './tree.ts';

/** The document of a stored page: as it was captured, or made now of the bytes that the server sent. */
export function documentOfBlob(bytes: Uint8Array, content: PageContent): DocumentTree {
  const { charset, contentType, address } = content;
  expectLarge(bytes.length);
  if (charset === undefined) return JSON.parse(decodeAs(bytes, 'utf-8')) as DocumentTree;
  const text = decodeAs(bytes, charset);
  return contentType === 'text/plain'
    ? plainDocument(text, address)
    : parseDocument(text, address, maxNesting);
}

/** Reads the document of a kept page, `null` where the store does not have it. */
export async function readDocument(
  site: Pick<SiteStore, 'blob'>,
  content: PageContent | null,
): Promise<DocumentTree | null> {
  const bytes = content === null || content.blob === '' ? null : await site.blob(content.blob);
  return bytes && content && documentOfBlob(bytes, content);
}

/** Reads the document of a kept page; a store without it is damaged. */
export async function storedDocument(site: Pick<SiteStore, 'blob'>, page: Page): Promise<DocumentTree> {
  const document = await readDocument(site, page.content);
  if (document !== null) return document;
  const name = page.content?.blob || '(none)';
  throw new ArgiopeError(
    'STORE_CORRUPT',
    `Expected the document of page ${page.number} in the store, but blob ${name} is not there.`,
    { advice: 'The store is damaged: restore it from a copy, or crawl again with --fresh.' },
  );
}
