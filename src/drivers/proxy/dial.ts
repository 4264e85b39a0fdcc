import { connect, type LookupFunction, type Socket } from 'node:net';
import { connect as connectSecurely } from 'node:tls';
import type { SeedHosts } from '../../frontier/addresses.ts';
import { forbiddenAddress, publicLookup } from '../../frontier/addresses.ts';
import { bypasses } from '../http/bypass.ts';
import type { ConnectionSettings } from '../http/dispatcher.ts';
import { Names } from '../http/names.ts';
import { socksTunnel } from '../http/socks.ts';
import { tlsOptions } from '../http/tls.ts';
import { headEnd, statusOf } from './head.ts';

/** A connection on which a server can be spoken to. */
export interface ServerLine {
  readonly socket: Socket;
  /** Set where another proxy is at its end, that is to be told whole addresses, with its login. */
  readonly proxy: { readonly token: string | null } | null;
  /** Address by number of the server; `null` where another proxy has resolved its name. */
  readonly ip: string | null;
}

/** How a connection is to be used: for plain HTTP, or for whatever its ends speak. */
export type Use = 'http' | 'tunnel';

/** Connects to servers as the HTTP engine does: a name is resolved once, and the address that was checked is dialled. */
export class Dialler {
  readonly #hosts: SeedHosts;
  readonly #lookup: LookupFunction;
  readonly #guarded: LookupFunction;
  readonly #settings: ConnectionSettings;
  readonly #proxy: URL | null;
  readonly #isDirect: (host: string) => boolean;
  readonly #patience: number;

  constructor(settings: ConnectionSettings, hosts: SeedHosts, patience: number, names = new Names()) {
    this.#lookup = names.lookup;
    this.#guarded = publicLookup(names.lookup);
    this.#hosts = hosts;
    this.#settings = settings;
    this.#proxy = settings.proxy === null ? null : new URL(settings.proxy);
    this.#isDirect = bypasses(settings.proxyBypass ?? []);
    this.#patience = patience;
  }

  /** Throws where the host may not be asked or cannot be reached. Behind another proxy it is that one that resolves. */
  async dial(host: string, port: number, use: Use): Promise<ServerLine> {
    const place = new URL(`http://${host}:${port}/`);
    if (!this.#hosts.allows(place)) throw forbiddenAddress(`${host}:${port}`);
    const proxy = this.#proxy;
    const name = bare(place.hostname);
    if (proxy === null || this.#isDirect(place.host)) {
      const lookup = this.#hosts.names(place) ? this.#lookup : this.#guarded;
      const socket = connect({ host: name, port, lookup, noDelay: true });
      await whenOpen(socket, 'connect', this.#patience);
      return { socket, proxy: null, ip: socket.remoteAddress ?? null };
    }
    if (proxy.protocol.startsWith('socks'))
      return { socket: await socksTunnel(proxy, name, port, this.#patience), proxy: null, ip: null };
    const socket = await this.#toProxy(proxy);
    if (use === 'http') return { socket, proxy: { token: tokenOf(proxy) }, ip: null };
    await tunnel(socket, `${host}:${port}`, tokenOf(proxy), this.#patience);
    return { socket, proxy: null, ip: null };
  }

  #toProxy({ protocol, hostname, port }: URL): Promise<Socket> {
    const host = bare(hostname);
    if (protocol === 'http:') {
      const socket = connect({ host, port: Number(port || 80), noDelay: true });
      return whenOpen(socket, 'connect', this.#patience);
    }
    const secure = { ...tlsOptions(this.#settings), servername: host };
    const socket = connectSecurely({ host, port: Number(port || 443), ...secure });
    return whenOpen(socket, 'secureConnect', this.#patience);
  }
}

function bare(host: string): string {
  return host.replace(/^\[|\]$/g, '');
}

function tokenOf({ username, password }: URL): string | null {
  if (username === '') return null;
  const login = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return `Basic ${Buffer.from(login).toString('base64')}`;
}

/** Waits until a socket is open, with an end to the waiting. */
export function whenOpen<S extends Socket>(socket: S, event: string, patience: number): Promise<S> {
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => {
      clearTimeout(timer);
      socket.destroy();
      reject(error);
    };
    const late = () => fail(Object.assign(new Error('connect ETIMEDOUT'), { code: 'ETIMEDOUT' }));
    const timer = setTimeout(late, patience);
    socket.once('error', fail);
    socket.once(event, () => {
      clearTimeout(timer);
      socket.off('error', fail);
      resolve(socket);
    });
  });
}

/** Has another proxy make a tunnel. */
async function tunnel(socket: Socket, place: string, token: string | null, patience: number): Promise<void> {
  const login = token === null ? '' : `Proxy-Authorization: ${token}\r\n`;
  socket.write(`CONNECT ${place} HTTP/1.1\r\nHost: ${place}\r\n${login}\r\n`);
  const status = await new Promise<number>((resolve, reject) => {
    let heard = Buffer.alloc(0);
    const over = (done: () => void) => {
      clearTimeout(timer);
      socket.off('data', hear).off('error', fail).off('close', fail).pause();
      done();
    };
    const fail = () => over(() => reject(new Error('the proxy closed the connection')));
    const hear = (piece: Buffer) => {
      heard = Buffer.concat([heard, piece]);
      const length = headEnd(heard);
      if (length < 0) return heard.length > 1 << 16 ? fail() : undefined;
      over(() => {
        if (heard.length > length) socket.unshift(heard.subarray(length));
        resolve(statusOf(heard));
      });
    };
    const timer = setTimeout(fail, patience);
    socket.on('data', hear).on('error', fail).on('close', fail);
  }).catch((error: Error) => {
    socket.destroy();
    throw error;
  });
  if (status >= 200 && status < 300) return;
  socket.destroy();
  throw new Error(`the proxy answered ${status}`);
}
