import assert from 'node:assert/strict';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { after, before, test } from 'node:test';
import { startServer, stopServer } from '../../../test/servers.ts';
import { fingerprint } from '../../fingerprint/rabin.ts';
import { type HttpDriver, httpDriver } from './index.ts';

const body = '<!doctype html><title>T</title><p>as it was';
const asked: { path: string; headers: IncomingHttpHeaders }[] = [];
const server = createServer((request, response) => {
  const { url: path = '', headers } = request;
  asked.push({ path, headers });
  if (path === '/moved') return response.writeHead(302, { location: '/page' }).end();
  response.setHeader('etag', '"one"').setHeader('last-modified', 'Fri, 02 Jan 2026 03:04:05 GMT');
  response.setHeader('content-type', 'text/html').setHeader('cache-control', 'max-age=60');
  const same = headers['if-none-match'] === '"one"';
  response.writeHead(same ? 304 : 200).end(same ? undefined : body);
});
let origin = '';
let driver: HttpDriver;
before(async () => {
  origin = await startServer(server);
  driver = httpDriver({ seeds: [origin], proxy: null, workers: 1, userAgent: null, headers: {}, auth: null });
});
after(async () => {
  await driver.close();
  await stopServer(server);
});

test('a page tells what to ask its server with next time, and what its body was', async () => {
  const capture = await (await driver.tab()).open(`${origin}/page`);
  assert.equal(capture.etag, '"one"');
  assert.equal(capture.lastModified, '2026-01-02T03:04:05.000Z');
  assert.equal(capture.bodyPrint, fingerprint(body));
  assert.ok(Date.parse(capture.freshUntil ?? '') > Date.now());
});

test('a page that is as it was is told as such, and another one is read', async () => {
  const before = { etag: '"one"', lastModified: '2026-01-02T03:04:05.000Z' };
  const same = await driver.revisit(`${origin}/page`, before);
  assert.equal(same.kind, 'not-modified');
  assert.deepEqual(
    same.requests.map(({ status }) => status),
    [304],
  );
  assert.equal(asked.at(-1)?.headers['if-modified-since'], 'Fri, 02 Jan 2026 03:04:05 GMT');
  const other = await driver.revisit(`${origin}/page`, { ...before, etag: '"zero"' });
  assert.equal(other.kind === 'captured' && other.capture.bodyPrint, fingerprint(body));
});

test('validators go to the address that gave them, not to one that redirects there or anywhere else', async () => {
  const known = { etag: '"one"', lastModified: null, address: `${origin}/page` };
  assert.equal((await driver.revisit(`${origin}/moved`, known)).kind, 'not-modified');
  const [first, second] = asked.slice(-2);
  assert.equal(first?.headers['if-none-match'], undefined);
  assert.equal(second?.headers['if-none-match'], '"one"');
  const elsewhere = { ...known, address: `${origin}/elsewhere` };
  assert.equal((await driver.revisit(`${origin}/moved`, elsewhere)).kind, 'captured');
});
