import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer as createSocketServer } from 'node:net';
import { after, test } from 'node:test';
import {
  brotliCompressSync,
  createGzip,
  deflateRawSync,
  deflateSync,
  gzipSync,
  zstdCompressSync,
} from 'node:zlib';
import { startServer, stopServer } from '../../../test/servers.ts';
import { visibleText } from '../../dom/text.ts';
import { Manners } from '../../frontier/manners.ts';
import { ArgiopeError, type Capture, type ErrorCode } from '../../model/index.ts';
import { defaultUserAgent, type HttpDriver, type HttpSeams, httpDriver } from './index.ts';

type Settings = Parameters<typeof httpDriver>[0];

const ends: (() => unknown)[] = [];
after(async () => {
  for (const end of ends) await end();
});

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  ends.push(() => stopServer(server));
  return startServer(server);
}

function drive(seeds: readonly string[], more: Partial<Settings> = {}, seams: HttpSeams = {}): HttpDriver {
  const plain = { proxy: null, workers: 2, userAgent: null, headers: {}, auth: null };
  const driver = httpDriver({ ...plain, seeds, ...more }, seams);
  ends.push(() => driver.close());
  return driver;
}

async function open(driver: HttpDriver, url: string): Promise<Capture> {
  return (await driver.tab()).open(url);
}

async function failure(given: Promise<unknown>, code: ErrorCode): Promise<ArgiopeError> {
  const error = await given.then(
    () => assert.fail(`expected to fail with ${code}`),
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof ArgiopeError, String(error));
  assert.equal(error.code, code, error.message);
  return error;
}

const html = (response: ServerResponse, type = 'text/html; charset=utf-8'): ServerResponse =>
  response.setHeader('content-type', type) as ServerResponse;

const to = (response: ServerResponse, location: string): void => {
  response.writeHead(302, { location }).end('moved');
};

const pathOf = (request: IncomingMessage): string => request.url ?? '';

test('redirects are followed one by one, relative ones too, and each is permitted and recorded', async () => {
  const site = await serve((request, response) => {
    if (pathOf(request) === '/a/start') return to(response, '../b/two#frag');
    if (pathOf(request) === '/b/two') return to(response, '?three');
    html(response).end('<title>End</title>');
  });
  const asked: string[] = [];
  const driver = drive([site], {}, { permit: async (url) => void asked.push(url) });
  const capture = await open(driver, `${site}/a/start`);
  const way = [`${site}/a/start`, `${site}/b/two`, `${site}/b/two?three`];
  assert.equal(capture.documentUrl, way[2]);
  assert.deepEqual(asked, way);
  assert.deepEqual(
    capture.requests.map(({ url, status }) => [url, status]),
    way.map((url, i) => [url, i < 2 ? 302 : 200]),
  );
  assert.equal(driver.counts().requests, 3);
});

test('what nobody was asked does not count: a kept connection that was closed, a server that is not there', async () => {
  const asked: string[] = [];
  const site = await serve((request, response) => {
    const path = pathOf(request);
    asked.push(path);
    if (path === '/kept' && asked.length === 2) request.socket.resetAndDestroy();
    else html(response).end(`<title>${path}</title>`);
  });
  const driver = drive([site, 'http://127.0.0.1:9/']);
  for (const path of ['/', '/kept']) assert.equal((await open(driver, site + path)).document.title, path);
  assert.deepEqual(asked, ['/', '/kept', '/kept']);
  assert.equal(driver.counts().requests, 2);
  await failure(open(driver, 'http://127.0.0.1:9/'), 'UNREACHABLE');
  assert.equal(driver.counts().requests, 2);
});

test('a circle of redirects, too many of them, and targets that are no web addresses end with REDIRECT', async () => {
  const site = await serve((request, response) => {
    const path = pathOf(request);
    if (path === '/loop1') return to(response, '/loop2');
    if (path === '/loop2') return to(response, '/loop1');
    if (path === '/script') return to(response, 'javascript:alert(1)');
    if (path === '/file') return to(response, 'file:///etc/passwd');
    const n = Number(/\d+/.exec(path)?.[0]);
    if (path.startsWith('/n') && n > 10) return html(response).end('<title>Tenth</title>');
    to(response, `/n${n + 1}`);
  });
  const driver = drive([site]);
  assert.match((await failure(open(driver, `${site}/loop1`), 'REDIRECT')).message, /leads back/);
  assert.match((await failure(open(driver, `${site}/n0`), 'REDIRECT')).message, /more than 10/);
  assert.equal((await open(driver, `${site}/n1`)).document.title, 'Tenth');
  await failure(open(driver, `${site}/script`), 'REDIRECT');
  await failure(open(driver, `${site}/file`), 'REDIRECT');
});

