import { ArgiopeError } from '../../model/errors.ts';
import type { Answer } from './client.ts';
import { isPageType, mediaType } from './page/content-type.ts';

/** Throws where an answer is no page; told by status and headers, before the body is read. */
export function refuseUnlessPage(answer: Answer): void {
  refuseStatus(answer);
  const { url, status } = answer;
  const type = mediaType(answer.header('content-type'));
  const download = /^\s*attachment\b/i.test(answer.header('content-disposition'));
  if (status !== 204 && status !== 205 && !download && (type === '' || isPageType(type))) return;
  const what = download ? 'a download' : type === '' ? 'an answer without content' : type;
  throw notAPage(url, what);
}

/** Throws where an answer without a declared type holds bytes that no text has. */
export function refuseBinary(answer: Answer, body: Uint8Array): void {
  if (mediaType(answer.header('content-type')) !== '') return;
  const marked = (body[0] === 0xff && body[1] === 0xfe) || (body[0] === 0xfe && body[1] === 0xff);
  if (!marked && body.subarray(0, 512).includes(0)) throw notAPage(answer.url, 'binary data');
}

/** Throws where the status says that what was asked for is not there. */
export function refuseStatus({ url, status, header }: Answer): void {
  if (status === 429 || status === 503) {
    const after = header('retry-after');
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
  if (status < 300) return;
  throw new ArgiopeError('HTTP_STATUS', `Expected a page at ${url}, but it answered HTTP ${status}.`, {
    ...{ url, status },
    advice: status === 401 ? 'Give --auth user:password.' : 'Check the address in a browser.',
  });
}

function notAPage(url: string, what: string): ArgiopeError {
  return new ArgiopeError('NOT_A_PAGE', `Expected HTML or plain text at ${url}, but it is ${what}.`, {
    url,
    advice: 'Give the address of a web page.',
  });
}
