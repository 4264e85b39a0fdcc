import { documentPrints } from '../../../dom/canonical.ts';
import { dateMarks, pageDate } from '../../../dom/dates.ts';
import type { VolatileMask } from '../../../dom/volatile.ts';
import { fingerprintBytes } from '../../../fingerprint/rabin.ts';
import type { Capture } from '../../../model/capture.ts';
import { decodePage } from './charset.ts';
import { mediaType } from './content-type.ts';
import { linkedData } from './linked-data.ts';
import { linksOf } from './links.ts';
import { isoMoment, type RawPage } from './raw.ts';
import { parseDocument, plainDocument } from './tree.ts';

export type { RawPage } from './raw.ts';

/** Makes a capture of a page that is not run: its document and its links, without events. */
export function capturePage(raw: RawPage, mask: VolatileMask | null = null): Capture {
  const type = mediaType(raw.contentType) || 'text/html';
  const text = decodePage(raw.body, raw.contentType);
  const document =
    type === 'text/plain' ? plainDocument(text, raw.url) : parseDocument(text, raw.url, raw.nesting);
  const { exact, form } = documentPrints(document, mask);
  return {
    fingerprint: exact,
    form,
    document,
    documentUrl: raw.url.replace(/#.*$/s, ''),
    status: raw.status,
    contentType: type,
    lastModified: isoMoment(raw.lastModified),
    etag: raw.etag ?? null,
    freshUntil: raw.freshUntil ?? null,
    bodyPrint: fingerprintBytes(raw.body),
    dated: pageDate(
      { ...dateMarks(document), data: type === 'text/plain' ? [] : linkedData(text) },
      { lastModified: isoMoment(raw.lastModified), sitemap: null, now: Date.now() },
    ),
    candidates: linksOf(document),
    wanted: [],
    requests: raw.requests,
    settled: 'quiet',
  };
}
