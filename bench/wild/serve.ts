/**
 * Serves one suite: `node bench/wild/serve.ts mui-pagination --data DIR`.
 * The first line on stdout is the address to start from; SIGTERM, SIGINT, or with `--attached` the end of stdin stop it.
 */
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import {
  request as ask,
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Answer } from '../../test/sites/answer.ts';
import { killGroup, startChild } from '../children.ts';
import { bundlePage, missingPackages } from './build.ts';
import type { Handler, Suite } from './suite.ts';

/** One request and how it was answered. */
export interface Asked {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly status: number;
}

/** A suite that is being served on loopback. */
export interface Served {
  readonly origin: string;
  /** Where a crawl starts, once per host. */
  readonly urls: readonly string[];
  /** Everything asked so far, in order. */
  asked(): readonly Asked[];
  close(): Promise<void>;
}

/** Why a suite cannot be served from this data; `null` if it can. */
export function missing(suite: Suite, data: string): string | null {
  const { source } = suite;
  if (source.kind === 'site') return null;
  if (source.kind === 'page') {
    const absent = missingPackages(source.packages, data);
    return absent.length === 0
      ? null
      : `npm packages ${absent.join(', ')} are not in ${join(data, 'node_modules')}`;
  }
  const file = existsSync(join(data, source.folder, 'start'))
    ? join(data, source.folder)
    : fileOf(join(data, source.folder), suite.start);
  return existsSync(file) ? null : `there is no ${file}`;
}

/** Serves a suite on a free port of 127.0.0.1, and of the addresses after it where it wants several hosts. */
export async function serveSuite(suite: Suite, data: string, port = 0): Promise<Served> {
  const { handle, stop } = await handlerOf(suite, data);
  const log: Asked[] = [];
  const listener: Handler = (request, response) => {
    response.once('close', () =>
      log.push({
        method: request.method ?? '',
        path: request.url ?? '',
        status: response.headersSent ? response.statusCode : 0,
      }),
    );
    handle(request, response);
  };
  const hosts = suite.source.kind === 'site' ? (suite.source.hosts ?? 1) : 1;
  const servers: Server[] = [];
  let bound = port;
  for (let host = 1; host <= hosts; host++) {
    const server = createServer(listener);
    server.listen(bound, `127.0.0.${host}`);
    await once(server, 'listening');
    bound = (server.address() as AddressInfo).port;
    servers.push(server);
  }
  const urls = servers.map((_, at) => `http://127.0.0.${at + 1}:${bound}${suite.start}`);
  return {
    origin: `http://127.0.0.1:${bound}`,
    urls,
    asked: () => [...log],
    close: async () => {
      for (const server of servers) {
        server.close();
        server.closeAllConnections();
      }
      await stop();
    },
  };
}

async function handlerOf(
  suite: Suite,
  data: string,
): Promise<{ readonly handle: Handler; stop(): Promise<void> }> {
  const { source } = suite;
  const stop = async () => {};
  if (source.kind === 'site') return { handle: source.handle, stop };
  if (source.kind === 'page') return { handle: await pageHandler(source, data), stop };
  const folder = join(data, source.folder);
  return existsSync(join(folder, 'start')) ? await started(folder) : { handle: fileHandler(folder), stop };
}