test('what is not permitted is not asked', async () => {
  let hits = 0;
  const other = await serve((_, response) => {
    hits++;
    html(response).end('secret');
  });
  const site = await serve((_, response) => to(response, `${other}/x`));
  const permit = async (url: string): Promise<void> => {
    if (url.startsWith(other)) throw new ArgiopeError('ROBOTS', 'no');
  };
  await failure(open(drive([site, other], {}, { permit }), `${site}/`), 'ROBOTS');
  assert.equal(hits, 0);
});

test('a redirect to an address that is not public is refused unless a seed names it', async () => {
  let hits = 0;
  const inner = await serve((_, response) => {
    hits++;
    html(response).end('<title>Inner</title>');
  });
  const site = await serve((_, response) => to(response, `${inner}/x`));
  await failure(open(drive([site]), `${site}/`), 'FORBIDDEN_ADDRESS');
  await failure(drive([site]).fetch(`${inner}/file`), 'FORBIDDEN_ADDRESS');
  assert.equal(hits, 0);
  assert.equal((await open(drive([site, inner]), `${site}/`)).document.title, 'Inner');
});

test('bodies are decoded, whatever the encoding', async () => {
  const page = Buffer.from(`<title>Packed</title><p>${'text '.repeat(1000)}`);
  const packed: Readonly<Record<string, Buffer>> = {
    gzip: gzipSync(page),
    br: brotliCompressSync(page),
    deflate: deflateSync(page),
    zstd: zstdCompressSync(page),
    'gzip, br': brotliCompressSync(gzipSync(page)),
    identity: page,
    nonsense: page,
  };
  const bare = deflateRawSync(page);
  const site = await serve((request, response) => {
    const name = decodeURIComponent(pathOf(request).slice(1));
    html(response).setHeader('content-encoding', name === 'bare' ? 'deflate' : name);
    response.end(name === 'bare' ? bare : packed[name]);
  });
  const driver = drive([site]);
  for (const name of [...Object.keys(packed), 'bare']) {
    const before = driver.counts().bytes;
    const capture = await open(driver, `${site}/${encodeURIComponent(name)}`);
    assert.equal(capture.document.title, 'Packed', name);
    assert.match(visibleText(capture.document), /(?:text ){900}/, name);
    const wire = name === 'bare' ? bare : packed[name];
    assert.equal(driver.counts().bytes - before, wire?.length, `${name} is counted as it came`);
  }
});

test('a body that swells beyond the limit ends there', async () => {
  const huge = Buffer.alloc(40 * 1024 * 1024);
  const bombs: Readonly<Record<string, Buffer>> = {
    gzip: gzipSync(huge),
    br: brotliCompressSync(huge),
    zstd: zstdCompressSync(huge),
  };
  const site = await serve((request, response) => {
    const name = pathOf(request).slice(1);
    html(response).setHeader('content-encoding', name);
    response.end(bombs[name]);
  });
  const driver = drive([site]);
  for (const name of Object.keys(bombs)) {
    const error = await failure(open(driver, `${site}/${name}`), 'TOO_LARGE');
    assert.match(error.message, /33554432 bytes/);
    assert.equal(error.consequence, 'skip');
  }
});

test('an endless body ends at the limit, packed or not, and the server notices', async () => {
  const gone: Promise<void>[] = [];
  // Hardly smaller when packed: what is packed well comes only once there are megabytes of it.
  const piece = randomBytes(65_536);
  const site = await serve((request, response) => {
    gone.push(new Promise((resolve) => response.once('close', resolve)));
    const packed = pathOf(request) === '/packed';
    html(response);
    if (packed) response.setHeader('content-encoding', 'gzip');
    const sink = packed ? createGzip() : response;
    if (packed) sink.pipe(response);
    const more = (): void => {
      while (!response.destroyed && sink.write(piece));
      if (!response.destroyed) sink.once('drain', more);
    };
    more();
  });
  const driver = drive([site], {}, { limits: { body: 1_000_000 } });
  await failure(open(driver, `${site}/plain`), 'TOO_LARGE');
  await failure(open(driver, `${site}/packed`), 'TOO_LARGE');
  await failure(driver.fetch(`${site}/file`), 'TOO_LARGE');
  await Promise.all(gone);
  assert.equal(gone.length, 3);
});

