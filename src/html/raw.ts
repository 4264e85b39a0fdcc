import type { RequestRecord } from '../model/capture.ts';

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
  /** Addresses that its headers name. */
  readonly announced?: readonly string[];
  readonly requests: readonly RequestRecord[];
  /** Bound on open elements while parsing. */
  readonly nesting: number;
}

/** A moment as headers write it in ISO 8601, `null` where it is none. */
export function headerMoment(text: string): string | null {
  const moment = Date.parse(text);
  return Number.isNaN(moment) ? null : new Date(moment).toISOString();
}
