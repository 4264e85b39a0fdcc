import { ArgiopeError, type ErrorCode } from '../../model/index.ts';
import { refuseStatus } from '../http/refusal.ts';

const netCodes: readonly (readonly [RegExp, ErrorCode, string])[] = [
  [/TOO_MANY_REDIRECTS/, 'REDIRECT', 'redirects in a circle'],
  [/CERT_|SSL_/, 'UNREACHABLE', 'has a certificate or TLS problem'],
  [/NAME_NOT_RESOLVED/, 'UNREACHABLE', 'has a host name that does not exist'],
  [/CONNECTION_REFUSED/, 'UNREACHABLE', 'refuses the connection'],
  [/TIMED_OUT/, 'TIMEOUT', 'did not answer in time'],
  [/PROXY|TUNNEL/, 'UNREACHABLE', 'cannot be reached through the proxy'],
  [/INVALID_URL|UNKNOWN_URL_SCHEME|UNSAFE_PORT/, 'NOT_A_PAGE', 'has an address that browsers refuse'],
  [/ABORTED|INVALID_RESPONSE/, 'NOT_A_PAGE', 'is a download or has no content'],
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

/** An answer that is no page: an error status, or a kind of content that is not shown as a document. */
export function refusedAnswer(
  url: string,
  answer: { status: number; mimeType: string; headers: Readonly<Record<string, string>> },
  types: readonly string[],
): ArgiopeError | null {
  const { status, mimeType, headers } = answer;
  if (status >= 400) {
    try {
      refuseStatus({ url, status, header: (name) => headers[name] ?? '' });
    } catch (error) {
      return error as ArgiopeError;
    }
  }
  if (!types.includes(mimeType)) {
    return new ArgiopeError('NOT_A_PAGE', `${url} is ${mimeType || 'of unknown type'}, not HTML`, {
      url,
      advice: 'Give the address of a web page.',
    });
  }
  return null;
}
