import { originOf, protocolOf } from '../model/protocol.ts';

/** Longer addresses are traps or data, not pages (docs/limits.md). */
export const maxUrlLength = 2048;

/**
 * The one spelling of an address under which the crawl knows it, or `null` where it is not for crawling:
 * of no protocol that can be crawled, not an address at all, or too long.
 *
 * Only spellings that RFC 3986 and the URL standard call equal are folded together; parameters are never
 * reordered or dropped, because servers tell them apart. Idempotent.
 */
export function normalizeUrl(href: string, base?: string): string | null {
  const url = URL.parse(href, base);
  const protocol = url && protocolOf(url);
  if (url === null || protocol === null || url.hostname === '') return null;
  if (protocol === 'bbs') return `${originOf(url)}/`;
  const query = url.search === '?' ? '' : normalizeEscapes(url.search);
  const fragment = isRoute(url.hash) ? normalizeEscapes(url.hash) : '';
  const normal = `${originOf(url)}${normalizeEscapes(url.pathname || '/')}${query}${fragment}`;
  return normal.length > maxUrlLength ? null : normal;
}

/**
 * Decodes escapes of unreserved characters and writes the others in upper case. A stray `%` is escaped
 * itself: left alone it could join what a decoded escape becomes and read as another escape next time.
 */
export function normalizeEscapes(text: string): string {
  return text.replace(/%([0-9a-f]{2})?/gi, (_, digits: string | undefined) => {
    if (digits === undefined) return '%25';
    const character = String.fromCharCode(Number.parseInt(digits, 16));
    return /[\w.~-]/.test(character) ? character : `%${digits.toUpperCase()}`;
  });
}

/** `#/…` and `#!…` name views of a page; a bare `#!` is the usual way to write a link that goes nowhere. */
function isRoute(hash: string): boolean {
  return hash.startsWith('#/') || (hash.startsWith('#!') && hash.length > 2);
}
