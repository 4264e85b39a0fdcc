import { isWide } from '../../encoding/wide.ts';
import { isPageType, mediaType } from '../../html/content-type.ts';
import { ArgiopeError } from '../../model/errors.ts';
import type { FoundFile } from '../../model/file.ts';
import type { Answer } from './answer.ts';

/** What an answer says of itself, as far as it tells files from pages. */
type Told = Pick<Answer, 'url' | 'status' | 'header'>;

/**
 * Throws where an answer has no content; else says of which media type the file is that it holds, and `null`
 * where it is a page. Told by status and headers, before the body is read.
 */
export function fileTypeOf({ url, status, header }: Told, types?: readonly string[]): string | null {
  refuseStatus({ url, status, header });
  if (status === 204 || status === 205) throw noContent(url);
  const type = mediaType(header('content-type'));
  const isDownload = /^\s*attachment\b/i.test(header('content-disposition'));
  const isPage = type === '' || (isPageType(type) && (types?.includes(type) ?? true));
  return isPage && !isDownload ? null : type || 'application/octet-stream';
}

/** Whether an answer without a declared type holds bytes that no text has. */
export function isBinary(answer: Pick<Answer, 'header'>, body: Uint8Array): boolean {
  if (mediaType(answer.header('content-type')) !== '') return false;
  return body.subarray(0, 512).includes(0) && !isWide(body);
}

/** Statuses of a server that is in trouble now: later it may answer. */
function isPassing(status: number): boolean {
  return status === 408 || status === 425 || (status >= 500 && status !== 501 && status !== 505);
}

/** Throws where the status says that what was asked for is not there. */
export function refuseStatus({ url, status, header }: Pick<Answer, 'url' | 'status' | 'header'>): void {
  if (status < 300) return;
  const after = header('retry-after');
  if (status === 429 || status === 503) {
    throw new ArgiopeError(
      'BUSY',
      `${url} asks for a rest (HTTP ${status}${after && `, Retry-After ${after}`}).`,
      {
        url,
        retryAfter: after || undefined,
        advice: 'The site is left alone for a while; a longer --delay avoids this.',
      },
    );
  }
  const code = isPassing(status) ? 'SERVER_ERROR' : 'HTTP_STATUS';
  throw new ArgiopeError(code, `Expected a page at ${url}, but it answered HTTP ${status}.`, {
    url,
    status,
    advice: status === 401 ? 'Give --auth user:password.' : 'Check the address in a browser.',
  });
}

function noContent(url: string): ArgiopeError {
  return new ArgiopeError('NOT_A_PAGE', `Expected a page at ${url}, but it is an answer without content.`, {
    url,
    advice: 'Check the address in a browser.',
  });
}

/** What is told of a file at an address that might have been a page; no error unless a page was meant. */
export function fileError(url: string, file: FoundFile, types?: readonly string[]): ArgiopeError {
  const expected = types === undefined || types.length > 2 ? 'HTML or plain text' : types.join(' or ');
  return new ArgiopeError('FILE', `Expected ${expected} at ${url}, but it is a file (${file.contentType}).`, {
    url,
    file,
    advice: 'Give the address of a web page; --types says what is read as one.',
  });
}
