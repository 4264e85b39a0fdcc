import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { html } from '../../../test/sites/answer.ts';
import { certificate, certificateKey } from '../../../test/sites/certificate.ts';
import { type RunningProxy, startHttpProxy, startSocks } from '../../../test/sites/proxies.ts';
import { type RunningSite, startSite } from '../../../test/sites/site.ts';
import { defaultSettings } from '../../config/index.ts';
import { CookieJar } from '../http/index.ts';
import { failsWith, startDriver, type TestDriver } from './fixture.ts';
import { chromiumDriver } from './index.ts';

describe('how a browser reaches servers', () => {
  let site: RunningSite;
  const cookies: (string | undefined)[] = [];
  const secure = createServer({ key: certificateKey, cert: certificate }, (_, response) =>
    response.setHeader('content-type', 'text/html').end('<title>Safe</title><p>inside'),
  );
  let secureUrl = '';
  const folder = mkdtempSync(join(tmpdir(), 'argiope-browser-ca-'));
  const ca = join(folder, 'ca.pem');
  const drivers: TestDriver[] = [];
  const proxies: RunningProxy[] = [];

  before(async () => {
    writeFileSync(ca, certificate);
    site = await startSite({
      name: 'seen',
      start: '/',
      respond: (ask) => {
        cookies.push(ask.headers.cookie);
        const page = html(`<!doctype html><title>At ${ask.headers.host}</title><p>${ask.path}`);
        return ask.path === '/set'
          ? { ...page, headers: { ...page.headers, 'set-cookie': 'made=there; Path=/; HttpOnly' } }
          : page;
      },
    });
    await new Promise<void>((listening) => secure.listen(0, '127.0.0.1', listening));
    secureUrl = `https://127.0.0.1:${(secure.address() as AddressInfo).port}/`;
  });

  after(async () => {
    await Promise.all(drivers.map((driver) => driver.close()));
    await Promise.all([site.close(), ...proxies.map((proxy) => proxy.close())]);
    secure.closeAllConnections();
    secure.close();
    rmSync(folder, { recursive: true });
  });

  async function open(seed: string, settings: Parameters<typeof startDriver>[1]): Promise<string> {
    const driver = await startDriver(seed, settings);
    drivers.push(driver);
    return (await (await driver.tab()).open(seed)).document.title;
  }

  async function started(starting: Promise<RunningProxy>): Promise<RunningProxy> {
    const proxy = await starting;
    proxies.push(proxy);
    return proxy;
  }

  const toSite = () => ({ host: '127.0.0.1', port: Number(new URL(site.origin).port) });

  test('by a SOCKS proxy with a login, which resolves names', async () => {
    const proxy = await started(startSocks({ login: 'me:pass', resolve: toSite }));
    const settings = { proxy: `socks5://me:pass@${proxy.host}` };
    assert.equal(await open('http://there.example/', settings), 'At there.example');
    assert.ok(proxy.asked.includes('there.example:80'), String(proxy.asked));
    const wrong = open('http://there.example/', { proxy: `socks5://me:word@${proxy.host}` });
    assert.match((await failsWith('UNREACHABLE', wrong)).message, /refuses the user name or password/);
  });

  test('by an HTTP proxy with a login, but for hosts that go around it', async () => {
    const proxy = await started(startHttpProxy({ login: 'me:pass', resolve: toSite }));
    const settings = { proxy: `http://me:pass@${proxy.host}` };
    assert.equal(await open('http://there.example/', settings), 'At there.example');
    assert.deepEqual(proxy.asked, ['http://there.example/']);
    const around = { ...settings, proxyBypass: ['127.0.0.1'] };
    assert.equal(await open(site.url, around), `At ${new URL(site.url).host}`);
    assert.deepEqual(proxy.asked, ['http://there.example/']);
  });

  test('with certificates that are trusted, or with any', async () => {
    await failsWith('UNREACHABLE', open(secureUrl, {}));
    assert.equal(await open(secureUrl, { ca }), 'Safe');
    assert.equal(await open(secureUrl, { insecure: true }), 'Safe');
  });

  test('with the cookies of the crawl, which get those that the browser was given', async () => {
    const jar = new CookieJar();
    const given = { path: '/', secure: false, httpOnly: false, expires: null, hostOnly: true };
    jar.add([{ ...given, name: 'from', value: 'file', domain: '127.0.0.1' }]);
    const seams = { permit: async () => {}, sink: null, fetch: async () => null, cookies: jar };
    const driver = await chromiumDriver(defaultSettings([site.url], { recycle: 1 }), seams);
    try {
      const tab = await driver.tab();
      cookies.length = 0;
      await tab.open(`${site.origin}/set`);
      assert.equal(cookies[0], 'from=file');
      await driver.pullCookies();
      assert.equal(jar.header(new URL(site.url)), 'from=file; made=there');
      // Another browser by now: it has them all the same.
      cookies.length = 0;
      await tab.open(`${site.origin}/next`);
      assert.deepEqual(cookies[0]?.split('; ').sort(), ['from=file', 'made=there']);
    } finally {
      await driver.close();
    }
  });
});
