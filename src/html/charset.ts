import { bestReading } from '../encoding/charset.ts';
import { believe } from '../encoding/label.ts';
import { wideCharset } from '../encoding/wide.ts';
import { charsetOf } from './content-type.ts';

/** Where a declaration is looked for: browsers take 1,024 bytes, some pages need a little more. */
const prescanBytes = 4096;

/**
 * Turns a page's bytes into text: byte order mark, header, declaration inside, then what its bytes allow.
 * A label that the bytes speak against is passed over for the next, and counts after all where nothing fits.
 */
export function decodePage(bytes: Uint8Array, contentType: string): string {
  return decodeAs(bytes, pageCharset(bytes, contentType));
}

/** The encoding of a page's bytes. */
export function pageCharset(bytes: Uint8Array, contentType: string): string {
  return byMark(bytes) ?? wideCharset(bytes) ?? charsetFor(bytes, contentType);
}

/** Reads bytes in an encoding that is known. */
export function decodeAs(bytes: Uint8Array, charset: string): string {
  let decoder = decoders.get(charset);
  if (!decoder) {
    decoder = new TextDecoder(charset);
    decoders.set(charset, decoder);
  }
  return decoder.decode(bytes);
}

/** One for each encoding that was met: there are some dozens. */
const decoders = new Map<string, TextDecoder>();

function charsetFor(bytes: Uint8Array, contentType: string): string {
  const labels = [known(charsetOf(contentType)), declared(bytes)].filter((label) => label !== null);
  for (const label of labels) {
    const belief = believe(bytes, label);
    if (belief !== null) return belief;
  }
  const { charset, points } = bestReading(bytes);
  return points <= 0 ? (labels[0] ?? charset) : charset;
}

function byMark([a, b, c]: Uint8Array): string | null {
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8';
  if (a === 0xff && b === 0xfe) return 'utf-16le';
  return a === 0xfe && b === 0xff ? 'utf-16be' : null;
}

/** The name under which an encoding is known; a label that does not exist says nothing. */
function known(label: string | null): string | null {
  if (label === null) return null;
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return null;
  }
}

/** A page that could be read as ASCII so far cannot be UTF-16, whatever it says (HTML §13.2.3.2). */
function declared(bytes: Uint8Array): string | null {
  const head = new TextDecoder('latin1')
    .decode(bytes.subarray(0, prescanBytes))
    .replace(/<!--.*?(?:-->|$)/gs, '');
  const xml = /^\s*<\?xml[^>]*?\bencoding\s*=\s*["']([^"']+)/i.exec(head)?.[1];
  const label = metaCharset(head) ?? xml ?? null;
  return label !== null && /^utf-?16/i.test(label) ? 'utf-8' : known(label);
}

function metaCharset(head: string): string | null {
  for (const [tag] of head.matchAll(/<meta\b[^>]*>/gi)) {
    const label = /\bcharset\s*=\s*["']?\s*([^\s"'/>;]+)/i.exec(tag)?.[1];
    if (label !== undefined) return label;
  }
  return null;
}
