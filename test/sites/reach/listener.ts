import { createSocket } from 'node:dgram';
import { type AddressInfo, createServer, type Server } from 'node:net';

/** A listener on all addresses of this machine that notes who was called: TCP and UDP, on one port. */
export interface Listener {
  readonly port: number;
  /** Local addresses that were reached. */
  readonly reached: Set<string>;
  close(): void;
}

/** Listens on a free port of every address, of IPv6 too where there is one. */
export async function listenEverywhere(): Promise<Listener> {
  const reached = new Set<string>();
  const server = createServer((socket) => {
    reached.add((socket.localAddress ?? '').replace('::ffff:', ''));
    socket.on('error', () => {});
    socket.end('HTTP/1.1 200 OK\r\nContent-Length: 1\r\nConnection: close\r\n\r\nx');
  });
  await listening(server, '::').catch(() => listening(server, '0.0.0.0'));
  const { port } = server.address() as AddressInfo;
  const udp = createSocket('udp4');
  udp.on('message', () => reached.add('udp'));
  await new Promise<void>((bound) => udp.bind(port, '0.0.0.0', bound));
  return {
    port,
    reached,
    close: () => {
      server.close();
      udp.close();
    },
  };
}

function listening(server: Server, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, host, resolve);
  });
}
