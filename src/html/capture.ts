import { documentPrints } from '../dom/canonical.ts';
import { pageDate } from '../dom/dates.ts';
import { readTree } from '../dom/reading/tree.ts';
import type { VolatileMask } from '../dom/volatile.ts';
import { unlinked, type WrittenLinks, writtenAddresses } from '../dom/written.ts';
import { fingerprintBytes } from '../fingerprint/rabin.ts';
import { withoutFragment } from '../model/address.ts';
import type { Capture } from '../model/capture.ts';
import { tooLongAddresses } from './bounds.ts';
import { decodeAs, pageCharset } from './charset.ts';
import { mediaType } from './content-type.ts';
import { linkedData } from './linked-data.ts';
import { linkCandidates } from './links.ts';
import { headerMoment, type RawPage } from './raw.ts';
import { remainsOf } from './remains.ts';
import { plainDocument, readHtml } from './tree.ts';

export type { RawPage } from './raw.ts';

/** Makes a capture of a page that is not run: its document and its links, without events. */
export function capturePage(
  raw: RawPage,
  mask: VolatileMask | null = null,
  written: WrittenLinks = 'documents',
): Capture {
  const type = mediaType(raw.contentType) || 'text/html';
  const charset = pageCharset(raw.body, raw.contentType);
  const text = decodeAs(raw.body, charset);
  const isPlain = type === 'text/plain';
  const { document, reading } = isPlain ? readPlain(text, raw.url) : readHtml(text, raw.url, raw.nesting);
  if (reading.isCut) throw tooLongAddresses(raw.url);
  const lastModified = headerMoment(raw.lastModified);
  const candidates = linkCandidates(reading.links);
  const others = writtenAddresses(document, remainsOf(isPlain ? '' : text), written);
  return {
    fingerprint: mask === null ? reading.print : documentPrints(document, mask).exact,
    document,
    documentUrl: withoutFragment(raw.url),
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
    candidates,
    wanted: unlinked([...(raw.announced ?? []), ...others], candidates),
    requests: raw.requests,
    settled: 'quiet',
    sent: { body: raw.body, charset },
  };
}

function readPlain(text: string, url: string): ReturnType<typeof readHtml> {
  const document = plainDocument(text, url);
  return { document, reading: readTree(document) };
}
