/** The head of a request as a browser sends it to a proxy. */
export interface RequestHead {
  readonly method: string;
  /** Host and port that are asked for. */
  readonly host: string;
  readonly port: number;
  /** What the request line has behind the authority; empty for a tunnel. */
  readonly path: string;
  /** Header lines as they came. */
  readonly lines: readonly string[];
  /** Bytes of the body that follows; `null` where its end cannot be known beforehand. */
  readonly length: number | null;
}

/** Bytes of a head; browsers send cookies of many kilobytes. */
export const longestHead: number = 1 << 18;

const requestLine = /^([A-Z]+) (?:http:\/\/)?([^/?# ]+)([^ ]*) HTTP\/1\.[01]$/i;
const authority = /^(?:[^@]*@)?(\[[0-9a-f:.]+\]|[^:[\]]+)(?::(\d{1,5}))?$/i;

/** Reads the head of a request to a proxy; `null` where it is none. */
export function requestHead(text: string): RequestHead | null {
  const [first = '', ...lines] = text.split('\r\n');
  const [, method = '', place = '', path = ''] = requestLine.exec(first) ?? [];
  const [, host, port] = authority.exec(place) ?? [];
  if (host === undefined) return null;
  const chunked = headerIn(lines, 'transfer-encoding') !== null;
  return {
    method,
    host,
    port: Number(port ?? 80),
    lines,
    path: method === 'CONNECT' ? '' : path.startsWith('/') ? path : `/${path}`,
    length: chunked ? null : Number(headerIn(lines, 'content-length') ?? 0),
  };
}

/** The value of a header, `null` where it is not there. */
export function headerIn(lines: readonly string[], name: string): string | null {
  for (const line of lines) {
    const colon = line.indexOf(':');
    if (colon === name.length && line.slice(0, colon).toLowerCase() === name)
      return line.slice(colon + 1).trim();
  }
  return null;
}

/**
 * The head as the server is to get it, as it would without a proxy: words for the proxy are left out. Another
 * proxy is told the whole address, and its own words.
 */
export function headForServer(head: RequestHead, proxy: { readonly token: string | null } | null): string {
  const lines = head.lines.flatMap((line) => {
    if (/^proxy-authorization:/i.test(line)) return [];
    return proxy === null ? line.replace(/^proxy-connection:/i, 'Connection:') : line;
  });
  const place = head.port === 80 ? head.host : `${head.host}:${head.port}`;
  const target = proxy === null ? head.path : `http://${place}${head.path}`;
  const token = proxy?.token ? [`Proxy-Authorization: ${proxy.token}`] : [];
  return [`${head.method} ${target} HTTP/1.1`, ...token, ...lines, '', ''].join('\r\n');
}

const end = Buffer.from('\r\n\r\n');

/** Bytes of the head at the beginning of a message, its end included; -1 where it is not whole yet. */
export function headEnd(bytes: Buffer): number {
  const at = bytes.indexOf(end);
  return at < 0 ? -1 : at + end.length;
}

/** Status of an answer, 0 where it does not begin like one. */
export function statusOf(head: Buffer): number {
  const found = /^HTTP\/1\.\d +(\d{3})/.exec(head.toString('latin1', 0, 32));
  return Number(found?.[1] ?? 0);
}
