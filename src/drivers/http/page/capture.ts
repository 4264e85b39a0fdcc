import { documentPrints } from '../../../dom/canonical.ts';
import type { VolatileMask } from '../../../dom/volatile.ts';
import { fingerprintBytes } from '../../../fingerprint/rabin.ts';
import type { Capture, RequestRecord } from '../../../model/capture.ts';
import { decodePage } from './charset.ts';
import { mediaType } from './content-type.ts';
import { linksOf } from './links.ts';
import { parseDocument, plainDocument } from './tree.ts';

/** A page as it came over the wire, whatever the wire was. */
export interface RawPage {
  /** Address after redirects, with the fragment that was asked for. */
  readonly url: string;
  readonly status: number;
  /** `Content-Type` as it came; empty counts as HTML. */
  readonly contentType: string;
  /** `Last-Modified` as it came. */
  readonly lastModified: string;
  readonly etag?: string | null;
  readonly freshUntil?: string | null;
  readonly body: Uint8Array;
  readonly requests: readonly RequestRecord[];
  /** Bound on open elements while parsing. */
  readonly nesting: number;
}

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
    candidates: linksOf(document),
    wanted: [],
    requests: raw.requests,
    settled: 'quiet',
  };
}

function isoMoment(text: string): string | null {
  const moment = Date.parse(text);
  return Number.isNaN(moment) ? null : new Date(moment).toISOString();
}
