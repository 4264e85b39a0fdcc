import assert from 'node:assert/strict';
import { createServer, type IncomingMessage } from 'node:http';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { startServer, stopServer } from '../../../test/servers.ts';
import { HookChain, type Hooks } from '../../hooks/index.ts';
import { type HttpDriver, httpDriver } from './index.ts';

const asked: IncomingMessage[] = [];
const server = createServer((request, response) => {
  asked.push(request);
  const path = request.url ?? '';
  if (path === '/moved') return response.writeHead(302, { location: '/page' }).end();
  if (path === '/file') return response.setHeader('content-type', 'application/zip').end('PK');
  const body =
    path === '/gbk' ? Buffer.from('c4e3bac3cac0bde7', 'hex') : Buffer.from(`<title>${path}</title>`);
  response.setHeader('content-type', path === '/gbk' ? 'text/html; charset=gbk' : 'text/html');
  response.setHeader('content-encoding', 'gzip').setHeader('x-robots-tag', 'noindex').end(gzipSync(body));
});
let origin = '';
const drivers: HttpDriver[] = [];
before(async () => {
  origin = await startServer(server);
});
after(async () => {
  for (const driver of drivers) await driver.close();
  await stopServer(server);
});

function drive(hooks: Hooks, permit = async (_: string) => {}): HttpDriver {
  const plain = { proxy: null, workers: 1, userAgent: null, auth: null, headers: { 'X-Key': 'secret' } };
  const driver = httpDriver({ ...plain, seeds: [origin] }, { hooks: new HookChain([hooks]), permit });
  drivers.push(driver);
  return driver;
}

const titleOf = async (driver: HttpDriver, path: string): Promise<string> =>
  (await (await driver.tab()).open(origin + path)).document.title;

test('requests go where a hook sends them, with the headers that it leaves, at each step of the way', async () => {
  const seen: string[] = [];
  const driver = drive({
    request: ({ url, headers, kind, method }) => {
      seen.push(`${method} ${kind} ${new URL(url).pathname} ${headers['x-key']}`);
      return url.endsWith('/page')
        ? { url: `${origin}/other`, headers: { 'X-Key': null, 'x-new': '1' } }
        : undefined;
    },
  });
  assert.equal(await titleOf(driver, '/moved'), '/other');
  assert.deepEqual(seen, ['GET document /moved secret', 'GET document /page secret']);
  const { headers } = asked.at(-1) as IncomingMessage;
  assert.deepEqual([headers['x-key'], headers['x-new']], [undefined, '1']);
  await driver.fetch(`${origin}/file`);
  await driver.robots(`${origin}/robots.txt`);
  assert.deepEqual(seen.slice(2), ['GET asset /file secret', 'GET data /robots.txt secret']);
});

test('where a hook sends a request is judged like a link', async () => {
  const permitted: string[] = [];
  const permit = async (url: string) => void permitted.push(new URL(url).pathname);
  const to = (url: string) => drive({ request: () => ({ url }) }, permit);
  assert.equal(await titleOf(to(`${origin}/there`), '/here'), '/there');
  assert.deepEqual(permitted, ['/here', '/there']);
  await assert.rejects(titleOf(to('http://10.0.0.1/'), '/here'), { code: 'FORBIDDEN_ADDRESS' });
  await assert.rejects(titleOf(to('file:///etc/passwd'), '/here'), { code: 'FORBIDDEN_ADDRESS' });
});

test('a body is read for a hook once, decoded, and what it writes instead is read as UTF-8', async () => {
  const texts: string[] = [];
  const reading = drive({
    response: async (answer) => void texts.push(await answer.text(), await answer.text()),
  });
  assert.equal((await (await reading.tab()).open(`${origin}/gbk`)).bodyPrint?.length, 16);
  assert.deepEqual(texts, ['你好世界', '你好世界']);
  const writing = drive({
    response: async (answer) => ({ body: `<title>${await answer.text()}！</title>` }),
  });
  assert.equal(await titleOf(writing, '/gbk'), '你好世界！');
});

test('what a hook says of status and headers is what counts, and bodies that nobody wants are not read', async () => {
  const driver = drive({
    response: ({ url, headers }) => {
      assert.equal(typeof headers['content-type'], 'string');
      return url.endsWith('/gone') ? { status: 410 } : { headers: { 'content-type': 'application/pdf' } };
    },
  });
  await assert.rejects(titleOf(driver, '/gone'), { code: 'HTTP_STATUS', message: /410/ });
  await assert.rejects(titleOf(driver, '/page'), { code: 'FILE', message: /application\/pdf/ });
  assert.equal(driver.counts().bytes, 0);
});

test('a hook may ask three times for the same, and no more', async () => {
  let times = 0;
  const driver = drive({ response: () => (++times < 3 ? { again: 'not yet' } : undefined) });
  assert.equal(await titleOf(driver, '/page'), '/page');
  assert.equal(times, 3);
  const never = drive({ response: () => ({ again: 'never enough' }) });
  await assert.rejects(titleOf(never, '/page'), { message: /asked 3 times.*never enough/ });
});
