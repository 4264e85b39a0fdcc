import type { DocumentTree } from '../model/document.ts';
import { ArgiopeError } from '../model/errors.ts';
import type { Page } from '../model/page.ts';
import type { SiteStore } from '../model/store.ts';

/** Reads the document of a kept page. */
export async function storedDocument(site: SiteStore, page: Page): Promise<DocumentTree> {
  const name = page.content?.blob ?? '';
  const bytes = name === '' ? null : await site.blob(name);
  if (bytes === null) {
    throw new ArgiopeError(
      'STORE_CORRUPT',
      `Expected the document of page ${page.number} in the store, but blob ${name || '(none)'} is not there.`,
      {
        advice: 'The store is damaged: restore it from a copy, or crawl again with --fresh.',
      },
    );
  }
  return JSON.parse(
    Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8'),
  ) as DocumentTree;
}
