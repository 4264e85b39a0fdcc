import type { Protocol } from 'devtools-protocol';
import { Kept } from './kept.ts';

type Headers = Readonly<Record<string, string>>;

/** A script, style sheet, image or font that was loaded once. */
interface ShelfFile {
  readonly size: number;
  readonly type: string;
  readonly headers: Headers;
  /** In base64. */
  readonly body: string;
  /** The browser that has it in its own cache and may answer from there; `null` where none may. */
  readonly heldBy: object | null;
}

/** Kinds of files that are loaded once per crawl. */
export const shelfTypes: ReadonlySet<string> = new Set(['Script', 'Stylesheet', 'Image', 'Font']);

/** Bytes of all files (in base64), and of one. */
const shelfSize = 32 << 20;
const fileSize = 4 << 20;
/** Files that are looked out for while a document opens, at the most. */
const watched = 500;
/** Seconds that a file must be fresh for, so that the browser does not ask for it again during a crawl. */
const lifetime = 3600;

/** Headers that speak of the way an answer came, or of how long it holds. */
const notAgain =
  /^(content-(encoding|length)|transfer-encoding|connection|keep-alive|set-cookie|cache-control|expires|pragma|age|date|vary|etag|last-modified|content-type|clear-site-data|strict-transport-security)$/;

/**
 * Files that the browser would ask for again: those that it may not store, or not for long, and after it was
 * started anew, all. They are given from here as storable, so that the page's own memory holds them from
 * then on: each passes here once per renderer, not once per load.
 */
export class Shelf {
  readonly #files = new Kept<ShelfFile>(shelfSize);
  readonly #claimed = new Set<string>();

  /** Whether the body of a file is wanted; that is asked once, whatever becomes of it. */
  claim(url: string, type: string): boolean {
    if (!shelfTypes.has(type) || url.length > 2048 || this.#claimed.has(url)) return false;
    this.#claimed.add(url);
    return true;
  }

  put(url: string, type: string, headers: Headers, contentType: string, body: Buffer, browser: object): void {
    if (body.length > fileSize) return;
    const text = body.toString('base64');
    const heldBy = asksAgain(headers) ? null : browser;
    const kept = Object.entries(headers).filter(([name]) => !notAgain.test(name));
    this.#files.put(url, {
      size: text.length + url.length,
      type,
      headers: { ...Object.fromEntries(kept), 'content-type': contentType },
      body: text,
      heldBy,
    });
  }

  /** Addresses to look out for in a browser. */
  watched(browser: object): string[] {
    const urls: string[] = [];
    for (const [url, { heldBy }] of this.#files.entries()) if (heldBy !== browser) urls.push(url);
    return urls.slice(-watched);
  }

  /** The answer to a request of a page, if it is here. */
  answer(
    request: Protocol.Network.Request,
    type: string,
  ): Omit<Protocol.Fetch.FulfillRequestRequest, 'requestId'> | null {
    if (request.method !== 'GET' || !shelfTypes.has(type) || 'Range' in request.headers) return null;
    const file = this.#files.use(request.url);
    if (!file || file.type !== type) return null;
    const headers = { ...file.headers, 'cache-control': `max-age=${24 * lifetime}` };
    return {
      responseCode: 200,
      responseHeaders: Object.entries(headers).map(([name, value]) => ({ name, value })),
      body: file.body,
    };
  }

  /** A file that was of no use is asked for again. */
  drop(url: string): void {
    this.#files.drop(url);
  }
}

/** Whether the browser would ask the server for a file again within the lifetime of a crawl (RFC 9111). */
export function asksAgain(headers: Headers, now = Date.now()): boolean {
  const control = headers['cache-control'] ?? '';
  if (/no-store|no-cache/i.test(control) || headers.vary?.trim() === '*') return true;
  const age = Number(headers.age ?? 0) || 0;
  const maxAge = /max-age\s*=\s*"?(\d+)/i.exec(control)?.[1];
  if (maxAge !== undefined) return Number(maxAge) - age < lifetime;
  if (/no-cache/i.test(headers.pragma ?? '')) return true;
  const date = Date.parse(headers.date ?? '') || now;
  if (headers.expires !== undefined)
    return !(Date.parse(headers.expires) - date - age * 1000 >= lifetime * 1000);
  // Without a word about it, browsers take a tenth of the time since the last change.
  const changed = Date.parse(headers['last-modified'] ?? '');
  return !((date - changed) / 10 - age * 1000 >= lifetime * 1000);
}
