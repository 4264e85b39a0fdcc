import { normalizeEscapes } from './normalize.ts';

/** Paths and path patterns of robots.txt (RFC 9309 §2.2.2, §2.2.3). */

/** A pattern cut at its wildcards. */
export interface PathPattern {
  readonly pieces: readonly string[];
  /** Ends in `$`: must match to the end. */
  readonly whole: boolean;
  /** Length as written in comparable form: what decides between matching patterns. */
  readonly length: number;
}

/** Puts a rule's path into comparable form; an empty one never matches. */
export function pathPattern(path: string): PathPattern {
  const whole = path.endsWith('$');
  const pieces = (whole ? path.slice(0, -1) : path).split('*').map(comparable);
  return { pieces, whole, length: path === '' ? -1 : pieces.join('*').length + (whole ? 1 : 0) };
}

/** Path and query of an address (or of a bare path) in comparable form. */
export function robotsPath(url: string): string {
  const parsed = URL.parse(url, 'http://host/');
  return parsed === null ? '/' : comparable(parsed.pathname + parsed.search);
}

/**
 * Length of the pattern if it matches, else -1. The leftmost place for each piece is always good enough
 * where only the last is bound, so there is nothing to try again, whatever the pattern.
 */
export function matchLength({ pieces, whole, length }: PathPattern, path: string): number {
  const first = pieces[0] ?? '';
  if (length < 0 || !path.startsWith(first)) return -1;
  const last = pieces.length - 1;
  let at = first.length;
  for (const [i, piece] of pieces.entries()) {
    if (i === 0) continue;
    if (whole && i === last) return path.length - piece.length >= at && path.endsWith(piece) ? length : -1;
    const found = path.indexOf(piece, at);
    if (found < 0) return -1;
    at = found + piece.length;
  }
  return whole && at !== path.length ? -1 : length;
}

/** `*` and `$` are escaped too, so that `%2A` in a rule means the character and `*` the wildcard. */
function comparable(text: string): string {
  const ascii = text.replace(/[^!-~]+|["<>\\^`{|}*$]/gu, (found) =>
    /^[*$]$/.test(found) ? `%${found.charCodeAt(0).toString(16)}` : encodeURIComponent(found.toWellFormed()),
  );
  return normalizeEscapes(ascii);
}
