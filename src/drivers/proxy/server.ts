import { timingSafeEqual } from 'node:crypto';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { SeedHosts } from '../../frontier/addresses.ts';
import type { ConnectionSettings } from '../http/dispatcher.ts';
import { Dialler } from './dial.ts';
import type { RequestHead } from './head.ts';
import type { Interception } from './interception.ts';
import { couple, type Reception, Visitor } from './visitor.ts';

/** Connections at once; a browser opens 32 for pages and as many for sockets. */
const mostConnections = 512;
/** Milliseconds without a byte after which a connection is ended: pages are waited for a third of that (patience.ts). */
const idle = 60_000;

/** What the proxy of a run is started with. */
export interface ProxyOrder {
  readonly settings: ConnectionSettings;
  /** `user:password` of who may use it. */
  readonly credential: string;
  /** Milliseconds that a connection may take to come about. */
  readonly patience: number;
}

/** Told what became of attempts to reach a server, by `host:port`. */
export interface Outcomes {
  note(place: string, cause: unknown): void;
  /** The server was reached. */
  forget(place: string): void;
}

/** A proxy that listens on loopback. */
export interface ListeningProxy {
  readonly port: number;
  close(): Promise<void>;
}

/**
 * Listens for the browsers of a run: resolves names, judges addresses as the HTTP engine does, and connects to what
 * was judged. With a `record` it reads along.
 */
export async function listen(
  { settings, credential, patience }: ProxyOrder,
  outcomes: Outcomes,
  record: Interception | null,
): Promise<ListeningProxy> {
  const token = Buffer.from(`Basic ${Buffer.from(credential).toString('base64')}`);
  const dialler = new Dialler(settings, new SeedHosts(settings.seeds, settings.allowPrivate), patience);
  const note = ({ host, port }: RequestHead, cause: unknown) => outcomes.note(`${host}:${port}`, cause);
  const reception: Reception = {
    admits: (authorization) => {
      const given = Buffer.from(authorization ?? '');
      return given.length === token.length && timingSafeEqual(given, token);
    },
    reach: async (head, use) => {
      try {
        const line = await dialler.dial(head.host, head.port, use);
        outcomes.forget(`${head.host}:${head.port}`);
        line.socket.setTimeout(idle, () => line.socket.destroy());
        return line;
      } catch (error) {
        note(head, error);
        return null;
      }
    },
    refuse: note,
    tunnel: (head, client, line) => {
      if (record === null) couple(client, line.socket, null);
      else void record.intercept(head, client, line).catch((error) => note(head, error));
    },
    tap: (head, line) => record?.tap(head, line, 'http') ?? null,
  };
  const open = new Set<Socket>();
  const server = createServer({ noDelay: true }, (client) => {
    open.add(client);
    client.once('close', () => open.delete(client));
    client.setTimeout(idle, () => client.destroy());
    new Visitor(client, reception);
  });
  server.maxConnections = mostConnections;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      for (const client of open) client.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
