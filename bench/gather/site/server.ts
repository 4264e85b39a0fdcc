/**
 * Serves sites for the gathering benchmark in a process of its own: `node server.ts '{"pages":20000}'`.
 * The first line on stdout is its ports; the end of stdin stops it. Each address and port is a host of its
 * own. `/__stats` tells what was asked, `/__reset` forgets it.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { HostLog } from './host-log.ts';
import { htmlOf, numberOf } from './pages.ts';

/** What to serve. */
export interface ServerOrder {
  /** Pages of each host. */
  readonly pages: number;
  readonly ports?: number;
  /** Milliseconds before each answer. */
  readonly latency?: number;
}

const order = JSON.parse(process.argv[2] ?? '{}') as ServerOrder;
const { pages, ports = 1, latency = 0 } = order;
let log = new HostLog();

function serve(request: IncomingMessage, response: ServerResponse): void {
  const path = request.url ?? '/';
  if (path === '/__stats') return void response.end(JSON.stringify(log.stats()));
  if (path === '/__reset') {
    log = new HostLog();
    return void response.end();
  }
  const number = numberOf(path, pages);
  const done = log.asked(request.headers.host ?? '', number);
  response.once('finish', done);
  if (latency === 0) answer(response, number, request);
  else setTimeout(() => answer(response, number, request), latency);
}

function answer(response: ServerResponse, number: number | null, request: IncomingMessage): void {
  const { url: path, headers } = request;
  if (number === null) {
    response.writeHead(path === '/robots.txt' ? 200 : 404, { 'content-type': 'text/plain' });
    response.end(path === '/robots.txt' ? 'User-agent: *\nDisallow:\n' : 'nothing here');
    return;
  }
  const body = Buffer.from(htmlOf(number, pages, headers.host ?? ''));
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-length': body.length });
  response.end(body);
}

const servers = await Promise.all(
  Array.from({ length: ports }, async () => {
    const server = createServer({ keepAliveTimeout: 60_000 }, serve).listen(0, '0.0.0.0');
    await once(server, 'listening');
    return server;
  }),
);
console.log(JSON.stringify(servers.map((server) => (server.address() as AddressInfo).port)));
process.stdin.once('end', () => process.exit(0)).resume();
