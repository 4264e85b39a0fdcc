import { dateMarks, pageDate, withSitemap } from '../../dom/dates.ts';
import type { Capture, PageContent } from '../../model/index.ts';

/** Characters of a title that are kept: it stands in every listing, and a page may give itself one of megabytes. */
const longestTitle = 1000;

function cutTitle(title: string): string {
  return title.length > longestTitle ? `${title.slice(0, longestTitle).toWellFormed()}…` : title;
}

/** What is kept of a capture beside its document; `lastmod` is what a sitemap says of the page. */
export function contentOf(
  capture: Capture,
  about: Pick<PageContent, 'type' | 'relevance'>,
  lastmod: string | null,
): PageContent {
  const { document, fingerprint, status, contentType, lastModified, etag, freshUntil, bodyPrint } = capture;
  const now = Date.now();
  const hints = { lastModified, sitemap: null, now };
  const own = capture.dated === undefined ? pageDate(dateMarks(document), hints) : capture.dated;
  const dated = withSitemap(own, lastmod, now);
  return {
    fingerprint,
    address: document.url,
    title: cutTitle(document.title),
    lang: document.lang,
    status,
    contentType,
    lastModified,
    etag,
    freshUntil,
    bodyPrint,
    ...(capture.sent && { charset: capture.sent.charset }),
    ...(capture.tags && { tags: capture.tags }),
    ...about,
    capturedAt: new Date(now).toISOString(),
    ...(dated && { dated }),
    // The store names blobs by their content.
    blob: '',
  };
}

/** What is stored of a capture's document: the page as it came where that is enough, else its tree. */
export function documentBytes({ sent, document }: Capture): Uint8Array {
  return sent?.body ?? Buffer.from(JSON.stringify(document));
}
