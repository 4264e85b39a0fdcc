/** A server of a small crawl, for tests. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startShop } from '../../test/sites/shop.ts';
import { defaultSettings } from '../config/index.ts';
import { runCrawl } from '../run/crawl.ts';
import { type Serving, startServing } from './index.ts';

/** What came back. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

/** A crawl of a shop that was read without a browser, and the server that shows it. */
export interface ServedFixture {
  readonly serving: Serving;
  /** Folder below which crawls are. */
  readonly root: string;
  readonly siteUrl: string;
  /** Asks with exactly these headers, a `Host` among them. */
  ask(
    path: string,
    headers?: Readonly<Record<string, string>>,
    method?: string,
    body?: string,
  ): Promise<RawAnswer>;
  /** Asks with the token; gives JSON. */
  json<T>(path: string, body?: unknown): Promise<T>;
  close(): Promise<void>;
}

/** Crawls the shop by plain requests, four pages and a broken link, and serves it as `shop`. */
export async function serveShop(): Promise<ServedFixture> {
  const root = mkdtempSync(join(tmpdir(), 'argiope-serve-test-'));
  const site = await startShop();
  const out = join(root, 'argiope-out', 'shop');
  mkdirSync(out, { recursive: true });
  await runCrawl({
    ...defaultSettings([site.url], { engine: 'http' }),
    out,
    store: `sqlite:${join(out, 'argiope.db')}`,
  });
  const serving = await startServing({
    place: null,
    cwd: root,
    port: 0,
    token: null,
    browser: null,
    viewport: [1280, 800],
  });
  const asked = (
    path: string,
    headers: Readonly<Record<string, string>> = {},
    method = 'GET',
    body?: string,
  ) => rawRequest(serving.origin, path, headers, method, body);
  return {
    serving,
    root,
    siteUrl: site.url,
    ask: asked,
    json: async <T>(path: string, body?: unknown) => {
      const headers = { authorization: `Bearer ${serving.token}`, 'content-type': 'application/json' };
      const { status, text } = await asked(
        path,
        headers,
        body === undefined ? 'GET' : 'POST',
        body === undefined ? undefined : JSON.stringify(body),
      );
      if (status !== 200) throw new Error(`${path}: ${status} ${text}`);
      return JSON.parse(text) as T;
    },
    close: async () => {
      await serving.close();
      await site.close();
      rmSync(root, { recursive: true, force: true });
    },
  };
}

/** One request with headers as given: `fetch` would not let a test forge them. */
export function rawRequest(
  origin: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  method = 'GET',
  body?: string,
): Promise<RawAnswer> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path, method, headers, agent: false }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: Buffer.concat(parts).toString('utf8'),
        }),
      );
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