test('a body that is announced too large is not read', async () => {
  const site = await serve((_, response) => {
    html(response).setHeader('content-length', 10_000_000_000);
    response.write('x');
  });
  const driver = drive([site]);
  await failure(open(driver, site), 'TOO_LARGE');
  assert.equal(driver.counts().bytes, 0);
});

test('servers that keep one waiting end with TIMEOUT', async () => {
  const site = await serve((request, response) => {
    if (pathOf(request) === '/silent') return;
    html(response).write('<title>');
    if (pathOf(request) === '/stops') return;
    const drip = setInterval(() => response.write('x'), 20);
    response.once('close', () => clearInterval(drip));
  });
  const idle = drive([site], {}, { limits: { idle: 150 } });
  assert.match((await failure(open(idle, `${site}/silent`), 'TIMEOUT')).message, /begin to answer/);
  assert.match((await failure(open(idle, `${site}/stops`), 'TIMEOUT')).message, /middle/);
  const total = drive([site], {}, { limits: { total: 200 } });
  assert.match((await failure(open(total, `${site}/drips`), 'TIMEOUT')).message, /in all/);
});

test('text is read in the encoding that mark, header, declaration or bytes tell', async () => {
  // 中文 in GBK, é in windows-1252.
  const gbk = Buffer.from([0xd6, 0xd0, 0xce, 0xc4]);
  const title = (inner: Buffer, head = ''): Buffer =>
    Buffer.concat([Buffer.from(`${head}<title>`), inner, Buffer.from('</title>')]);
  const utf16 = Buffer.from('\uFEFF<title>中文</title>', 'utf16le');
  const pages: Readonly<Record<string, readonly [type: string, body: Buffer, title: string]>> = {
    '/header': ['text/html; charset=GBK', title(gbk), '中文'],
    '/header-wins': ['text/html; charset="gb2312"', title(gbk, '<meta charset=utf-8>'), '中文'],
    '/meta': ['text/html', title(gbk, '<!-- <meta charset=utf-8> --><meta charset="gbk">'), '中文'],
    '/meta-old': [
      'text/html',
      title(gbk, '<meta http-equiv="Content-Type" content="text/html; charset=gb2312">'),
      '中文',
    ],
    '/xml': ['application/xhtml+xml', title(gbk, '<?xml version="1.0" encoding="gbk"?>'), '中文'],
    '/mark-le': ['text/html; charset=utf-8', utf16, '中文'],
    '/mark-be': ['text/html', Buffer.from(utf16).swap16(), '中文'],
    '/mark-8': ['text/html; charset=gbk', Buffer.from('\uFEFF<title>中文</title>'), '中文'],
    '/meta-16': ['text/html', Buffer.from('<meta charset=utf-16><title>中文</title>'), '中文'],
    '/unknown-label': ['text/html; charset=nonsense', Buffer.from('<title>中文</title>'), '中文'],
    '/none': ['text/html', Buffer.from('<title>中文</title>'), '中文'],
    '/western': ['text/html', title(Buffer.from([0x63, 0x61, 0x66, 0xe9])), 'café'],
  };
  const site = await serve((request, response) => {
    const [type, body] = pages[pathOf(request)] ?? [];
    html(response, type).end(body);
  });
  const driver = drive([site]);
  for (const [path, [, , expected]] of Object.entries(pages)) {
    assert.equal((await open(driver, site + path)).document.title, expected, path);
  }
});

test('what is no page is refused before its body is read', async () => {
  const types: Readonly<Record<string, Record<string, string>>> = {
    '/pdf': { 'content-type': 'application/pdf' },
    '/image': { 'content-type': 'image/png' },
    '/json': { 'content-type': 'application/json; charset=utf-8' },
    '/download': { 'content-type': 'text/html', 'content-disposition': 'attachment; filename=x.html' },
  };
  const site = await serve((request, response) => {
    if (pathOf(request) === '/nothing') return response.writeHead(204).end();
    if (pathOf(request) === '/untyped-binary') return response.end(Buffer.from([80, 75, 0, 1, 2]));
    response.writeHead(200, types[pathOf(request)]);
    response.write('x'.repeat(1000));
  });
  const driver = drive([site]);
  for (const path of Object.keys(types)) {
    const { file } = await failure(open(driver, site + path), 'FILE');
    assert.equal(file?.contentType, types[path]?.['content-type']?.replace(/;.*/, ''));
  }
  await failure(open(driver, `${site}/nothing`), 'NOT_A_PAGE');
  assert.equal(driver.counts().bytes, 0);
  await failure(open(driver, `${site}/untyped-binary`), 'FILE');
});

