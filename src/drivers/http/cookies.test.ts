import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { after, before, test } from 'node:test';
import { startServer, stopServer } from '../../../test/servers.ts';
import { parseCookies } from './cookie-file.ts';
import { CookieJar } from './cookies.ts';
import { type HttpDriver, httpDriver } from './index.ts';

const seen: Record<string, string | undefined> = {};
const server = createServer((request: IncomingMessage, response: ServerResponse) => {
  const path = request.url ?? '';
  seen[path] = request.headers.cookie;
  if (path === '/login') {
    response.setHeader('set-cookie', [
      'sid=1; HttpOnly',
      'deep=2; Path=/deep',
      'gone=3; Max-Age=0',
      'far=4; Domain=other.example',
    ]);
    return response.writeHead(302, { location: '/home' }).end();
  }
  response.setHeader('content-type', 'text/html').end('<title>ok</title>');
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

function drive(cookies: CookieJar, headers = {}): HttpDriver {
  const plain = { proxy: null, workers: 1, userAgent: null, auth: null };
  const driver = httpDriver({ ...plain, headers, seeds: [origin] }, { cookies });
  drivers.push(driver);
  return driver;
}

test('cookies are kept from redirects on, for pages and files, by their paths and hosts', async () => {
  const driver = drive(new CookieJar());
  await (await driver.tab()).open(`${origin}/login`);
  await driver.fetch(`${origin}/deep/file.css`);
  assert.equal(seen['/login'], undefined);
  assert.equal(seen['/home'], 'sid=1');
  assert.deepEqual(seen['/deep/file.css']?.split('; ').sort(), ['deep=2', 'sid=1']);
});

test('cookies of a session live on in the next run, and those given by hand win', async () => {
  const first = new CookieJar();
  await (await drive(first).tab()).open(`${origin}/login`);
  const next = drive(new CookieJar(first.save()), { Cookie: 'sid=mine; x=y' });
  await (await next.tab()).open(`${origin}/deep/next`);
  assert.equal(seen['/deep/next'], 'sid=mine; x=y; deep=2');
});

test('no cookie is for a whole public suffix, and none goes to another site or from https to http', () => {
  const jar = new CookieJar();
  const url = (text: string) => new URL(text);
  jar.take(
    ['all=1; Domain=co.uk', 'site=1; Domain=shop.co.uk', 'safe=1; Secure'],
    url('https://www.shop.co.uk/'),
  );
  assert.equal(jar.header(url('https://shop.co.uk/')), 'site=1');
  assert.equal(jar.header(url('https://www.shop.co.uk/')), 'site=1; safe=1');
  assert.equal(jar.header(url('http://www.shop.co.uk/')), 'site=1');
  assert.equal(jar.header(url('https://other.co.uk/')), '');
  assert.equal(jar.header(url('https://notshop.co.uk/')), '');
});

test('cookies that are too long or too many are not kept', () => {
  const jar = new CookieJar();
  const site = new URL('http://a.example/');
  jar.take(`long=${'x'.repeat(5000)}`, site);
  jar.take(
    Array.from({ length: 500 }, (_, i) => `c${i}=1`),
    site,
  );
  assert.equal(jar.all().length, 50);
});

test('a full jar takes no new cookies, but those it has are set anew for ever', () => {
  const jar = new CookieJar(null, 3);
  const site = new URL('http://a.example/');
  for (let visit = 0; visit < 10; visit++) jar.take(`visit=${visit}`, site);
  jar.take(['b=1', 'c=1', 'd=1'], site);
  for (let visit = 10; visit < 20; visit++) jar.take(`visit=${visit}`, site);
  assert.equal(jar.header(site), 'visit=19; b=1; c=1');
});

test('cookies.txt and the JSON of browsers give the same cookies', () => {
  const end = Math.floor(Date.now() / 1000) + 1000;
  const lines = [
    '# Netscape HTTP Cookie File',
    '',
    `.example.org\tTRUE\t/\tTRUE\t${end}\tsid\tabc`,
    '#HttpOnly_www.example.org\tFALSE\t/in\tFALSE\t0\town\t1',
  ].join('\r\n');
  const json = [
    { name: 'sid', value: 'abc', domain: '.example.org', path: '/', secure: true, expirationDate: end },
    {
      name: 'own',
      value: '1',
      domain: 'www.example.org',
      path: '/in',
      httpOnly: true,
      hostOnly: true,
      session: true,
    },
  ];
  const fromLines = parseCookies(lines, 'c.txt');
  assert.deepEqual(fromLines, parseCookies(JSON.stringify(json), 'c.json'));
  assert.deepEqual(fromLines, parseCookies(JSON.stringify({ cookies: json, origins: [] }), 'state.json'));
  const jar = new CookieJar();
  jar.add(fromLines);
  assert.equal(jar.header(new URL('https://www.example.org/in/x')), 'own=1; sid=abc');
  assert.equal(jar.header(new URL('https://sub.example.org/in/x')), 'sid=abc');
  assert.deepEqual(new Set(jar.all()), new Set(fromLines));
});

test('a file that holds no cookies is told with what was expected, and without what is in it', () => {
  for (const text of ['sid=hunter2', '[{"name": "hunter2"}]', '{"a": "hunter2"}', '[ hunter2'])
    assert.throws(
      () => parseCookies(text, 'c.txt'),
      (error: Error & { code: string }) => error.code === 'CONFIG' && !error.message.includes('hunter2'),
    );
});
