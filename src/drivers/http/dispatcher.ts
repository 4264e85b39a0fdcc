import { Agent, buildConnector, Client, type Dispatcher, Pool, ProxyAgent } from 'undici';
import type { CrawlSettings } from '../../config/settings.ts';
import { publicLookup, SeedHosts } from '../../frontier/addresses.ts';
import { ArgiopeError } from '../../model/errors.ts';
import { bypasses } from './bypass.ts';
import type { HttpLimits } from './limits.ts';
import { Names } from './names.ts';
import { socksTunnel } from './socks.ts';
import { type TlsSettings, tlsOptions } from './tls.ts';

/** Settings that say how servers are reached. */
export type ConnectionSettings = Pick<CrawlSettings, 'seeds' | 'proxy' | 'workers'> &
  Partial<Pick<CrawlSettings, 'proxyBypass' | 'allowPrivate'>> &
  TlsSettings;

/** A proxy of the run that reads along: how it is reached, and whose certificate it shows. */
export interface ReadingProxy {
  readonly server: string;
  readonly credential: string;
  readonly certificate: { readonly certificate: string } | null;
}

/** Where requests are sent, and what ends all connections. */
export interface Connections {
  dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean;
  destroy(): Promise<void>;
}

/** Requests that are under way on one connection of HTTP/2. */
const streams = 100;

type Connect = buildConnector.connector;

/**
 * Makes the keeper of connections: one per worker and origin, kept alive, or one for all where the server
 * speaks HTTP/2. Names are resolved under guard, except for origins that a seed names; behind a proxy it is
 * the proxy that resolves.
 */
export function makeDispatcher(
  settings: ConnectionSettings,
  limits: HttpLimits,
  reading: ReadingProxy | null,
): Connections {
  if (reading !== null) return readDispatcher(reading, settings, limits);
  const direct = directDispatcher(settings, limits);
  if (settings.proxy === null) return direct;
  const proxied = proxyDispatcher(proxyAddress(settings.proxy), settings, limits);
  const { proxyBypass = [] } = settings;
  return proxyBypass.length === 0 ? proxied : new Router(direct, proxied, proxyBypass);
}

function directDispatcher(settings: ConnectionSettings, limits: HttpLimits): Agent {
  const seedHosts = new SeedHosts(settings.seeds, settings.allowPrivate);
  const names = new Names();
  const secure = { ...tlsOptions(settings), allowH2: true, timeout: limits.connect };
  const trusted = buildConnector({ ...secure, lookup: names.lookup });
  const guarded = buildConnector({ ...secure, lookup: publicLookup(names.lookup) });
  return new Agent({
    factory: (origin) => {
      const connect = seedHosts.names(new URL(origin)) ? trusted : guarded;
      return poolOf(origin, connect, settings, limits);
    },
  });
}

/** Everything goes through a proxy of the run, which judges addresses and certificates itself. */
function readDispatcher(
  { server, credential, certificate }: ReadingProxy,
  settings: ConnectionSettings,
  limits: HttpLimits,
): Dispatcher {
  const ca = certificate?.certificate ?? '';
  return new ProxyAgent({
    uri: server,
    token: `Basic ${Buffer.from(credential).toString('base64')}`,
    proxyTunnel: false,
    requestTls: { ca, checkServerIdentity: () => undefined, timeout: limits.connect },
    factory: (origin, options) => poolOf(origin, (options as { connect: Connect }).connect, settings, limits),
  });
}

function proxyDispatcher(proxy: URL, settings: ConnectionSettings, limits: HttpLimits): Dispatcher {
  const secure = { ...tlsOptions(settings), allowH2: true, timeout: limits.connect };
  if (/^socks/.test(proxy.protocol)) {
    const connect = socksConnector(proxy, buildConnector(secure), limits);
    return new Agent({ factory: (origin) => poolOf(origin, connect, settings, limits) });
  }
  const login = `${decodeURIComponent(proxy.username)}:${decodeURIComponent(proxy.password)}`;
  return new ProxyAgent({
    uri: proxy.origin,
    ...(login !== ':' && { token: `Basic ${Buffer.from(login).toString('base64')}` }),
    // Many proxies tunnel to port 443 only, so plain HTTP is asked of the proxy itself.
    proxyTunnel: false,
    proxyTls: { ...tlsOptions(settings), timeout: limits.connect },
    requestTls: secure,
    factory: (origin, options) => poolOf(origin, (options as { connect: Connect }).connect, settings, limits),
  });
}

/** Connections to one origin. */
function poolOf(
  origin: string | URL,
  connect: Connect,
  { workers }: ConnectionSettings,
  limits: HttpLimits,
): Pool {
  return new Pool(origin, {
    connections: workers,
    headersTimeout: limits.idle,
    bodyTimeout: limits.idle,
    maxHeaderSize: limits.headers,
    allowH2: true,
    factory: (at, options) => {
      const client: Client = new Client(at, { ...(options as Client.Options), connect: noting });
      // HTTP/1.1 answers in order, so a second request would wait for the first; HTTP/2 takes many at once.
      function noting(asked: buildConnector.Options, done: buildConnector.Callback): void {
        connect(asked, (...result: Parameters<buildConnector.Callback>) => {
          const socket = result[1] as { alpnProtocol?: unknown } | null;
          client.pipelining = socket?.alpnProtocol === 'h2' ? streams : 1;
          done(...result);
        });
      }
      return client;
    },
  });
}

/** A connector whose sockets go through a SOCKS proxy; TLS is spoken with the server behind it. */
function socksConnector(proxy: URL, secure: Connect, limits: HttpLimits): Connect {
  return (asked, done) => {
    const isSecure = asked.protocol === 'https:';
    const port = Number(asked.port || (isSecure ? 443 : 80));
    socksTunnel(proxy, asked.hostname, port, limits.connect).then(
      (socket) => (isSecure ? secure({ ...asked, httpSocket: socket }, done) : done(null, socket)),
      (error: Error) => done(error, null),
    );
  };
}

/** Goes around the proxy for some hosts. */
class Router implements Connections {
  readonly #direct: Dispatcher;
  readonly #proxied: Dispatcher;
  readonly #isBypassed: (host: string) => boolean;

  constructor(direct: Dispatcher, proxied: Dispatcher, hosts: readonly string[]) {
    this.#direct = direct;
    this.#proxied = proxied;
    this.#isBypassed = bypasses(hosts);
  }

  dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    const { host } = new URL(options.origin ?? '');
    const way = this.#isBypassed(host) ? this.#direct : this.#proxied;
    return way.dispatch(options, handler);
  }

  async destroy(): Promise<void> {
    await Promise.all([this.#direct.destroy(), this.#proxied.destroy()]);
  }
}

function proxyAddress(given: string): URL {
  const url = URL.parse(given);
  if (url !== null && /^(?:https?|socks5?h?):$/.test(url.protocol)) return url;
  throw new ArgiopeError(
    'CONFIG',
    `Expected the proxy as http://host:port or socks5://host:port, got ${given}.`,
    { advice: 'Correct --proxy.' },
  );
}
