import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, before, test } from 'node:test';
import { startServer, stopServer } from '../../../test/servers.ts';
import { samples } from '../../../test/sites/encoded-text.ts';
import { visibleText } from '../../dom/text.ts';
import { type HttpDriver, httpDriver } from './index.ts';

interface Served {
  readonly type: string;
  readonly body: Buffer;
}

const pages = new Map<string, Served>();
const server = createServer((request, response) => {
  const page = pages.get(request.url ?? '');
  response.writeHead(page ? 200 : 404, { 'content-type': page?.type ?? 'text/plain' }).end(page?.body);
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

/** What is read of a page that a server sends with a header, a declaration inside, and bytes. */
async function read(header: string | null, meta: string | null, bytes: Uint8Array): Promise<string> {
  const path = `/${pages.size}`;
  const head = `<!doctype html><html><head>${meta ? `<meta charset="${meta}">` : ''}</head><body><p>`;
  pages.set(path, {
    type: header ? `text/html; charset=${header}` : 'text/html',
    body: Buffer.concat([Buffer.from(head), bytes, Buffer.from('</p></body></html>')]),
  });
  const { document } = await (await driver.tab()).open(origin + path);
  return visibleText(document);
}

test('text of every encoding is read by its header, by its declaration, and without either', async () => {
  for (const [charset, text, hex] of samples) {
    const bytes = Buffer.from(hex, 'hex');
    assert.equal(await read(charset, null, bytes), text, `${charset} by header`);
    assert.equal(await read(null, charset, bytes), text, `${charset} by declaration`);
    assert.equal(await read(null, null, bytes), text, `${charset} detected`);
  }
});

test('a byte order mark wins over everything', async () => {
  const body = Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from('<p>naïve 春')]);
  pages.set('/mark', { type: 'text/html; charset=windows-1251', body });
  const wide = Buffer.from('\ufeff<p>春眠', 'utf16le');
  pages.set('/wide', { type: 'text/html; charset=utf-8', body: wide });
  const tab = await driver.tab();
  assert.equal(visibleText((await tab.open(`${origin}/mark`)).document), 'naïve 春');
  assert.equal(visibleText((await tab.open(`${origin}/wide`)).document), '春眠');
});

test('a header that the bytes contradict gives way to the declaration, or to what the bytes say', async () => {
  const sentences = samples.filter(([, text]) => text.length > 16 && /[^\0-\x7f]{5}/.test(text));
  for (const [charset, text, hex] of sentences) {
    const bytes = Buffer.from(hex, 'hex');
    assert.equal(await read('iso-8859-1', charset, bytes), text, `${charset} under the default of a server`);
    assert.equal(await read('utf-8', null, bytes), text, `${charset} under utf-8`);
    assert.equal(await read('iso-8859-1', 'utf-8', bytes), text, `${charset} under two wrong labels`);
  }
  assert.equal(await read('gbk', null, Buffer.from('互联网上的蜘蛛网')), '互联网上的蜘蛛网');
  assert.equal(await read('iso-8859-1', null, Buffer.from('café')), 'café');
});

test('a label that does not exist says nothing, and one damaged character does not change the encoding', async () => {
  assert.equal(await read('x-none', null, Buffer.from('Größe')), 'Größe');
  const damaged = Buffer.concat([Buffer.from('春眠不觉晓'), Buffer.from([0xff])]);
  assert.equal(await read('utf-8', null, damaged), '春眠不觉晓\ufffd');
});
