import assert from 'node:assert/strict';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { apiRoutes } from './api/index.ts';
import { rawRequest, type ServedFixture, serveShop } from './fixture.ts';
import { startServing } from './index.ts';

let shop: ServedFixture;
let own: string;
let bearer: Readonly<Record<string, string>>;
let cookie: string;

before(async () => {
  shop = await serveShop();
  own = shop.serving.origin;
  bearer = { authorization: `Bearer ${shop.serving.token}` };
  const entered = await shop.ask(new URL(shop.serving.link).pathname + new URL(shop.serving.link).search);
  cookie = String(entered.headers['set-cookie']).split(';')[0] ?? '';
});
after(() => shop.close());

const codeOf = (text: string) => (JSON.parse(text) as { readonly code: string }).code;

describe('the server refuses', () => {
  test('a guessed token, in a header, in a cookie and in the link', async () => {
    const guess = 'x'.repeat(32);
    for (const headers of [
      {},
      { authorization: `Bearer ${guess}` },
      { cookie: cookie.replace(/=.*/, `=${guess}`) },
    ]) {
      const { status, text } = await shop.ask('/api/crawls', headers as never);
      assert.deepEqual([status, codeOf(text)], [401, 'TOKEN']);
    }
    const page = await shop.ask(`/?token=${guess}`);
    assert.equal(page.status, 401);
    assert.equal(page.headers['set-cookie'], undefined);
    assert.match(page.text, /needs the link/);
  });

  test('a foreign Host, for every path: a name that points here is not ours', async () => {
    for (const path of ['/', '/api/crawls', '/health', '/metrics', '/app.js']) {
      for (const host of ['evil.example', `localhost:${new URL(own).port}`, '127.0.0.1']) {
        const { status } = await shop.ask(path, { ...bearer, host });
        assert.equal(status, 421, `${path} by ${host}`);
      }
    }
  });

  test('a foreign Origin, even with the token or the cookie', async () => {
    const mirror = new URL(shop.serving.mirror).origin;
    for (const origin of ['http://evil.example', 'null', mirror, own.replace('http:', 'https:')]) {
      const read = await shop.ask('/api/crawls', { ...bearer, origin });
      assert.deepEqual([read.status, codeOf(read.text)], [403, 'ORIGIN']);
      const steer = await shop.ask('/api/crawls/shop/continue', { cookie, origin }, 'POST');
      assert.deepEqual([steer.status, codeOf(steer.text)], [403, 'ORIGIN']);
    }
    const navigated = await shop.ask('/api/crawls', { cookie, 'sec-fetch-site': 'cross-site' });
    assert.equal(navigated.status, 403);
  });

  test('a change by GET, and one that a form of another page could send', async () => {
    for (const path of ['pause', 'continue', 'stop']) {
      const { status, headers } = await shop.ask(`/api/crawls/shop/${path}`, bearer);
      assert.deepEqual([status, headers.allow], [405, 'POST']);
    }
    const form = { ...bearer, 'content-type': 'text/plain' };
    const { status, text } = await shop.ask('/api/crawls', form, 'POST', '{"seeds":["http://127.0.0.1/"]}');
    assert.equal(status, 400);
    assert.match(text, /must be application\/json/);
    assert.equal(
      (await shop.ask('/api/crawls', { cookie, 'content-type': 'application/json' }, 'POST', '{}')).status,
      403,
    );
  });

  test('options that run programs or write elsewhere', async () => {
    const headers = { ...bearer, 'content-type': 'application/json' };
    for (const options of [
      { hooks: ['/x.ts'] },
      { browser: '/bin/sh' },
      { out: '/etc' },
      { store: 'sqlite:/x' },
    ]) {
      const body = JSON.stringify({ seeds: ['http://127.0.0.1:1/'], options });
      const { status, text } = await shop.ask('/api/crawls', headers, 'POST', body);
      assert.equal(status, 400);
      assert.match(text, /cannot be given here/);
    }
    const body = JSON.stringify({ seeds: ['http://127.0.0.1:1/'], folder: '../elsewhere' });
    assert.match((await shop.ask('/api/crawls', headers, 'POST', body)).text, /folder must be a name/);
  });

  test('bodies without end and paths that are no paths', async () => {
    const headers = { ...bearer, 'content-type': 'application/json' };
    const long = await shop.ask('/api/crawls', headers, 'POST', `"${'x'.repeat(1 << 20)}"`);
    assert.match(long.text, /bytes at most/);
    assert.equal((await shop.ask('/api/crawls/%ff', bearer)).status, 404);
    assert.equal((await shop.ask('/api/nothing', bearer)).status, 404);
    assert.match((await shop.ask('/api/crawls/none', bearer)).text, /there is no crawl/);
    assert.match(
      (await shop.ask('/api/crawls/shop/pages/1x', bearer)).text,
      /path.number must be a whole number/,
    );
    assert.match((await shop.ask('/api/crawls/shop/pages?limt=1', bearer)).text, /query has no/);
  });

  test('a port that is taken', async () => {
    const port = Number(new URL(own).port);
    await assert.rejects(
      startServing({ place: null, cwd: shop.root, port, token: null, browser: null, viewport: [800, 600] }),
      { code: 'USAGE', message: `port ${port} cannot be had: it is in use` },
    );
  });
});

