/** Ways of asking a server: by HTTP, by FTP, or through a terminal. */
export type Protocol = 'web' | 'ftp' | 'bbs';

const protocols: Readonly<Record<string, Protocol>> = {
  'http:': 'web',
  'https:': 'web',
  'ftp:': 'ftp',
  'ftps:': 'ftp',
  'telnet:': 'bbs',
};

/** The way in which an address is asked for, `null` where it is none that can be crawled. */
export function protocolOf(url: string | URL): Protocol | null {
  const scheme = typeof url === 'string' ? (/^[a-z][a-z0-9+.-]*:/i.exec(url)?.[0] ?? '') : url.protocol;
  return protocols[scheme.toLowerCase()] ?? null;
}

/** The protocols that some addresses are asked for by. */
export function protocolsOf(urls: readonly string[]): ReadonlySet<Protocol> {
  return new Set(urls.map(protocolOf).filter((protocol) => protocol !== null));
}

/** Scheme, host and port of an address in one spelling; for the web the same as `URL.origin`. */
export function originOf({ protocol, hostname, port }: URL): string {
  const host = hostname.toLowerCase();
  return `${protocol}//${port === '' || port === defaultPort(protocol) ? host : `${host}:${port}`}`;
}

/** The port that an address means where it names none. */
export function defaultPort(scheme: string): string {
  return { 'https:': '443', 'ftp:': '21', 'ftps:': '990', 'telnet:': '23' }[scheme] ?? '80';
}
