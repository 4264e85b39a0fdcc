/**
 * Serves one of the apps: `node bench/apps/serve.ts react-shop`.
 * The first line on stdout is the address to start from; SIGTERM, SIGINT, or with `--attached` the end of
 * stdin stop it, so that a server never outlives the program that started it.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { cacheable, notFound } from '../../test/sites/answer.ts';
import type { App, AppAnswer, AppSite } from './app.ts';
import { bundle } from './build.ts';

/** One request that an app was asked. */
export interface RequestLog {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  /** Whether it came to the second origin. */
  readonly other: boolean;
}

/** An app that is being served on loopback. */
export interface RunningApp extends AppSite {
  /** Address that a crawl starts from. */
  readonly url: string;
  /** Everything asked so far, in order. */
  requests(): readonly RequestLog[];
  close(): Promise<void>;
}

/** Serves an app on 127.0.0.1, and once more on a port of its own that is reached as `localhost`. */
export async function startApp(app: App): Promise<RunningApp> {
  const scripts = new Map<string, string>();
  for (const [path, entry] of Object.entries(app.scripts)) scripts.set(path, await bundle(entry));
  const log: RequestLog[] = [];
  const servers = [createServer(), createServer()] as const;
  const sockets = new Set<Socket>();
  for (const server of servers) {
    server.on('connection', (socket) => {
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
    });
    app.attach?.(server);
  }
  for (const server of servers) await listen(server);
  const [port, otherPort] = servers.map((server) => (server.address() as AddressInfo).port);
  const site: AppSite = { origin: `http://127.0.0.1:${port}`, other: `http://localhost:${otherPort}` };
  for (const server of servers)
    server.on('request', (request, response) => {
      log.push({ method: request.method ?? '', path: request.url ?? '', other: server === servers[1] });
      serve(app, site, scripts, request, response).catch(() => response.destroy());
    });
  return {
    ...site,
    url: `${site.origin}/`,
    requests: () => [...log],
    close: async () => void (await Promise.all(servers.map((server) => close(server, sockets)))),
  };
}

async function serve(
  app: App,
  site: AppSite,
  scripts: ReadonlyMap<string, string>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? '/', site.origin);
  const script = scripts.get(url.pathname);
  const answer =
    script === undefined
      ? await app.answer(
          {
            method: request.method ?? 'GET',
            path: url.pathname,
            query: url.searchParams,
            body: await bodyOf(request),
          },
          site,
        )
      : cacheable('text/javascript; charset=utf-8', script);
  await send(answer ?? notFound(), request, response);
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

async function send(answer: AppAnswer, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (answer.delayMs) await wait(answer.delayMs);
  response.writeHead(answer.status ?? 200, answer.headers ?? {});
  response.end(request.method === 'HEAD' ? undefined : Buffer.from(answer.body ?? ''));
}

function listen(server: Server): Promise<void> {
  server.keepAliveTimeout = 60_000;
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => resolve());
  });
}

function close(server: Server, sockets: Iterable<Socket>): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    // Also those that became WebSockets, which the server no longer counts as its own.
    for (const socket of sockets) socket.destroy();
  });
}

async function main(): Promise<void> {
  const { apps } = await import('./catalogue.ts');
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { attached: { type: 'boolean', default: false } },
  });
  const app = apps.find(({ name }) => name === positionals[0]);
  if (!app) {
    console.error(
      `expected one of ${apps.map(({ name }) => name).join(', ')}; got "${positionals[0] ?? ''}"`,
    );
    process.exit(2);
  }
  const running = await startApp(app);
  console.log(running.url);
  const stop = () => void running.close().then(() => process.exit(0));
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  if (values.attached) process.stdin.once('end', stop).once('error', stop).resume();
}

if (import.meta.main) await main();