describe('the server', () => {
  test('keeps the token of the link as a cookie and takes it out of the address', async () => {
    const { status, headers } = await shop.ask(`/crawls/shop?q=a&token=${shop.serving.token}`);
    assert.equal(status, 303);
    const elsewhere = await shop.ask(`/.//evil.example?token=${shop.serving.token}`);
    assert.equal(elsewhere.headers.location, '/evil.example', 'a path that begins another host');
    assert.equal(headers.location, '/crawls/shop?q=a');
    assert.match(String(headers['set-cookie']), /; HttpOnly; SameSite=Strict$/);
    assert.equal((await shop.ask('/crawls/shop', { cookie })).status, 200);
    assert.equal((await shop.ask('/api/crawls', { cookie, 'sec-fetch-site': 'same-origin' })).status, 200);
  });

  test('lets nothing be loaded from elsewhere and nobody frame it', async () => {
    const { headers } = await shop.ask('/', { cookie });
    const policy = String(headers['content-security-policy']);
    assert.match(policy, /^default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'/);
    assert.match(policy, /frame-ancestors 'none'/);
    assert.match(policy, new RegExp(`frame-src ${new URL(shop.serving.mirror).origin};`));
  });

  test('says that it lives without being asked for a token', async () => {
    const { status, text } = await shop.ask('/health');
    assert.deepEqual([status, JSON.parse(text)], [200, { status: 'ok' }]);
  });

  test('tells figures in the words of Prometheus', async () => {
    const { text } = await shop.ask('/metrics', bearer);
    assert.match(text, /^# TYPE argiope_pages gauge\nargiope_pages\{crawl="shop"\} 4$/m);
    assert.match(text, /^argiope_errors_total\{crawl="shop"\} 1$/m);
    assert.match(text, /^argiope_running\{crawl="shop"\} 0$/m);
  });
});

describe('the API', () => {
  test('answers as its description says, for every path without a body', async () => {
    const texts: Readonly<Record<string, string>> = { crawl: 'shop', number: '1', q: 'thing' };
    let asked = 0;
    for (const route of apiRoutes) {
      if (route.method !== 'GET' || route.kind !== 'json') continue;
      const names = Object.keys(route.params?.json.properties ?? {});
      if (names.some((name) => !Object.hasOwn(texts, name))) continue;
      const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => texts[name] ?? '');
      const query = new URLSearchParams(
        (route.query?.json.required ?? []).map((name) => [name, texts[name] ?? '1']),
      );
      const answer = await shop.json(`${path}?${query}`);
      assert.equal(route.answer.check(answer, path), null);
      asked++;
    }
    assert.ok(asked >= 14);
  });

  test('describes every route once, with its parameters', async () => {
    const api = await shop.json<{
      readonly paths: Record<string, Record<string, { readonly operationId: string }>>;
    }>('/api/openapi.json');
    const operations = Object.values(api.paths).flatMap((methods) => Object.values(methods));
    assert.equal(operations.length, apiRoutes.length);
    assert.equal(new Set(operations.map(({ operationId }) => operationId)).size, operations.length);
  });

  test('tells of a page, the way to it, its actions and why they were fired or not', async () => {
    const page = await shop.json<Record<string, unknown>>('/api/crawls/shop/pages/1');
    assert.equal(page.title, 'New thing');
    assert.equal(page.url, `${shop.siteUrl}thing/0`);
    const { steps } = await shop.json<{ readonly steps: readonly object[] }>('/api/crawls/shop/pages/1/path');
    assert.deepEqual(steps.length, 1);
    const { actions } = await shop.json<{
      readonly actions: readonly { label: string; why: string; target: number }[];
    }>('/api/crawls/shop/pages/0/actions');
    assert.deepEqual(
      actions.map(({ label, why, target }) => [label, why, target]),
      [
        ['New thing', 'followed: its instruction was new', 1],
        ['Old thing', 'followed: its instruction was new', 2],
        ['Blue thing', 'followed: its instruction was new', 3],
      ],
    );
  });

  test('groups failures by what became of them, with the pages behind', async () => {
    const { groups } = await shop.json<{ readonly groups: readonly { pages: readonly object[] }[] }>(
      '/api/crawls/shop/failures',
    );
    assert.equal(groups.length, 1);
    const [group] = groups;
    assert.deepEqual(
      { ...group, pages: group?.pages.map((page) => ({ ...page, message: '' })) },
      {
        code: 'HTTP_STATUS',
        consequence: 'skip',
        count: 1,
        pages: [{ number: 4, url: `${shop.siteUrl}gone`, message: '', foundOn: 1 }],
      },
    );
  });

  test('checks a new crawl with the words of the command line', async () => {
    const check = (options: object, seeds = [shop.siteUrl]) =>
      shop.json<{
        readonly wrong: { message: string; advice: string | null } | null;
        readonly out: string | null;
      }>('/api/options/check', { seeds, options });
    assert.equal(
      (await check({ maxPages: 'many' })).wrong?.message,
      'maxPages must be a whole number from 1 on; got "many"',
    );
    assert.equal((await check({ scope: 'hots' })).wrong?.advice, 'did you mean "host"?');
    assert.match(
      (await check({ maxPage: '1' })).wrong?.message ?? '',
      /unknown option "maxPage" \(did you mean "maxPages"\?\)/,
    );
    assert.match(
      (await check({ dedupe: 'none' })).wrong?.message ?? '',
      /needs --depth, --max-pages or --max-time/,
    );
    assert.match((await check({}, ['mailto:x@example.org'])).wrong?.message ?? '', /cannot start from/);
    const { out, wrong } = await check({ maxPages: '5' });
    assert.equal(wrong, null);
    assert.ok(out?.startsWith(join(shop.root, 'argiope-out')));
  });
});

describe('mirrors', () => {
  const ask = (path: string, headers: Readonly<Record<string, string>> = {}, method = 'GET') => {
    const { host, pathname } = new URL(shop.serving.mirror);
    return rawRequest(
      `http://127.0.0.1:${host.split(':')[1]}`,
      path.replace('~', pathname.slice(0, -1)),
      { host, ...headers },
      method,
    );
  };

  test('are on an origin of their own, sandboxed, without scripts and requests', async () => {
    const { status, headers, text } = await ask('~/shop/mirror/index.html');
    assert.equal(status, 200);
    assert.match(text, /New thing/);
    const policy = String(headers['content-security-policy']);
    assert.match(policy, /^sandbox; default-src 'none'; /);
    assert.doesNotMatch(policy, /allow-|script-src|connect-src/);
    assert.equal(headers['referrer-policy'], 'no-referrer');
    assert.notEqual(new URL(shop.serving.mirror).hostname, new URL(own).hostname);
  });

  test('show pages from the store where none was written', async () => {
    const { status, text } = await ask('~/shop/page/1/');
    assert.equal(status, 200);
    assert.match(text, /A fine thing/);
  });

  test('cannot be guessed, by other names neither, and are only read', async () => {
    assert.equal((await ask('/shop/mirror/index.html')).status, 404);
    assert.equal((await ask('/x/shop/mirror/index.html')).status, 404);
    assert.equal((await ask('~/shop/mirror/index.html', { host: 'evil.example' })).status, 421);
    assert.equal((await ask('~/shop/mirror/index.html', {}, 'POST')).status, 405);
    assert.equal((await ask(`/api/crawls?token=${shop.serving.token}`, bearer)).status, 404);
  });

  test('give nothing beside the mirror, by no way', async () => {
    writeFileSync(join(shop.root, 'secret.txt'), 'secret');
    symlinkSync(join(shop.root, 'secret.txt'), join(shop.root, 'argiope-out', 'shop', 'mirror', 'link.txt'));
    const ways = [
      '~/shop/mirror/../argiope.db',
      '~/shop/mirror/%2e%2e/argiope.db',
      '~/shop/mirror/..%2fargiope.db',
      '~/shop/mirror/%2e%2e%2fargiope.db',
      '~/shop/argiope.db',
      '~/shop/mirror/link.txt',
      '~/shop/page/1/../../x',
      '~/shop/page/99/',
      '~/shop/page/1e3/',
      '~/shop/mirror/',
      '~/../shop/mirror/index.html',
    ];
    for (const way of ways) assert.equal((await ask(way)).status, 404, way);
  });
});
