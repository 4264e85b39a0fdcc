import { createServer as createHttpServer } from 'node:http';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { startServer, stopServer } from '../servers.ts';

/** A proxy on loopback, with what it was asked for. */
export interface RunningProxy {
  /** Host and port. */
  readonly host: string;
  /** `host:port` of every connection that it was asked to make, and whole addresses it was asked to fetch. */
  readonly asked: string[];
  close(): Promise<void>;
}

/** How a proxy behaves. */
export interface ProxyRules {
  /** `user:password` that it wants; absent: everybody may use it. */
  readonly login?: string;
  /** Where it connects instead: names that exist nowhere lead to servers of a test. */
  readonly resolve?: (host: string, port: number) => { readonly host: string; readonly port: number };
}

const asGiven: NonNullable<ProxyRules['resolve']> = (host, port) => ({ host, port });

/** Starts a SOCKS5 proxy (RFC 1928, 1929). */
export async function startSocks({ login, resolve = asGiven }: ProxyRules = {}): Promise<RunningProxy> {
  const asked: string[] = [];
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    serveSocks(socket, login, (host, port) => {
      asked.push(`${host}:${port}`);
      return resolve(host, port);
    }).catch(() => socket.destroy());
  });
  return running(server, asked);
}

async function serveSocks(
  socket: Socket,
  login: string | undefined,
  resolve: NonNullable<ProxyRules['resolve']>,
): Promise<void> {
  const take = reader(socket);
  const [, count = 0] = await take(2);
  const methods = await take(count);
  const wanted = login === undefined ? 0 : 2;
  socket.write(Buffer.from([5, methods.includes(wanted) ? wanted : 0xff]));
  if (!methods.includes(wanted)) return void socket.end();
  if (login !== undefined) {
    const user = await take((await take(2))[1] ?? 0);
    const password = await take((await take(1))[0] ?? 0);
    const isRight = `${user}:${password}` === login;
    socket.write(Buffer.from([1, isRight ? 0 : 1]));
    if (!isRight) return void socket.end();
  }
  const [, , , kind] = await take(4);
  const host = await hostOf(kind ?? 0, take);
  const to = resolve(host, (await take(2)).readUInt16BE(0));
  const target = connect(to);
  target.once('error', () => socket.end(Buffer.from([5, 5, 0, 1, 0, 0, 0, 0, 0, 0])));
  target.once('connect', () => {
    socket.write(Buffer.from([5, 0, 0, 1, 127, 0, 0, 1, 0, 0]));
    take.release();
    join(socket, target);
  });
}

async function hostOf(kind: number, take: (count: number) => Promise<Buffer>): Promise<string> {
  if (kind === 1) return [...(await take(4))].join('.');
  if (kind === 3) return String(await take((await take(1))[0] ?? 0));
  const bytes = await take(16);
  return Array.from({ length: 8 }, (_, i) => bytes.readUInt16BE(2 * i).toString(16)).join(':');
}

/** Bytes go both ways until one side is gone. */
function join(one: Socket, other: Socket): void {
  one.pipe(other).pipe(one);
  one.once('close', () => other.destroy());
  other.once('close', () => one.destroy());
}

function reader(socket: Socket): ((count: number) => Promise<Buffer>) & { release(): void } {
  let buffer = Buffer.alloc(0);
  let wake = () => {};
  const onData = (chunk: Buffer) => {
    buffer = Buffer.concat([buffer, chunk]);
    wake();
  };
  socket.on('data', onData);
  const take = async (count: number): Promise<Buffer> => {
    while (buffer.length < count) await new Promise<void>((resolve) => (wake = resolve));
    const taken = buffer.subarray(0, count);
    buffer = buffer.subarray(count);
    return taken;
  };
  return Object.assign(take, {
    release() {
      socket.off('data', onData);
      if (buffer.length > 0) socket.unshift(buffer);
    },
  });
}

/** Starts an HTTP proxy: `CONNECT` for https, whole addresses for http. */
export async function startHttpProxy({ login, resolve = asGiven }: ProxyRules = {}): Promise<RunningProxy> {
  const asked: string[] = [];
  const basic = login === undefined ? undefined : `Basic ${Buffer.from(login).toString('base64')}`;
  const server = createHttpServer((request, response) => {
    if (basic !== undefined && request.headers['proxy-authorization'] !== basic)
      return response.writeHead(407, { 'proxy-authenticate': 'Basic realm="p"' }).end();
    asked.push(request.url ?? '');
    const url = new URL(request.url ?? '');
    const target = connect(resolve(url.hostname, Number(url.port || 80)));
    target.on('error', () => response.writeHead(502).end());
    const { 'proxy-authorization': _, 'proxy-connection': __, ...headers } = request.headers;
    const lines = Object.entries({ ...headers, connection: 'close' }).map(
      ([name, value]) => `${name}: ${value}`,
    );
    target.write(`GET ${url.pathname}${url.search} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
    target.pipe(response.socket as Socket);
  });
  server.on('connect', (request, socket: Socket, head: Buffer) => {
    socket.on('error', () => socket.destroy());
    if (basic !== undefined && request.headers['proxy-authorization'] !== basic) {
      socket.end('HTTP/1.1 407 No\r\nproxy-authenticate: Basic realm="p"\r\ncontent-length: 0\r\n\r\n');
      return;
    }
    asked.push(request.url ?? '');
    const { hostname, port } = new URL(`http://${request.url}`);
    const target = connect(resolve(hostname, Number(port || 443)));
    target.on('error', () => socket.end('HTTP/1.1 502 No\r\n\r\n'));
    target.once('connect', () => {
      socket.write('HTTP/1.1 200 Ok\r\n\r\n');
      target.write(head);
      join(socket, target);
    });
  });
  return running(server, asked);
}

async function running(server: Server, asked: string[]): Promise<RunningProxy> {
  return { host: new URL(await startServer(server)).host, asked, close: () => stopServer(server) };
}
