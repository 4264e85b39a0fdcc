import type { AddressInfo, Server, Socket } from 'node:net';

const connections = new WeakMap<Server, Set<Socket>>();

/** Lets a server listen on loopback, at a free port unless one is given; gives `http://127.0.0.1:PORT`. */
export async function startServer(server: Server, port = 0): Promise<string> {
  const open = new Set<Socket>();
  connections.set(server, open);
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', reject).listen(port, '127.0.0.1', resolve);
  await promise;
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Stops a server, and drops who is connected to it. */
export async function stopServer(server: Server): Promise<void> {
  for (const socket of connections.get(server) ?? []) socket.destroy();
  await new Promise((closed) => server.close(closed));
}
