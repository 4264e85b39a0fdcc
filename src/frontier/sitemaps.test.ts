import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, before, test } from 'node:test';
import { createGzip, gzipSync } from 'node:zlib';
import { startServer, stopServer } from '../../test/servers.ts';
import { type HttpDriver, httpDriver } from '../drivers/http/index.ts';
import { sitemapLimits, sitemapPages } from './sitemaps.ts';

const index = (...paths: readonly string[]) =>
  `<sitemapindex>${paths.map((path) => `<sitemap><loc>${path}</loc></sitemap>`).join('')}</sitemapindex>`;
const set = (...paths: readonly string[]) =>
  `<urlset>${paths.map((path) => `<url><loc>${path}</loc></url>`).join('')}</urlset>`;

const served: Record<string, string | Buffer> = {
  '/loop': index('/loop', '/other', '/packed.xml.gz'),
  '/other': index('/loop', '/leaf'),
  '/leaf': set('/1', '/2'),
  '/packed.xml.gz': gzipSync(set('/3')),
  '/0': index('/d1'),
  '/d1': index('/d2'),
  '/d2': index('/d3', '/d3b'),
  '/d3': index('/d4'),
  '/d3b': set('/deep'),
  '/many.txt': Array.from({ length: sitemapLimits.urls + 3 }, (_, n) => `http://h/${n}\n`).join(''),
};
const server = createServer(({ url = '' }, response) => {
  if (url === '/bomb.gz') {
    const bomb = createGzip();
    response.writeHead(200, { 'content-type': 'application/gzip' });
    bomb.pipe(response);
    bomb.write('<urlset><url><loc>/first</loc></url>');
    const space = Buffer.alloc(1024 * 1024, ' ');
    for (let mib = 0; mib < 60; mib++) bomb.write(space);
    bomb.end('<url><loc>/second</loc></url></urlset>');
    return;
  }
  const body = served[url];
  response.writeHead(body ? 200 : 404, { 'content-type': 'application/octet-stream' }).end(body);
});
let origin = '';
let driver: HttpDriver;
before(async () => {
  origin = await startServer(server);
  const plain = { proxy: null, workers: 1, userAgent: null, headers: {}, auth: null };
  driver = httpDriver({ ...plain, seeds: [origin] });
});
after(async () => {
  await driver.close();
  await stopServer(server);
});

async function read(...starts: readonly string[]) {
  const problems: string[] = [];
  const paths: string[] = [];
  const files = sitemapPages(
    starts.map((path) => origin + path),
    (url, most, take) => driver.stream(url, most, take),
    (url, why) => problems.push(`${url.slice(origin.length)}: ${why}`),
  );
  for await (const entries of files) paths.push(...entries.map(({ url }) => new URL(url).pathname));
  return { paths, problems };
}

test('indexes are followed, packed files too, each file once', async () => {
  const { paths, problems } = await read('/loop', '/loop');
  assert.deepEqual(paths, ['/3', '/1', '/2']);
  assert.deepEqual(problems, []);
});

test('indexes inside indexes end at a depth', async () => {
  const { paths, problems } = await read('/0');
  assert.deepEqual(paths, ['/deep']);
  assert.deepEqual(problems, ['/d4: it lies deeper than 3 indexes']);
});

test('a file gives no more than 50,000 addresses', async () => {
  const { paths, problems } = await read('/many.txt');
  assert.equal(paths.length, 50_000);
  assert.deepEqual(problems, ['/many.txt: 3 addresses beyond the first 50000 are left out']);
});

test('a file that unpacks to more than 50 MB ends there; what came before counts', async () => {
  const { paths, problems } = await read('/bomb.gz');
  assert.deepEqual(paths, ['/first']);
  assert.equal(problems.length, 1);
  assert.match(problems[0] ?? '', /larger than the 52428800 bytes/);
});

test('a file that is not there is told of, and the others are read', async () => {
  const { paths, problems } = await read('/gone', '/leaf');
  assert.deepEqual(paths, ['/1', '/2']);
  assert.match(problems.join(), /^\/gone: .*HTTP 404/);
});
