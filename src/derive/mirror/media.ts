import { mediaType } from '../../html/content-type.ts';

/** Which ending a saved file gets, so that any static server and `file://` give it the right type. */

const endings: Readonly<Record<string, string>> = {
  'text/css': 'css',
  'image/png': 'png',
  'image/apng': 'png',
  'image/jpeg': 'jpg',
  'image/jpg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/avif': 'avif',
  'image/svg+xml': 'svg',
  'image/x-icon': 'ico',
  'image/vnd.microsoft.icon': 'ico',
  'image/bmp': 'bmp',
  'image/tiff': 'tiff',
  'font/woff': 'woff',
  'font/woff2': 'woff2',
  'font/ttf': 'ttf',
  'font/otf': 'otf',
  'font/sfnt': 'ttf',
  'application/font-woff': 'woff',
  'application/font-woff2': 'woff2',
  'application/x-font-woff': 'woff',
  'application/x-font-ttf': 'ttf',
  'application/x-font-otf': 'otf',
  'application/vnd.ms-fontobject': 'eot',
  'video/mp4': 'mp4',
  'video/webm': 'webm',
  'video/ogg': 'ogv',
  'audio/mpeg': 'mp3',
  'audio/ogg': 'ogg',
  'audio/wav': 'wav',
  'audio/x-wav': 'wav',
  'audio/mp4': 'm4a',
  'text/vtt': 'vtt',
  'application/pdf': 'pdf',
  'application/json': 'json',
  'application/ld+json': 'json',
  'application/zip': 'zip',
  'application/gzip': 'gz',
  'application/x-gzip': 'gz',
  'application/epub+zip': 'epub',
  'text/plain': 'txt',
  'text/csv': 'csv',
  'text/tab-separated-values': 'tsv',
  'text/markdown': 'md',
  'text/calendar': 'ics',
  'text/vcard': 'vcf',
};

/* Files that are downloaded: none of them runs in a page. */
const downloads =
  'zip gz tgz bz2 xz zst 7z rar tar doc docx xls xlsx ppt pptx odt ods odp rtf epub djvu ps eps csv tsv json txt md ' +
  'ics vcf tex bib sig asc deb rpm';

const known = new Set([
  ...Object.values(endings),
  'jpeg',
  'cur',
  'mov',
  'ogg',
  'aac',
  'flac',
  'opus',
  ...downloads.split(' '),
]);

/** Ending for a file by its type, else by its first bytes, else by its address; `bin` for all others, pages too. */
export function endingOf(contentType: string, body: Uint8Array, address: string): string {
  const type = mediaType(contentType);
  const byType = endings[type];
  if (byType) return byType;
  if (type === 'text/html' || type === 'application/xhtml+xml') return 'bin';
  const byBytes = sniff(body);
  if (byBytes) return byBytes;
  const byName = /\.([a-z0-9]{2,5})$/i.exec(URL.parse(address)?.pathname ?? '')?.[1]?.toLowerCase();
  return byName && known.has(byName) ? byName : 'bin';
}

function sniff(body: Uint8Array): string | null {
  const head = Buffer.from(body.buffer, body.byteOffset, Math.min(body.byteLength, 16)).toString('latin1');
  if (head.startsWith('\x89PNG')) return 'png';
  if (head.startsWith('\xff\xd8\xff')) return 'jpg';
  if (head.startsWith('GIF8')) return 'gif';
  if (head.startsWith('RIFF') && head.slice(8, 12) === 'WEBP') return 'webp';
  if (head.startsWith('wOFF')) return 'woff';
  if (head.startsWith('wOF2')) return 'woff2';
  if (head.startsWith('OTTO')) return 'otf';
  if (head.startsWith('\0\x01\0\0')) return 'ttf';
  return null;
}

/** Text of a style sheet. */
export function decodeSheet(body: Uint8Array, contentType: string): string {
  return textOfFile(body, contentType, /^@charset "([\w-]+)";/i).replace(/^@charset "[^"]*";/i, '');
}

/** Text of a file, by byte order mark, header and what is written at its beginning, in that order. */
export function textOfFile(body: Uint8Array, contentType: string, declaration: RegExp): string {
  const header = /charset\s*=\s*"?([\w-]+)/i.exec(contentType)?.[1];
  const start = Buffer.from(body.buffer, body.byteOffset, Math.min(body.byteLength, 256)).toString('latin1');
  const written = declaration.exec(start)?.[1];
  return decoder(markOf(start) ?? header ?? written ?? 'utf-8').decode(body);
}

function markOf(start: string): string | null {
  if (start.startsWith('\xef\xbb\xbf')) return 'utf-8';
  if (start.startsWith('\xff\xfe')) return 'utf-16le';
  if (start.startsWith('\xfe\xff')) return 'utf-16be';
  // The first sign of XML and of a rule is ASCII.
  if (/^[<@]\0/.test(start)) return 'utf-16le';
  return /^\0[<@]/.test(start) ? 'utf-16be' : null;
}

function decoder(label: string): TextDecoder {
  try {
    return new TextDecoder(label);
  } catch {
    return new TextDecoder();
  }
}
