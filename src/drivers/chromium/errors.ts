import { isPageType, mediaType } from '../../html/content-type.ts';
import { ArgiopeError, type ErrorCode } from '../../model/index.ts';
import { tooLarge } from '../http/errors.ts';
import { fileError, fileTypeOf } from '../http/refusal.ts';

const netCodes: readonly (readonly [RegExp, ErrorCode, string])[] = [
  [/TOO_MANY_REDIRECTS/, 'REDIRECT', 'redirects in a circle'],
  [/(?:UNSAFE|INVALID)_REDIRECT/, 'REDIRECT', 'is sent to what is no page'],
  [/HEADERS_TOO_BIG/, 'TOO_LARGE', 'has larger headers than browsers read'],
  [/CERT_|SSL_/, 'UNREACHABLE', 'has a certificate or TLS problem'],
  [/NAME_NOT_RESOLVED/, 'UNREACHABLE', 'has a host name that does not exist'],
  [/CONNECTION_REFUSED/, 'UNREACHABLE', 'refuses the connection'],
  [/TIMED_OUT/, 'TIMEOUT', 'did not answer in time'],
  [/PROXY|TUNNEL/, 'UNREACHABLE', 'cannot be reached through the proxy'],
  [/INVALID_URL|UNKNOWN_URL_SCHEME|UNSAFE_PORT/, 'NOT_A_PAGE', 'has an address that browsers refuse'],
  [/ABORTED|INVALID_RESPONSE/, 'NOT_A_PAGE', 'has no content'],
];

/** Chromium's network error as one of ours. */
export function networkError(text: string, url: string): ArgiopeError {
  const [, code, what] = netCodes.find(([pattern]) => pattern.test(text)) ?? [
    null,
    'UNREACHABLE',
    'cannot be reached',
  ];
  return new ArgiopeError(code as ErrorCode, `${url} ${what} (${text.replace('net::', '')})`, {
    url,
    advice: 'Check the address, the network and --proxy.',
  });
}

/** An answer that is no page: an error status, no content, or a file. */
export function refusedAnswer(
  url: string,
  answer: { status: number; mimeType: string; headers: Readonly<Record<string, string>> },
  types: readonly string[],
  maxSize: number,
): ArgiopeError | null {
  const { mimeType, headers } = answer;
  if (Number(headers['content-length']) > maxSize) return tooLarge(url, maxSize, 'its header says so');
  // What is shown with a status below 400 is taken as it is shown.
  const status = answer.status >= 300 && answer.status < 400 ? 200 : answer.status;
  // A browser shows feeds as text, and saves what is called text and is none.
  const said = mediaType(headers['content-type'] ?? '');
  const type = said === '' || isPageType(said) ? mimeType : said;
  const header = (name: string) => (name === 'content-type' ? type : (headers[name] ?? ''));
  try {
    const contentType = fileTypeOf({ url, status, header }, types);
    return contentType === null ? null : fileError(url, { contentType, settled: false }, types);
  } catch (error) {
    return error as ArgiopeError;
  }
}