test('pages without a type, in XHTML and in plain text are pages', async () => {
  const site = await serve((request, response) => {
    if (pathOf(request) === '/untyped') return response.end('<title>Untyped</title>');
    if (pathOf(request) === '/plain')
      return html(response, 'text/plain').end('a < b\n<a href="/x">no link</a>');
    html(response, 'application/xhtml+xml').end('<html><title>X</title></html>');
  });
  const driver = drive([site]);
  assert.equal((await open(driver, `${site}/untyped`)).document.title, 'Untyped');
  assert.equal((await open(driver, `${site}/x`)).contentType, 'application/xhtml+xml');
  const plain = await open(driver, `${site}/plain`);
  assert.match(visibleText(plain.document), /a < b\s<a href="\/x">no link/);
  assert.deepEqual(plain.candidates, []);
});

test('only wanted types and sizes are read, and the others are left before their body', async () => {
  const site = await serve((request, response) => {
    const path = pathOf(request);
    if (path === '/text') return html(response, 'text/plain').end('words');
    if (path === '/long') return html(response).end('x'.repeat(5000));
    if (path === '/said') return html(response).setHeader('content-length', '5000').write('x');
    html(response).end('<title>Page</title>');
  });
  const driver = drive([site], { types: ['text/html'], maxSize: 2048 });
  assert.equal((await open(driver, site)).document.title, 'Page');
  const before = driver.counts().bytes;
  assert.match((await failure(open(driver, `${site}/text`), 'FILE')).message, /Expected text\/html/);
  await failure(open(driver, `${site}/said`), 'TOO_LARGE');
  assert.equal(driver.counts().bytes, before);
  assert.match((await failure(open(driver, `${site}/long`), 'TOO_LARGE')).message, /2048 bytes/);
});

test('statuses are told with what to do about them', async () => {
  const site = await serve((request, response) => {
    const status = Number(pathOf(request).slice(1));
    response.writeHead(status, status === 429 ? { 'retry-after': '120' } : {}).end('x');
  });
  const driver = drive([site]);
  for (const status of [304, 400, 404, 410, 501]) {
    assert.match(
      (await failure(open(driver, `${site}/${status}`), 'HTTP_STATUS')).message,
      new RegExp(`${status}`),
    );
  }
  for (const status of [408, 425, 500, 502, 504, 520]) {
    const error = await failure(open(driver, `${site}/${status}`), 'SERVER_ERROR');
    assert.equal(error.consequence, 'retry');
  }
  assert.match((await failure(open(driver, `${site}/401`), 'HTTP_STATUS')).advice ?? '', /--auth/);
  assert.match((await failure(open(driver, `${site}/429`), 'BUSY')).message, /429, Retry-After 120/);
  await failure(open(driver, `${site}/503`), 'BUSY');
  await failure(driver.fetch(`${site}/503`), 'BUSY');
  assert.equal(await driver.fetch(`${site}/500`), null);
});

test('a name that does not resolve and a server that speaks something else are unreachable', async () => {
  const odd = createSocketServer((socket) => socket.end('220 mail.example ESMTP\r\n')).listen(0, '127.0.0.1');
  ends.push(() => odd.close());
  await new Promise((resolve) => odd.once('listening', resolve));
  const site = `http://127.0.0.1:${(odd.address() as AddressInfo).port}/`;
  await failure(open(drive([site]), site), 'UNREACHABLE');
  const nowhere = 'http://nowhere.invalid/';
  await failure(open(drive([nowhere]), nowhere), 'UNREACHABLE');
});

test('a connection that the server closed between two requests is replaced', async () => {
  let served = 0;
  const site = await serve((request, response) => {
    served++;
    html(response).end('<title>Again</title>');
    response.once('finish', () => setImmediate(() => request.socket.destroy()));
  });
  const driver = drive([site], { workers: 1 });
  for (let i = 0; i < 5; i++) assert.equal((await open(driver, site)).document.title, 'Again');
  assert.equal(served, 5);
});

