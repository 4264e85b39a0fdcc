import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createSecureServer, type Http2SecureServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { testFolder } from '../../../test/folder.ts';
import { certificate, certificateKey } from '../../../test/sites/certificate.ts';
import { type RunningProxy, startHttpProxy, startSocks } from '../../../test/sites/proxies.ts';
import { ArgiopeError, type Capture } from '../../model/index.ts';
import { type HttpDriver, type HttpSeams, httpDriver } from './index.ts';

type Settings = Parameters<typeof httpDriver>[0];

describe('how servers are reached', () => {
  let plain: Server;
  let secure: Http2SecureServer;
  const ends: (() => unknown)[] = [];
  const sessions: unknown[] = [];
  /** Answers that wait until all of them can be given: on one connection, with HTTP/1.1, they would wait for ever. */
  const held: (() => void)[] = [];
  const heldTogether = 12;
  let [plainPort, securePort] = [0, 0];
  const folder = testFolder('ca');
  const ca = join(folder, 'ca.pem');

  before(async () => {
    writeFileSync(ca, certificate);
    plain = createServer((request, response) => {
      response.setHeader('content-type', 'text/html').end(`<title>plain ${request.headers.host}</title>`);
    }).listen(0, '127.0.0.1');
    secure = createSecureServer({ key: certificateKey, cert: certificate, allowHTTP1: true });
    secure.on('session', (session) => sessions.push(session));
    secure.on('request', (request, response) => {
      const answer = () => {
        response.setHeader('content-type', 'text/html');
        response.end(`<title>${request.httpVersion}</title><p>${request.url}`);
      };
      if (request.url.startsWith('/bye/')) response.once('close', () => request.stream.session?.close());
      if (!request.url.startsWith('/held/')) return answer();
      held.push(answer);
      if (held.length === heldTogether) for (const each of held.splice(0)) each();
    });
    secure.listen(0, '127.0.0.1');
    await Promise.all([plain, secure].map((server) => new Promise((up) => server.once('listening', up))));
    plainPort = (plain.address() as AddressInfo).port;
    securePort = (secure.address() as AddressInfo).port;
  });

  after(async () => {
    for (const end of ends) await end();
    plain.closeAllConnections();
    plain.close();
    secure.close();
  });

  function drive(seed: string, more: Partial<Settings> = {}, seams: HttpSeams = {}): HttpDriver {
    const none = { proxy: null, workers: 4, userAgent: null, headers: {}, auth: null };
    const driver = httpDriver({ ...none, seeds: [seed], ...more }, seams);
    ends.push(() => driver.close());
    return driver;
  }

  async function open(driver: HttpDriver, url: string): Promise<Capture> {
    return (await driver.tab()).open(url);
  }

  async function failure(driver: HttpDriver, url: string): Promise<ArgiopeError> {
    const error = await open(driver, url).catch((thrown: unknown) => thrown);
    assert.ok(error instanceof ArgiopeError, String(error));
    return error;
  }

  async function proxied(starting: Promise<RunningProxy>): Promise<RunningProxy> {
    const proxy = await starting;
    ends.push(() => proxy.close());
    return proxy;
  }

  const toTestServers = (_: string, port: number) => ({
    host: '127.0.0.1',
    port: port === 443 ? securePort : plainPort,
  });

  test('HTTP/2 is spoken where the server does, many requests at once on one connection', async () => {
    const site = `https://127.0.0.1:${securePort}`;
    const driver = drive(site, { ca }, { limits: { total: 20_000 } });
    assert.equal((await open(driver, `${site}/`)).document.title, '2.0');
    const before = sessions.length;
    const urls = Array.from({ length: heldTogether }, (_, i) => `${site}/held/${i}`);
    const pages = await Promise.all(urls.map((url) => open(driver, url)));
    assert.equal(new Set(pages.map((page) => page.fingerprint)).size, heldTogether);
    assert.equal(sessions.length, before);
  });

  test('a server that ends its HTTP/2 connection after each answer is asked on a new one', async () => {
    const site = `https://127.0.0.1:${securePort}`;
    const driver = drive(site, { ca, workers: 1 }, { limits: { total: 20_000 } });
    const titles: string[] = [];
    for (let i = 0; i < 6; i++) titles.push((await open(driver, `${site}/bye/${i}`)).document.title);
    assert.deepEqual(titles, Array(6).fill('2.0'));
  });

  test('a certificate that nobody vouches for is refused, unless it is trusted or all are', async () => {
    const site = `https://127.0.0.1:${securePort}/`;
    const error = await failure(drive(site), site);
    assert.equal(error.code, 'UNREACHABLE');
    assert.match(error.message, /certificate or TLS problem/);
    assert.match(error.advice ?? '', /--ca/);
    assert.equal((await open(drive(site, { insecure: true }), site)).document.title, '2.0');
    assert.throws(() => drive(site, { ca: join(folder, 'none.pem') }), { code: 'CONFIG' });
  });

  test('a SOCKS proxy resolves names itself, for http and https, with a login', async () => {
    const proxy = await proxied(startSocks({ login: 'me:p@ss', resolve: toTestServers }));
    const url = `socks5://me:p%40ss@${proxy.host}`;
    const one = drive('http://only-there.example/', { proxy: url });
    assert.equal((await open(one, 'http://only-there.example/')).document.title, 'plain only-there.example');
    const other = drive('https://localhost/', { proxy: url, ca });
    assert.equal((await open(other, 'https://localhost/x')).document.title, '2.0');
    assert.deepEqual(proxy.asked, ['only-there.example:80', 'localhost:443']);
  });

  test('addresses by number go through a SOCKS proxy as numbers', async () => {
    const proxy = await proxied(startSocks({ resolve: toTestServers }));
    const driver = drive('http://[2001:4860::8]:8080/', { proxy: `socks5://${proxy.host}` });
    await open(driver, 'http://[2001:4860::8]:8080/');
    await open(driver, 'http://9.8.7.6/');
    assert.deepEqual(proxy.asked, ['2001:4860:0:0:0:0:0:8:8080', '9.8.7.6:80']);
  });

  test('what is wrong with a SOCKS proxy is said of the proxy', async () => {
    const proxy = await proxied(
      startSocks({ login: 'me:right', resolve: () => ({ host: '127.0.0.1', port: 1 }) }),
    );
    const site = 'http://x.example/';
    const told = async (proxyUrl: string) => (await failure(drive(site, { proxy: proxyUrl }), site)).message;
    assert.match(await told(`socks5://me:wrong@${proxy.host}`), /refuses the user name or password/);
    assert.match(await told(`socks5://${proxy.host}`), /wants another way to log in/);
    assert.match(
      await told(`socks5://me:right@${proxy.host}`),
      /was refused the connection \(x\.example:80\)/,
    );
    assert.match(await told(`socks5://127.0.0.1:${plainPort}`), /the SOCKS proxy 127\.0\.0\.1/);
  });

  test('an HTTP proxy that is not there is named, and not the site', async () => {
    const site = 'http://x.example/';
    const told = async (proxy: string) => (await failure(drive(site, { proxy }), site)).message;
    assert.match(
      await told('http://127.0.0.1:1'),
      /x\.example\/ cannot be had: the proxy 127\.0\.0\.1:1 refuses/,
    );
    assert.match(await told('http://gone.invalid:8080'), /the proxy gone\.invalid has a host name/);
  });

  test('an HTTP proxy is asked for whole addresses, and for tunnels to https, with a login', async () => {
    const proxy = await proxied(startHttpProxy({ login: 'me:p@ss', resolve: toTestServers }));
    const url = `http://me:p%40ss@${proxy.host}`;
    const one = drive('http://there.example/', { proxy: url });
    assert.equal((await open(one, 'http://there.example/a?b')).document.title, 'plain there.example');
    const other = drive('https://localhost/', { proxy: url, ca });
    assert.equal((await open(other, 'https://localhost/x')).document.title, '2.0');
    assert.deepEqual(proxy.asked, ['http://there.example/a?b', 'localhost:443']);
    for (const site of ['http://there.example/', 'https://localhost/']) {
      const error = await failure(drive(site, { proxy: `http://me:wrong@${proxy.host}`, ca }), site);
      assert.match(error.message, /proxy wants another user name or password/);
    }
  });

  test('hosts can be asked without the proxy', async () => {
    const proxy = await proxied(startSocks({ resolve: toTestServers }));
    const own = `http://127.0.0.1:${plainPort}/`;
    const driver = drive(own, {
      proxy: `socks5://${proxy.host}`,
      proxyBypass: ['127.0.0.1', '.local.example'],
    });
    assert.equal((await open(driver, own)).document.title, `plain 127.0.0.1:${plainPort}`);
    assert.deepEqual(proxy.asked, []);
    await open(driver, 'http://far.example/');
    assert.deepEqual(proxy.asked, ['far.example:80']);
  });

  test('a host that is an IPv6 number is asked by it', async (t) => {
    const six = createServer((request, response) => {
      response.setHeader('content-type', 'text/html').end(`<title>${request.headers.host}</title>`);
    });
    ends.push(() => six.close());
    const isUp = await new Promise<boolean>((told) => {
      six.once('error', () => told(false)).listen(0, '::1', () => told(true));
    });
    if (!isUp) return t.skip('this machine has no IPv6');
    const site = `http://[::1]:${(six.address() as AddressInfo).port}`;
    const driver = drive(site);
    assert.equal((await open(driver, `${site}/`)).document.title, new URL(site).host);
    await driver.close();
  });

  test('a host in other letters is asked by its ASCII name', async () => {
    const proxy = await proxied(startSocks({ resolve: toTestServers }));
    const site = 'http://bücher.example:8080/';
    const { document } = await open(drive(site, { proxy: `socks5://${proxy.host}` }), site);
    assert.equal(document.title, 'plain xn--bcher-kva.example:8080');
    assert.deepEqual(proxy.asked, ['xn--bcher-kva.example:8080']);
  });
});
