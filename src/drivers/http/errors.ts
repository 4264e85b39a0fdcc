import { ArgiopeError, type ErrorCode } from '../../model/errors.ts';

/** Raised where one request takes longer than it may in all. */
export class TotalTimeout extends Error {
  override readonly name = 'TotalTimeout';
}

/** Codes of undici, the socket and the decoders, with what they mean to the crawl. */
const kinds: readonly (readonly [pattern: RegExp, code: ErrorCode, what: string])[] = [
  [/^UND_ERR_CONNECT_TIMEOUT$|^ETIMEDOUT$/, 'TIMEOUT', 'did not accept a connection in time'],
  [/^UND_ERR_HEADERS_TIMEOUT$/, 'TIMEOUT', 'did not begin to answer in time'],
  [/^UND_ERR_BODY_TIMEOUT$/, 'TIMEOUT', 'stopped in the middle of its answer'],
  [/^UND_ERR_HEADERS_OVERFLOW$/, 'TOO_LARGE', 'answered with headers beyond any measure'],
  [/^ENOTFOUND$|^EAI_/, 'UNREACHABLE', 'has a host name that does not resolve'],
  [/^ECONNREFUSED$/, 'UNREACHABLE', 'refuses the connection'],
  [
    /CERT|SELF_SIGNED|^ERR_TLS|^ERR_SSL|UNABLE_TO_VERIFY|^EPROTO$/,
    'UNREACHABLE',
    'has a certificate or TLS problem',
  ],
  [/^HPE_|^UND_ERR_RESPONSE|^UND_ERR_INFO/, 'UNREACHABLE', 'does not answer in HTTP'],
  [/^Z_|^ERR_BROTLI|^ERR__ERROR_|^ERR_ZSTD|^ZSTD_/, 'UNREACHABLE', 'sent a body that cannot be decoded'],
];

/** Any failure of a request as one of our own. */
export function requestError(error: unknown, url: string): ArgiopeError {
  if (error instanceof ArgiopeError) return error;
  const causes = causesOf(error);
  const own = causes.find((each) => each instanceof ArgiopeError);
  if (own) return own;
  if (causes.some((each) => each instanceof TotalTimeout)) {
    return made('TIMEOUT', 'took longer in all than a request may', 'TOTAL', url, error);
  }
  if (causes.some((each) => /\b407\b/.test(String((each as Error).message))))
    return made(
      'UNREACHABLE',
      'cannot be had: the proxy wants another user name or password',
      '407',
      url,
      error,
    );
  for (const cause of causes) {
    const code = String((cause as { code?: unknown }).code ?? '');
    const kind = kinds.find(([pattern]) => pattern.test(code));
    const proxy = kind && proxyBehind(cause, url);
    if (proxy) return made(kind[1], `cannot be had: the proxy ${proxy} ${kind[2]}`, code, url, error);
    if (kind) return made(kind[1], kind[2], code, url, error);
  }
  const told = causes[0] instanceof Error ? causes[0].message : String(error);
  return made('UNREACHABLE', 'cannot be reached', told, url, error);
}

/** Who was called where that is not the host of the address: it can only be a proxy. */
function proxyBehind(cause: unknown, url: string): string | null {
  const { hostname, address, port } = cause as { hostname?: unknown; address?: unknown; port?: unknown };
  const asked = URL.parse(url);
  if (asked === null) return null;
  if (typeof hostname === 'string') return hostname === asked.hostname ? null : hostname;
  const own = Number(asked.port) || (asked.protocol === 'https:' ? 443 : 80);
  return typeof port !== 'number' || port === own ? null : `${String(address)}:${port}`;
}

/** Whether a kept connection had been closed by the time the request went out on it; HTTP/2 says `GOAWAY`. */
export function isStaleConnection(error: unknown): boolean {
  return causesOf(error).some((each) => {
    const { code, message } = each as { code?: unknown; message?: unknown };
    if (/^(?:UND_ERR_SOCKET|ECONNRESET|EPIPE)$/.test(String(code))) return true;
    return /^ERR_HTTP2_(?:GOAWAY|INVALID)_SESSION$/.test(String(code)) || /GOAWAY/.test(String(message));
  });
}

/** The error and what stands behind it; connecting to several addresses fails with one error for each. */
export function causesOf(error: unknown): readonly unknown[] {
  const found: unknown[] = [];
  for (
    let at = error;
    at !== undefined && at !== null && found.length < 8;
    at = (at as { cause?: unknown }).cause
  ) {
    found.push(at);
    if (at instanceof AggregateError) found.push(...at.errors.slice(0, 4));
  }
  return found;
}

function made(code: ErrorCode, what: string, detail: string, url: string, cause: unknown): ArgiopeError {
  const advice = /certificate/.test(what)
    ? 'Where you know the server: --ca FILE trusts its authority, --insecure anybody.'
    : /the proxy/.test(what)
      ? 'Check --proxy, and whether the proxy may be used from here.'
      : 'Check the address, the network and --proxy.';
  return new ArgiopeError(code, `${url} ${what} (${detail})`, {
    url,
    advice,
    cause,
  });
}

/** The error for a body that is larger than may be read. */
export function tooLarge(url: string, limit: number, what: string): ArgiopeError {
  return new ArgiopeError(
    'TOO_LARGE',
    `${url} is larger than the ${limit} bytes that are read of one file: ${what}.`,
    { url, advice: 'It is left out; --max-size allows more, where you miss it.' },
  );
}

/** What is told of an address that redirects to one of FTP, for whoever can ask for that; logins are left out. */
export function leadsToFtp(url: string, target: URL): ArgiopeError {
  const to = new URL(target);
  to.hash = '';
  to.username = '';
  to.password = '';
  return new ArgiopeError('REDIRECT', `Expected a page at ${url}, but it redirects to ${to.href}.`, {
    url,
    leadsTo: to.href,
    advice: 'Start from that address to have it asked for by FTP.',
  });
}

/** The error for a way that leads to no page. */
export function redirectError(url: string, what: string): ArgiopeError {
  return new ArgiopeError('REDIRECT', `Expected a page at ${url}, but it ${what}.`, {
    url,
    advice: 'Open it in a browser to see where it leads; sites that need a session may need --cookies.',
  });
}
