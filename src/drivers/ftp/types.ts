import { detectCharset } from '../../encoding/charset.ts';

const byEnding: Readonly<Record<string, string>> = {
  ...ofType('text/html', 'html htm shtml'),
  ...ofType('application/xhtml+xml', 'xhtml xht'),
  ...ofType(
    'text/plain',
    `txt text md markdown rst log diz nfo asc me 1st ini conf cfg csv tsv json xml yaml yml toml diff patch
    c h cc cpp hpp py pl rb sh js ts java go rs sql tex lsm sig md5 sha1 sha256`,
  ),
  ...ofType('text/css', 'css'),
  ...ofType('image/png', 'png'),
  ...ofType('image/jpeg', 'jpg jpeg'),
  ...ofType('image/gif', 'gif'),
  ...ofType('image/webp', 'webp'),
  ...ofType('image/svg+xml', 'svg'),
  ...ofType('image/bmp', 'bmp'),
  ...ofType('image/x-icon', 'ico'),
  ...ofType('font/woff', 'woff'),
  ...ofType('font/woff2', 'woff2'),
  ...ofType('font/ttf', 'ttf'),
  ...ofType('audio/mpeg', 'mp3'),
  ...ofType('audio/ogg', 'ogg oga'),
  ...ofType('audio/wav', 'wav'),
  ...ofType('video/mp4', 'mp4 m4v'),
  ...ofType('video/webm', 'webm'),
  ...ofType('application/pdf', 'pdf'),
  ...ofType('application/zip', 'zip'),
  ...ofType('application/gzip', 'gz tgz'),
  ...ofType('application/x-tar', 'tar'),
};

/** Bytes that are looked at to tell text from data. */
const sniffed = 4096;

/** Media type of a file by its name, `null` where that says nothing. */
function typeByName(path: string): string | null {
  const ending = /\.([a-z0-9]+)$/i.exec(path)?.[1]?.toLowerCase();
  return (ending && byEnding[ending]) || null;
}

/** Content type of a file by its name, else by its first bytes; plain text with its encoding. */
export function contentTypeOf(path: string, body: Uint8Array, charset: string | null): string {
  const named = typeByName(path);
  if (named !== null && named !== 'text/plain') return named;
  const head = body.subarray(0, sniffed);
  if (named === null && looksBinary(head)) return 'application/octet-stream';
  return `text/plain; charset=${charset ?? detectCharset(body)}`;
}

/** Control characters that no text has; those of terminals and line printers are text. */
function looksBinary(head: Uint8Array): boolean {
  return head.some((byte) => byte < 7 || (byte > 13 && byte < 26));
}

function ofType(type: string, endings: string): Record<string, string> {
  return Object.fromEntries(endings.split(/\s+/).map((ending) => [ending, type]));
}
