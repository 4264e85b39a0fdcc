import { documentPrints } from '../../../dom/canonical.ts';
import { pageDate } from '../../../dom/dates.ts';
import { readTree } from '../../../dom/reading/tree.ts';
import type { VolatileMask } from '../../../dom/volatile.ts';
import { fingerprintBytes } from '../../../fingerprint/rabin.ts';
import type { Capture } from '../../../model/capture.ts';
import { decodeAs, pageCharset } from './charset.ts';
import { mediaType } from './content-type.ts';
import { linkedData } from './linked-data.ts';
import { candidatesOf } from './links.ts';
import { isoMoment, type RawPage } from './raw.ts';
import { type ScannedTree, scanTree } from './scan/scanner.ts';
import { parseDocument, plainDocument } from './tree.ts';

export type { RawPage } from './raw.ts';

/** Makes a capture of a page that is not run: its document and its links, without events. */
export function capturePage(raw: RawPage, mask: VolatileMask | null = null): Capture {
  const type = mediaType(raw.contentType) || 'text/html';
  const charset = pageCharset(raw.body, raw.contentType);
  const text = decodeAs(raw.body, charset);
  const isPlain = type === 'text/plain';
  const { document, reading } = isPlain ? read(plainDocument(text, raw.url)) : readText(text, raw);
  const lastModified = isoMoment(raw.lastModified);
  return {
    fingerprint: mask === null ? reading.print : documentPrints(document, mask).exact,
    document,
    documentUrl: raw.url.replace(/#.*$/s, ''),
    status: raw.status,
    contentType: type,
    lastModified,
    etag: raw.etag ?? null,
    freshUntil: raw.freshUntil ?? null,
    bodyPrint: fingerprintBytes(raw.body),
    dated: pageDate(
      { metas: reading.metas, times: reading.times, data: isPlain ? [] : linkedData(text) },
      { lastModified, sitemap: null, now: Date.now() },
    ),
    candidates: candidatesOf(reading.links),
    wanted: [],
    requests: raw.requests,
    settled: 'quiet',
    sent: { body: raw.body, charset },
  };
}

/** Most pages are read and made a tree of in one pass; the others take a parser. */
function readText(text: string, { url, nesting }: RawPage): ScannedTree {
  return scanTree(text, url) ?? read(parseDocument(text, url, nesting));
}

function read(document: Capture['document']): ScannedTree {
  return { document, reading: readTree(document) };
}