async function pageHandler(
  source: Extract<Suite['source'], { kind: 'page' }>,
  data: string,
): Promise<Handler> {
  const { script, style } = await bundlePage(source.entry, data);
  const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${source.entry}</title><link rel="icon" href="data:,"><link rel="stylesheet" href="/page.css"></head><body><div id="root"></div><script src="/page.js"></script></body></html>`;
  const files: Readonly<Record<string, readonly [type: string, body: string]>> = {
    '/': [types['.html'] ?? '', page],
    '/page.js': [types['.js'] ?? '', script],
    '/page.css': [types['.css'] ?? '', style],
  };
  return (request, response) => {
    const path = pathOf(request);
    const file = files[path];
    if (file) answer(response, { headers: { 'content-type': file[0] }, body: file[1] });
    else answer(response, source.answer?.(path) ?? { status: 404, body: 'not found' });
  };
}

/** Files of a folder; a folder's own address shows its `index.html`. */
function fileHandler(folder: string): Handler {
  return (request, response) => {
    sendFile(folder, pathOf(request), response).catch(() =>
      answer(response, { status: 404, headers: { 'content-type': 'text/plain' }, body: 'not found' }),
    );
  };
}

async function sendFile(folder: string, path: string, response: ServerResponse): Promise<void> {
  const plain = join(folder, normalize(path));
  if (!path.endsWith('/') && (await stat(plain)).isDirectory()) {
    answer(response, { status: 301, headers: { location: `${encodeURI(path)}/` } });
    return;
  }
  const file = fileOf(folder, path);
  const type = types[extname(file)] ?? 'application/octet-stream';
  answer(response, { headers: { 'content-type': type }, body: await readFile(file) });
}

/** The program of a folder, with a log before it: what it is asked goes through here, under the address that was used. */
async function started(folder: string): Promise<{ readonly handle: Handler; stop(): Promise<void> }> {
  const port = await freePort();
  const child = startChild(join(folder, 'start'), [], {
    stdio: 'ignore',
    env: { ...process.env, PORT: String(port) },
  });
  const exited = once(child, 'exit');
  await answers(port);
  return {
    handle: (request, response) => forward(port, request, response),
    stop: async () => {
      killGroup(child);
      await exited;
    },
  };
}

function forward(port: number, request: IncomingMessage, response: ServerResponse): void {
  const { method, url: path, headers } = request;
  const onward = ask({ host: '127.0.0.1', port, method, path, headers }, (reply) => {
    response.writeHead(reply.statusCode ?? 502, reply.headers);
    reply.pipe(response);
  });
  onward.once('error', () => answer(response, { status: 502 }));
  request.pipe(onward);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Waits until something listens; a program that does not within 30 seconds is an error. */
async function answers(port: number): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    const socket = connect(port, '127.0.0.1');
    const open = await Promise.race([
      once(socket, 'connect').then(() => true),
      once(socket, 'error').then(() => false),
    ]).catch(() => false);
    socket.destroy();
    if (open) return;
    await wait(100);
  }
  throw new Error(`the program "start" does not listen on port ${port}, which it was given as PORT`);
}

function fileOf(folder: string, path: string): string {
  return join(folder, path.endsWith('/') ? `${path}index.html` : path);
}

function pathOf(request: IncomingMessage): string {
  return decodeURIComponent((request.url ?? '/').replace(/[?#].*$/, ''));
}

/** Sends an answer. */
export function answer(response: ServerResponse, { status = 200, headers = {}, body }: Answer): void {
  if (response.headersSent) return;
  response.writeHead(status, { 'cache-control': 'no-cache', ...headers });
  response.end(body);
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.gif': 'image/gif',
  '.jpg': 'image/jpeg',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
};

async function main(): Promise<void> {
  const { suites } = await import('./catalogue.ts');
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      data: { type: 'string', default: '.' },
      port: { type: 'string', default: '0' },
      attached: { type: 'boolean', default: false },
    },
  });
  const suite = suites.find(({ name }) => name === positionals[0]);
  const why = suite
    ? missing(suite, values.data)
    : `expected one of ${suites.map(({ name }) => name).join(', ')}; got "${positionals[0] ?? ''}"`;
  if (!suite || why !== null) {
    console.error(why);
    process.exit(2);
  }
  const served = await serveSuite(suite, values.data, Number(values.port));
  console.log(served.urls.join(' '));
  const stop = () => void served.close().then(() => process.exit(0));
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  if (values.attached) process.stdin.once('end', stop).once('error', stop).resume();
}

if (import.meta.main) await main();
