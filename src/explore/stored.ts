import type { DocumentTree, PageContent, SiteStore } from '../model/index.ts';

/** Reads the document of a kept page from the store. */
export async function storedDocument(site: SiteStore, content: PageContent): Promise<DocumentTree | null> {
  const blob = await site.blob(content.blob);
  return blob && (JSON.parse(Buffer.from(blob).toString('utf8')) as DocumentTree);
}