test('credentials and headers go to the seeds alone and never along with a redirect', async () => {
  const seen: Record<string, IncomingMessage['headers']> = {};
  const listener =
    (name: string, target: () => string | null): RequestListener =>
    (request, response) => {
      seen[name + pathOf(request)] = request.headers;
      const next = pathOf(request) === '/away' ? target() : null;
      if (next !== null) return to(response, next);
      html(response).end('<title>ok</title>');
    };
  let own = '';
  const other = await serve(listener('other', () => `${own}/back`));
  own = await serve(listener('own', () => `${other}/away`));
  const secrets = { auth: 'me:pass:word', headers: { Cookie: 'sid=1', 'X-Key': 'k' } };
  const driver = drive([own, other], secrets);
  await open(driver, `${own}/direct`);
  await open(driver, `${own}/away`);

  assert.equal(seen['own/direct']?.authorization, `Basic ${Buffer.from('me:pass:word').toString('base64')}`);
  assert.equal(seen['own/direct']?.cookie, 'sid=1');
  assert.equal(seen['own/direct']?.['x-key'], 'k');
  assert.equal(seen['own/direct']?.['user-agent'], defaultUserAgent);
  assert.equal(seen['own/away']?.cookie, 'sid=1');
  const leaked = ['authorization', 'cookie', 'x-key'].filter(
    (name) => seen['other/away']?.[name] !== undefined,
  );
  assert.deepEqual(leaked, []);
  assert.equal(seen['own/back']?.cookie, 'sid=1', 'back at the origin where it began');

  const trusting = drive([own], { ...secrets, userAgent: 'Me/1' });
  await failure(trusting.fetch(`${other}/file`), 'FORBIDDEN_ADDRESS');
  await drive([`${own}/`, other], secrets).fetch(`${other}/file`);
  assert.equal(seen['other/file']?.cookie, 'sid=1', 'a seed of its own');
});

test('the user agent begins with the name that robots.txt files know', () => {
  assert.match(defaultUserAgent, /^Argiope\/\d+\.\d+\.\d+ /);
});

test('a proxy is used where one is given, and a wrong one is told', async () => {
  const asked: string[] = [];
  const proxy = await serve((request, response) => {
    asked.push(pathOf(request));
    html(response).end('<title>Through</title>');
  });
  const site = 'http://site.example/x';
  assert.equal((await open(drive([site], { proxy }), site)).document.title, 'Through');
  assert.deepEqual(asked, [site]);
  assert.throws(
    () => drive([site], { proxy: 'ftp://x' }),
    (error) => error instanceof ArgiopeError && error.code === 'CONFIG',
  );
});

test('manners are asked before each request and told of each answer', async () => {
  const told: string[] = [];
  const site = await serve((request, response) => {
    told.push(`request ${pathOf(request)}`);
    if (pathOf(request) === '/go') return to(response, '/busy');
    response.writeHead(429, { 'retry-after': '9' }).end();
  });
  const { host } = new URL(site);
  const manners = {
    waitTurn: async (asked: string) => void told.push(`turn ${asked === host}`),
    answered: (_: string, ms: number, status: number, after?: string | null) =>
      void told.push(`answer ${ms >= 0} ${status} ${after}`),
  };
  await failure(open(drive([site], {}, { manners }), `${site}/go`), 'BUSY');
  const expected = [
    'turn true',
    'request /go',
    'answer true 302 ',
    'turn true',
    'request /busy',
    'answer true 429 9',
  ];
  assert.deepEqual(told, expected);
});

test('closing the driver ends what waits for its turn', async () => {
  const site = await serve((_, response) => html(response).end());
  const manners = new Manners(null);
  manners.answered(new URL(site).host, 1, 503, '3600');
  const driver = drive([site], {}, { manners });
  const waiting = failure(open(driver, site), 'UNREACHABLE');
  await driver.close();
  await waiting;
});

test('robots.txt is read with its status and at most five redirects, without permission', async () => {
  const site = await serve((request, response) => {
    const path = pathOf(request);
    if (path === '/robots.txt') return to(response, '/r1');
    const n = Number(/\d+/.exec(path)?.[0]);
    if (path.startsWith('/r'))
      return n < 5 ? to(response, `/r${n + 1}`) : response.end('User-agent: *\nDisallow: /x');
    if (path.startsWith('/l')) return to(response, `/l${n + 1}`);
    response.writeHead(n).end('no rules');
  });
  const permit = async (): Promise<void> => assert.fail('not to be asked');
  const driver = drive([site], {}, { permit });
  assert.deepEqual(await driver.robots(`${site}/robots.txt`), {
    status: 200,
    body: 'User-agent: *\nDisallow: /x',
  });
  assert.deepEqual(await driver.robots(`${site}/l0`), { status: 404, body: '' });
  assert.deepEqual(await driver.robots(`${site}/404`), { status: 404, body: '' });
  assert.deepEqual(await driver.robots(`${site}/500`), { status: 500, body: '' });
});
