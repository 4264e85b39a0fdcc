import { ArgiopeError } from '../../model/errors.ts';
import { isWide } from '../text/wide.ts';
import type { Answer } from './answer.ts';
import { isPageType, mediaType } from './page/content-type.ts';

/** Throws where an answer is no page; told by status and headers, before the body is read. */
export function refuseUnlessPage(answer: Answer, types?: readonly string[]): void {
  refuseStatus(answer);
  const { url, status } = answer;
  const type = mediaType(answer.header('content-type'));
  const download = /^\s*attachment\b/i.test(answer.header('content-disposition'));
  const isPage = type === '' || (isPageType(type) && (types?.includes(type) ?? true));
  if (status !== 204 && status !== 205 && !download && isPage) return;
  const what = download ? 'a download' : type === '' ? 'an answer without content' : type;
  throw notAPage(url, what, types);
}

/** Throws where an answer without a declared type holds bytes that no text has. */
export function refuseBinary(answer: Answer, body: Uint8Array): void {
  if (mediaType(answer.header('content-type')) !== '') return;
  if (body.subarray(0, 512).includes(0) && !isWide(body)) throw notAPage(answer.url, 'binary data');
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
    advice: status === 401 ? 'Give --auth user:password.' : 'Check the address in a browser.',
  });
}

function notAPage(url: string, what: string, types?: readonly string[]): ArgiopeError {
  const expected = types === undefined || types.length > 2 ? 'HTML or plain text' : types.join(' or ');
  return new ArgiopeError('NOT_A_PAGE', `Expected ${expected} at ${url}, but it is ${what}.`, {
    url,
    advice: 'Give the address of a web page; --types says what is read as one.',
  });
}
