import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CrawlSettings, defaultSettings } from '../../config/index.ts';
import { Manners } from '../../frontier/index.ts';
import type { HookChain } from '../../hooks/index.ts';
import type { CrawlEvent, Page, SiteStore } from '../../model/index.ts';
import { openStoreAt } from '../../store/index.ts';
import { type GatherBounds, gather, gatherBounds } from './gather.ts';

/** What a server does with a request. */
export type Answering = (path: string, response: ServerResponse, host: string) => void;

/** A server on all loopback addresses, with what it saw. */
export interface TestServer {
  readonly port: number;
  /** Requests in order, robots.txt aside. */
  readonly asked: { readonly host: string; readonly path: string; readonly at: number }[];
  /** Most requests under way at one host. */
  together: number;
  close(): Promise<void>;
}

/** Serves pages; each host is told apart by its address. */
export async function serve(answer: Answering, latency = 0): Promise<TestServer> {
  const under = new Map<string, number>();
  const server = createServer((request, response) => {
    const [host, path] = [request.headers.host ?? '', request.url ?? '/'];
    under.set(host, (under.get(host) ?? 0) + 1);
    seen.together = Math.max(seen.together, under.get(host) ?? 0);
    response.once('finish', () => under.set(host, (under.get(host) ?? 1) - 1));
    if (path === '/robots.txt') return void response.writeHead(404).end();
    seen.asked.push({ host, path, at: performance.now() });
    setTimeout(() => answer(path, response, host), latency);
  }).listen(0, '0.0.0.0');
  await once(server, 'listening');
  const seen: TestServer = {
    port: (server.address() as AddressInfo).port,
    asked: [],
    together: 0,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return seen;
}

/** Answers with a page that has links. */
export function page(response: ServerResponse, title: string, links: readonly string[]): void {
  const list = links.map((link) => `<a href="${link}">${link}</a>`).join(' ');
  response.writeHead(200, { 'content-type': 'text/html' });
  response.end(`<title>${title}</title><h1>${title}</h1><p>${list}</p>`);
}

/** Manners that note when each host was asked, by their own clock. */
export class NotingManners extends Manners {
  readonly starts = new Map<string, number[]>();

  override async waitTurn(host: string, signal?: AbortSignal): Promise<void> {
    await super.waitTurn(host, signal);
    const started = this.nextMoment(host) - this.delayOf(host);
    this.starts.set(host, [...(this.starts.get(host) ?? []), started]);
  }
}

/** Gathers into a store of its own, or into one that is there. */
export async function gatherInto(
  file: string,
  seeds: readonly string[],
  settings: Partial<CrawlSettings> = {},
  bounds: Partial<GatherBounds> = {},
  hooks?: HookChain,
) {
  const all = defaultSettings(seeds, { engine: 'http', ...settings });
  const store = await openStoreAt(`sqlite:${file}`);
  const events: CrawlEvent[] = [];
  try {
    const site = (await store.site('site', { seeds, settings: {} })) as SiteStore;
    const manners = new NotingManners(all.delay);
    const listen = (event: CrawlEvent) => events.push(event);
    const parts = { settings: all, site, manners, listen, ...(hooks && { hooks }) };
    const gathered = await gather({ ...parts, signal: null }, { ...gatherBounds, ...bounds });
    const pages = await site.pages({});
    const edges: string[] = [];
    const urlOf = (number: number | null) => pages.find((each) => each.number === number)?.entry;
    for await (const { source, target, reason } of site.allTransitions()) {
      const [from, to] = [urlOf(source), urlOf(target)];
      edges.push(`${pathOf(from)} ${reason === 'queued' ? 'known' : reason} ${pathOf(to)}`);
    }
    const { starts } = manners;
    return { gathered, pages, edges: edges.sort(), events, starts, info: await site.info() };
  } finally {
    await store.close();
  }
}

/** The path of a page that has an address. */
export function pathOf(entry: Page['entry'] | undefined): string {
  return entry?.kind === 'url' ? new URL(entry.url).pathname + new URL(entry.url).search : '-';
}

/** An empty folder that is taken away again. */
export async function makeFolder(): Promise<{ file(name: string): string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'argiope-gather-'));
  return {
    file: (name) => join(path, `${name}.db`),
    remove: () => rm(path, { recursive: true, force: true, maxRetries: 3 }),
  };
}
