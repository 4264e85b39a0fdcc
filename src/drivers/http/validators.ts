/** What of an earlier answer tells whether a newer one would differ; names as in `PageContent`. */
export interface Validators {
  readonly etag: string | null;
  /** ISO 8601. */
  readonly lastModified: string | null;
  /** Address that gave them, after redirects; absent: the one that is asked for. */
  readonly address?: string;
}

/** Validators that are longer than this are no validators. */
const longestTag = 512;

/** The `ETag` of an answer, `null` where there is none that could be sent back. */
export function etagOf(header: string): string | null {
  const tag = header.trim();
  return /^(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"$/.test(tag) && tag.length <= longestTag ? tag : null;
}

/**
 * The moment until which an answer is fresh (RFC 9111 §4.2): `max-age`, else `Expires`, less its `Age`; the
 * past where it must be asked for anew each time. Nothing is guessed from `Last-Modified`.
 */
export function freshUntil(header: (name: string) => string, now: number): string | null {
  const control = header('cache-control').toLowerCase();
  if (/(?:^|[\s,])no-(?:cache|store)(?![\w-])/.test(control)) return isoMoment(now);
  const seconds = /(?:^|[\s,])max-age\s*=\s*"?(\d{1,10})/.exec(control)?.[1];
  if (seconds !== undefined) {
    const age = /^\s*\d{1,10}\s*$/.test(header('age')) ? Number(header('age')) : 0;
    return isoMoment(now + 1000 * Math.max(0, Number(seconds) - age));
  }
  const expires = header('expires').trim();
  if (expires === '') return null;
  const until = Date.parse(expires);
  // A date that cannot be read means the past (§5.3).
  if (Number.isNaN(until)) return isoMoment(now);
  const sent = Date.parse(header('date'));
  // What counts is how long, by the server's own clock.
  return isoMoment(now + Math.max(0, until - (Number.isNaN(sent) ? now : sent)));
}

/** Headers that ask for an answer only where it differs from the one that gave these validators. */
export function conditionalHeaders({ etag, lastModified }: Validators): Record<string, string> {
  const moment = lastModified === null ? Number.NaN : Date.parse(lastModified);
  return {
    ...(etag !== null && { 'if-none-match': etag }),
    ...(!Number.isNaN(moment) && { 'if-modified-since': new Date(moment).toUTCString() }),
  };
}

/** A moment as text, `null` where it is none. */
export function isoMoment(at: number): string | null {
  return Math.abs(at) <= 8.64e15 ? new Date(at).toISOString() : null;
}
