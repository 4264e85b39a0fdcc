import type { CrawlSettings } from '../../config/settings.ts';
import { maxNesting } from '../../html/tree.ts';

/** How much of a server's time, bytes and detours is put up with (docs/limits.md). Times are milliseconds. */
export interface HttpLimits {
  /** Decoded body. A ratio would not help: brotli reaches a million to one on honest text. */
  readonly body: number;
  /** Headers of one answer. */
  readonly headers: number;
  readonly connect: number;
  /** Until the headers are there, and between any two pieces of the body. */
  readonly idle: number;
  /** One request from its start to the end of its body. */
  readonly total: number;
  readonly redirects: number;
  /** Redirects on the way to a robots.txt (RFC 9309 §2.3.1.2). */
  readonly robotsRedirects: number;
  /** Decoders one after another on one body. */
  readonly encodings: number;
  /** Open elements at one place of a page: parsing takes time in proportion to them. */
  readonly nesting: number;
}

/** The documented defaults. */
export const httpLimits: HttpLimits = {
  body: 32 * 1024 * 1024,
  headers: 64 * 1024,
  connect: 10_000,
  idle: 20_000,
  total: 120_000,
  redirects: 10,
  robotsRedirects: 5,
  encodings: 3,
  nesting: maxNesting,
};

/** The limits that settings ask for; none outlasts the time that a request has in all. */
export function limitsOf({
  maxSize = httpLimits.body,
  timeout = httpLimits.total / 1000,
}: Partial<Pick<CrawlSettings, 'maxSize' | 'timeout'>>): HttpLimits {
  const total = timeout * 1000;
  const { idle, connect } = httpLimits;
  return {
    ...httpLimits,
    body: maxSize,
    total,
    idle: Math.min(idle, total),
    connect: Math.min(connect, total),
  };
}
