import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import type { Answer, Ask, Site } from './answer.ts';

/** How a site is served. */
export interface ServeOptions {
  /** 0 or absent: a free one. */
  readonly port?: number;
  /** Added to every answer. */
  readonly latencyMs?: number;
  /** Connections beyond this are dropped. */
  readonly maxConnections?: number;
}

/** What a site was asked since it started or was last reset. */
export interface SiteStats {
  readonly requests: number;
  readonly bytes: number;
  /** Requests per path, query included. */
  readonly paths: Readonly<Record<string, number>>;
  /** Most connections that were open at one moment. */
  readonly peakConnections: number;
}

/** A site that is being served on loopback. */
export interface RunningSite {
  readonly origin: string;
  /** Address of the page a crawl starts from. */
  readonly url: string;
  stats(): SiteStats;
  reset(): void;
  close(): Promise<void>;
}

/** Serves a site on 127.0.0.1; `GET /__stats` and `POST /__reset` are answered beside it and not counted. */
export async function startSite(site: Site, options: ServeOptions = {}): Promise<RunningSite> {
  const log = new Log();
  const server = createServer((request, response) => {
    serve(site, log, options.latencyMs ?? 0, request, response).catch(() => response.destroy());
  });
  server.keepAliveTimeout = 60_000;
  if (options.maxConnections !== undefined) server.maxConnections = options.maxConnections;
  await listen(server, options.port ?? 0);
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    url: origin + site.start,
    stats: () => log.stats(),
    reset: () => log.reset(),
    close: () => close(server),
  };
}

/** Counts by path: bounded by the site, not by how long it is served. */
class Log {
  private requests = 0;
  private bytes = 0;
  private paths = new Map<string, number>();
  private readonly open = new Set<Socket>();
  private peak = 0;

  /** Only connections that ask for the site count, not those that ask for its figures. */
  asked(path: string, socket: Socket): void {
    this.requests += 1;
    this.paths.set(path, (this.paths.get(path) ?? 0) + 1);
    if (this.open.has(socket)) return;
    this.open.add(socket);
    this.peak = Math.max(this.peak, this.open.size);
    socket.once('close', () => this.open.delete(socket));
  }

  sent(bytes: number): void {
    this.bytes += bytes;
  }

  stats(): SiteStats {
    return {
      requests: this.requests,
      bytes: this.bytes,
      paths: Object.fromEntries(this.paths),
      peakConnections: this.peak,
    };
  }

  reset(): void {
    this.requests = 0;
    this.bytes = 0;
    this.paths = new Map();
    this.peak = this.open.size;
  }
}

async function serve(
  site: Site,
  log: Log,
  latencyMs: number,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://127.0.0.1');
  if (url.pathname === '/__stats') return sendControl(response, JSON.stringify(log.stats()));
  if (url.pathname === '/__reset' && request.method === 'POST') {
    log.reset();
    return sendControl(response, '{}');
  }
  const path = url.pathname + url.search;
  log.asked(path, request.socket);
  const answer = site.respond(await readAsk(request, url));
  const delay = latencyMs + (answer.delayMs ?? 0);
  if (delay > 0) await wait(delay);
  await send(answer, log, request, response);
}

async function readAsk(request: IncomingMessage, url: URL): Promise<Ask> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return {
    method: request.method ?? 'GET',
    path: url.pathname,
    query: url.searchParams,
    origin: `http://${request.headers.host ?? '127.0.0.1'}`,
    headers: request.headers,
    body: Buffer.concat(chunks).toString(),
  };
}

async function send(
  answer: Answer,
  log: Log,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  response.writeHead(answer.status ?? 200, answer.headers ?? {});
  if (answer.pieces && request.method !== 'HEAD') {
    await pipeline(Readable.from(counted(answer.pieces(), log)), response).catch(() => response.destroy());
    return;
  }
  const body = Buffer.from(answer.body ?? '');
  log.sent(body.length);
  response.end(request.method === 'HEAD' ? undefined : body);
}

function* counted(pieces: Iterable<Uint8Array>, log: Log): Iterable<Uint8Array> {
  for (const piece of pieces) {
    log.sent(piece.length);
    yield piece;
  }
}

function sendControl(response: ServerResponse, body: string): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(body);
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve());
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
