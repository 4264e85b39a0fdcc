import { createServer, type Server } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { startServer, stopServer } from '../servers.ts';
import { certificate, certificateKey } from './certificate.ts';
import {
  type Bytes,
  chainStep,
  goodPage,
  hostileCases,
  rawPage,
  robotsCases,
  robotsPage,
} from './hostile-cases.ts';
import { malformed } from './malformed.ts';

/** A site of good pages with everything between them that a server can do wrong, and hosts beside it. */
export interface HostileSite {
  readonly url: string;
  readonly good: number;
  readonly malformed: number;
  /** Start addresses of hosts with a broken robots.txt, by the name of what is wrong. */
  readonly robots: Readonly<Record<string, string>>;
  /** Start addresses whose TLS does not work, and the start address of the site itself as https. */
  readonly tls: readonly string[];
  close(): Promise<void>;
}

/** Starts the site on loopback. */
export async function startHostile(size: { good: number; malformed: number }): Promise<HostileSite> {
  const ends: (() => Promise<void>)[] = [];
  const up = async (server: Server): Promise<string> => {
    ends.push(() => stopServer(server));
    return new URL(await startServer(server)).host;
  };
  const pages = pagesOf(size);
  const host = await up(rawServer((path) => pages(path)));
  const robots: Record<string, string> = {};
  for (const [name, { robots: bytes }] of Object.entries(robotsCases)) {
    const page = (path: string): Bytes => (path === '/robots.txt' ? bytes : robotsPage(name, path));
    robots[name] = `http://${await up(rawServer(page))}/`;
  }
  const selfSigned = createTlsServer({ key: certificateKey, cert: certificate }, (socket) => socket.end());
  const deaf = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.once('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
  });
  const tls = [`https://${await up(selfSigned)}/`, `https://${await up(deaf)}/`];
  const close = async (): Promise<void> => {
    await Promise.all(ends.map((end) => end()));
  };
  return { url: `http://${host}/`, ...size, robots, tls, close };
}

/** Good pages lead to one another and, each of them, to some that are not. */
function pagesOf({ good, malformed: bad }: { good: number; malformed: number }): (path: string) => Bytes {
  const wrong = [
    ...Object.keys(hostileCases).map((name) => `/${name}`),
    ...numbers(bad).map((n) => `/m/${n}`),
  ];
  const linksOf = (number: number) => [
    ...[2 * number + 1, 2 * number + 2].filter((next) => next < good).map((next) => `/good/${next}`),
    ...wrong.filter((_, at) => at % good === number),
  ];
  const missing = Buffer.from('HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n');
  return (path) => {
    const [, kind = '', name = ''] = path.split('?', 1)[0]?.split('/') ?? [];
    if (path === '/') return goodPage(0, linksOf(0));
    if (kind === 'good') return goodPage(Number(name), linksOf(Number(name)));
    if (kind === 'm' && Number(name) < bad) return rawPage(malformed(Number(name)));
    if (kind === 'chain') return chainStep(Number(name));
    return hostileCases[kind]?.sent ?? missing;
  };
}

function numbers(count: number): readonly number[] {
  return Array.from({ length: count }, (_, number) => number);
}

/** A server that sends bytes as they are; requests of one connection are answered in their order. */
function rawServer(page: (path: string) => Bytes): Server {
  return createServer((socket) => {
    let asked = '';
    socket.on('error', () => socket.destroy());
    socket.on('data', (piece) => {
      asked += piece.toString('latin1');
      for (let end = asked.indexOf('\r\n\r\n'); end >= 0; end = asked.indexOf('\r\n\r\n')) {
        const bytes = page(/^\S+ (\S+)/.exec(asked)?.[1] ?? '/');
        asked = asked.slice(end + 4);
        if (typeof bytes === 'function') bytes(socket);
        else socket.write(bytes);
      }
    });
  });
}
