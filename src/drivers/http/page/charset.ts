import { charsetOf } from './content-type.ts';

/** Where a declaration is looked for: browsers take 1,024 bytes, some pages need a little more. */
const prescanBytes = 4096;

/** Turns a page's bytes into text: byte order mark, header, declaration inside, then what its bytes allow. */
export function decodePage(bytes: Uint8Array, contentType: string): string {
  const decoder =
    byMark(bytes) ?? byLabel(charsetOf(contentType)) ?? byDeclaration(bytes) ?? byContent(bytes);
  return decoder.decode(bytes);
}

function byMark(bytes: Uint8Array): TextDecoder | null {
  const [a, b, c] = bytes;
  if (a === 0xef && b === 0xbb && c === 0xbf) return new TextDecoder('utf-8');
  if (a === 0xff && b === 0xfe) return new TextDecoder('utf-16le');
  return a === 0xfe && b === 0xff ? new TextDecoder('utf-16be') : null;
}

function byLabel(label: string | null): TextDecoder | null {
  if (label === null) return null;
  try {
    return new TextDecoder(label);
  } catch {
    return null; // A label that does not exist says nothing.
  }
}

/** A page that could be read as ASCII so far cannot be UTF-16, whatever it says (HTML §13.2.3.2). */
function byDeclaration(bytes: Uint8Array): TextDecoder | null {
  const head = new TextDecoder('latin1')
    .decode(bytes.subarray(0, prescanBytes))
    .replace(/<!--.*?(?:-->|$)/gs, '');
  const xml = /^\s*<\?xml[^>]*?\bencoding\s*=\s*["']([^"']+)/i.exec(head)?.[1];
  const label = metaCharset(head) ?? xml ?? null;
  return label !== null && /^utf-?16/i.test(label) ? new TextDecoder('utf-8') : byLabel(label);
}

function metaCharset(head: string): string | null {
  for (const [tag] of head.matchAll(/<meta\b[^>]*>/gi)) {
    const label = /\bcharset\s*=\s*["']?\s*([^\s"'/>;]+)/i.exec(tag)?.[1];
    if (label !== undefined) return label;
  }
  return null;
}

/** Text in another encoding is practically never valid UTF-8 by accident. */
function byContent(bytes: Uint8Array): TextDecoder {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return new TextDecoder('utf-8');
  } catch {
    return new TextDecoder('windows-1252');
  }
}
