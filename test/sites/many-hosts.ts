import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A site of many hosts on loopback, with what its servers saw. */
export interface ManyHosts {
  readonly seeds: readonly string[];
  /** Moments of requests by address, rules aside. */
  readonly asked: Map<string, number[]>;
  /** Requests for rules (robots.txt). */
  rules: number;
  /** Most requests under way at one moment. */
  most: number;
  /**
   * The shortest time between two requests to one host, in milliseconds. A server that was held up cannot tell when
   * within that time a request came: it is taken for the best.
   */
  apart: number;
  close(): Promise<void>;
}

/**
 * Serves hosts of some pages each: a tree with links between hosts, one page that all hosts have alike, one that
 * redirects to the start of another host, and one that is missing.
 */
export async function serveManyHosts({
  hosts,
  pages,
  latency = 0,
}: {
  readonly hosts: number;
  readonly pages: number;
  readonly latency?: number;
}): Promise<ManyHosts> {
  let under = 0;
  let awakeAt = performance.now();
  const clock = setInterval(() => {
    awakeAt = performance.now();
  }, 5);
  const earliest = new Map<string, number>();
  const server = createServer((request, response) => {
    const { host = '' } = request.headers;
    const path = request.url ?? '/';
    if (path === '/robots.txt') {
      site.rules++;
      return void response.writeHead(404).end();
    }
    const address = `http://${host}${path}`;
    site.asked.set(address, [...(site.asked.get(address) ?? []), performance.now()]);
    site.most = Math.max(site.most, ++under);
    const before = earliest.get(host);
    if (before !== undefined) site.apart = Math.min(site.apart, performance.now() - before);
    earliest.set(host, awakeAt);
    response.once('close', () => under--);
    setTimeout(() => {
      const answer = answerOf(host, path, { hosts, pages, port });
      response.writeHead(answer.status, answer.headers).end(answer.body);
    }, latency);
  }).listen(0, '0.0.0.0');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const site: ManyHosts = {
    seeds: Array.from({ length: hosts }, (_, host) => `http://${nameOf(host, port)}/`),
    asked: new Map(),
    rules: 0,
    most: 0,
    apart: Number.POSITIVE_INFINITY,
    close: async () => {
      clearInterval(clock);
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return site;
}

function nameOf(host: number, port: number): string {
  return `127.0.${1 + (host >> 7)}.${1 + (host & 127)}:${port}`;
}

function answerOf(
  host: string,
  path: string,
  { hosts, pages, port }: { readonly hosts: number; readonly pages: number; readonly port: number },
) {
  const [, , third = 1, fourth = 1] = host.split(':')[0]?.split('.').map(Number) ?? [];
  const own = ((third - 1) << 7) + fourth - 1;
  const number = path === '/' ? 0 : Number(path.slice(2));
  const away = (step: number) => `http://${nameOf((own + step) % hosts, port)}`;
  if (path === '/moved') return { status: 302, headers: { location: `${away(1)}/` }, body: '' };
  if (!(number < pages)) return { status: 404, headers: {}, body: '' };
  const inside = [2 * number + 1, 2 * number + 2].filter((each) => each < pages).map((each) => `/p${each}`);
  const links = [...inside, `${away(number + 1)}/p${(number * 7) % pages}`, `${away(3)}/`];
  if (number === 0) links.push('/moved', '/missing');
  const text =
    number === 5 ? 'the same on every host' : `words of ${host} ${number} ${'lorem ipsum '.repeat(30)}`;
  const list = number === 5 ? [] : links.map((link) => `<a href="${link}">${link}</a>`);
  const title = number === 5 ? 'alike' : `${host} ${number}`;
  return {
    status: 200,
    headers: { 'content-type': 'text/html' },
    body: `<title>${title}</title><h1>${title}</h1><p>${text}</p>${list.join(' ')}`,
  };
}
