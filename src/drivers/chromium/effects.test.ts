import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { type Ask, file, html, routes } from '../../../test/sites/answer.ts';
import { type RunningSite, startSite } from '../../../test/sites/site.ts';
import type { CrawlSettings } from '../../config/index.ts';
import { defaultSettings } from '../../config/index.ts';
import { fingerprint } from '../../fingerprint/rabin.ts';
import type { CrawlEvent, Driver, Tab } from '../../model/index.ts';
import { captured, element, textOf } from './fixture.ts';
import { chromiumDriver } from './index.ts';

/** Buttons by name, each with what it does; `show` writes into the page. */
type Buttons = Readonly<Record<string, string>>;

const page = (buttons: Buttons, opening = '') =>
  html(`<!doctype html><title>x</title><p id="out">nothing</p>
    <script>function show(text) { document.getElementById('out').textContent = String(text); }</script>
    ${Object.entries(buttons)
      .map(
        ([name, code]) => `<button id="${name}" onclick="${code.replaceAll('"', '&quot;')}">${name}</button>`,
      )
      .join('')}
    <script>${opening}</script>`);

const text = (body: string, headers: Record<string, string> = {}) => ({
  headers: { 'content-type': 'text/plain; charset=utf-8', ...headers },
  body,
});

const getText = (url: string) => `fetch('${url}').then((r) => r.text()).then(show)`;
const xhrText = (url: string) =>
  `var x = new XMLHttpRequest(); x.open('GET', '${url}'); x.onload = function () { show(this.responseText) }; x.send()`;

/** Kinds of asking for `/data/v`: all are answered with `{"said":"v"}` and write what they were given. */
const url = '/data/v?a=1';
const xhr = (setup: string, before = '') =>
  `${before} var x = new XMLHttpRequest(); x.open('GET', '${url}'); ${setup}; x.send()`;
const variants: Record<string, { readonly code: string; readonly shows: string }> = {
  'xhr, onload': { code: xhr(`x.onload = function () { show(x.responseText) }`), shows: '{"said":"v"}' },
  'xhr, onreadystatechange': {
    code: xhr(
      `var seen = []; x.onreadystatechange = function () { seen.push(x.readyState); if (x.readyState === 4) show(seen + ' ' + x.status + ' ' + x.response) }`,
    ),
    shows: '2,3,4 200 {"said":"v"}',
  },
  'xhr, addEventListener': {
    code: xhr(
      `var seen = []; ['loadstart', 'progress', 'load', 'loadend'].forEach(function (name) { x.addEventListener(name, function (event) { seen.push(event.type); if (name === 'loadend') show([...new Set(seen)] + ' ' + event.loaded) }) })`,
    ),
    shows: 'loadstart,progress,load,loadend 12',
  },
  'xhr, json': {
    code: xhr(
      `x.responseType = 'json'; x.onload = function () { show(x.response.said + (x.response === x.response)) }`,
    ),
    shows: 'vtrue',
  },
  'xhr, blob': {
    code: xhr(
      `x.responseType = 'blob'; x.onload = function () { var type = x.response.type; x.response.text().then(function (all) { show(type + all) }) }`,
    ),
    shows: 'application/json{"said":"v"}',
  },
  'xhr, array buffer': {
    code: xhr(`x.responseType = 'arraybuffer'; x.onload = function () { show(x.response.byteLength) }`),
    shows: '12',
  },
  'xhr, headers and address': {
    code: xhr(
      `x.onload = function () { show([x.getResponseHeader('X-Told'), x.getResponseHeader('no'), /x-told: yes/i.test(x.getAllResponseHeaders()), x.responseURL.replace(location.origin, ''), x.statusText]) }`,
    ),
    shows: `yes,,true,${url},OK`,
  },
  'xhr, with a timeout': {
    code: xhr(
      `x.timeout = 5000; x.ontimeout = function () { show('late') }; x.onload = function () { show('in time') }`,
    ),
    shows: 'in time',
  },
  'xhr, aborted': {
    code: `${xhr(`var seen = []; x.onload = function () { show('loaded') }; x.onabort = function () { seen.push('abort') }; x.onloadend = function () { show(seen + ' ' + x.status) }`)}; x.abort()`,
    shows: 'abort 0',
  },
  'xhr, opened again': {
    code: xhr(
      `x.onload = function () { show(x.responseText); if (!x.again) { x.again = true; x.open('GET', '/data/w?a=1'); x.send() } }`,
    ),
    shows: '{"said":"w"}',
  },
  'xhr, synchronous': {
    code: `var x = new XMLHttpRequest(); x.open('GET', '${url}', false); x.send(); show(x.responseText)`,
    shows: '{"said":"v"}',
  },
  'fetch, json': { code: `fetch('${url}').then((r) => r.json()).then((v) => show(v.said))`, shows: 'v' },
  'fetch, request object': {
    code: `fetch(new Request('${url}', { headers: { Accept: 'application/json' } })).then((r) => r.text()).then(show)`,
    shows: '{"said":"v"}',
  },
  'fetch, told': {
    code: `fetch('${url}').then((r) => show([r.ok, r.status, r.statusText, r.type, r.redirected, r.url.replace(location.origin, ''), r.headers.get('x-told'), r instanceof Response]))`,
    shows: `true,200,OK,basic,false,${url},yes,true`,
  },
  'fetch, cloned': {
    code: `fetch('${url}').then(async (r) => { const c = r.clone(); show(await c.text() + (await r.json()).said + (c.url === r.url) + c.bodyUsed) })`,
    shows: '{"said":"v"}vtruetrue',
  },
  'fetch, array buffer': {
    code: `fetch('${url}').then((r) => r.arrayBuffer()).then((b) => show(b.byteLength))`,
    shows: '12',
  },
  'fetch, reader': {
    code: `fetch('${url}').then(async (r) => { let all = ''; const reader = r.body.pipeThrough(new TextDecoderStream()).getReader(); for (;;) { const { done, value } = await reader.read(); if (done) break; all += value; } show(all) })`,
    shows: '{"said":"v"}',
  },
  'fetch, aborted': {
    code: `var c = new AbortController(); fetch('${url}', { signal: c.signal }).then(() => show('came'), (e) => show(e.name)); c.abort()`,
    shows: 'AbortError',
  },
  'fetch, twice read': {
    code: `fetch('${url}').then(async (r) => { await r.text(); try { await r.text(); show('twice') } catch (e) { show(e.name) } })`,
    shows: 'TypeError',
  },
};

/** Which of them ask for what others do not, or cannot be answered by the gate. */
const own = { 'xhr, synchronous': 1, 'fetch, request object': 1 };

describe('the effect gate', () => {
  let site: RunningSite;
  let driver: Driver;
  let notes: CrawlEvent[];
  const posts: string[] = [];
  let clock = 0;
  let elsewhere = html('');
  const take = (ask: Ask) => {
    posts.push(`${ask.method} ${ask.path}`);
    return text(`took ${ask.body}`);
  };

  before(async () => {
    site = await startSite({
      name: 'effects',
      start: '/',
      respond: routes({
        '/': () => page({ one: getText('/said?n=1'), other: xhrText('/said?n=1'), third: `show('third')` }),
        '/another': () => page({ one: xhrText('/said?n=1') }, getText('/said?n=2')),
        '/opening': () =>
          page({ again: getText('/said?n=2') }, `${getText('/said?n=2')}; ${xhrText('/said?n=3')}`),
        '/said': ({ query }) => text(`said ${query.get('n')}`),
        '/variants': () =>
          page(Object.fromEntries(Object.values(variants).map(({ code }, at) => [`b${at}`, code]))),
        '/warm': () =>
          page({}, `fetch('${url}').then((r) => r.text()); fetch('/data/w?a=1').then((r) => r.text())`),
        '/data/:v': (_, [v]) => ({
          headers: { 'content-type': 'application/json', 'x-told': 'yes' },
          body: JSON.stringify({ said: v }),
        }),
        '/time': () => text(`time ${++clock}`),
        '/polling': () =>
          page(
            { look: getText('/time'), wait: `setTimeout(() => show('waited'), 5000)` },
            `setInterval(() => fetch('/time').then((r) => r.text()).then((t) => { document.title = t }), 1000)`,
          ),
        '/unstored': () =>
          page({ a: getText('/token'), b: xhrText('/token'), c: getText('/fixed'), d: xhrText('/fixed') }),
        '/token': () => text(`token ${++clock}`, { 'cache-control': 'no-store' }),
        '/fixed': () => text('fixed', { 'cache-control': 'no-store' }),
        '/writing': () =>
          page(
            {
              fetched: `fetch('/like', { method: 'POST', body: '1' }).then(() => show('liked'), (e) => show(e.name + e.message))`,
              sent: `var x = new XMLHttpRequest(); x.open('POST', '/like'); x.onload = function () { show('liked') }; x.onerror = function () { show('error ' + x.status + x.readyState) }; x.send('1')`,
              beacon: `show(navigator.sendBeacon('/ping', '1'))`,
              requested: `fetch(new Request('/put', { method: 'PUT', body: '1' })).then(() => show('put'), (e) => show(e.name))`,
              later: `show(typeof fetchLater === 'function' ? fetchLater('/afterwards', { method: 'POST', body: '1', activateAfter: 0 }).activated : false)`,
              framed: `var f = document.body.appendChild(document.createElement('iframe')); f.name = 'inside'; var g = document.body.appendChild(document.createElement('form')); g.method = 'post'; g.target = 'inside'; g.action = '/into-frame'; g.submit(); show('submitted')`,
            },
            `fetch('/visit', { method: 'POST', body: 'hello' }).then((r) => r.text()).then(show)`,
          ),
        '/graph': () =>
          page({
            query: `fetch('/graphql', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ query: 'query Q($id: Int) { article(id: $id) { title } }', variables: { id: 1 } }) }).then((r) => r.text()).then(show)`,
            again: `var x = new XMLHttpRequest(); x.open('POST', '/graphql'); x.setRequestHeader('content-type', 'application/json'); x.onload = function () { show(x.responseText) }; x.send(JSON.stringify({ query: 'query Q($id: Int) { article(id: $id) { title } }', variables: { id: 1 } }))`,
            mutation: `fetch(new Request('/graphql', { method: 'POST', body: JSON.stringify({ query: 'mutation { like(id: 1) { count } }' }) })).then(() => show('changed'), (e) => show(e.name))`,
            object: `fetch(new Request('/graphql', { method: 'POST', body: JSON.stringify({ query: '{ author { name } }' }) })).then((r) => r.text()).then((t) => show(t.length))`,
          }),
        '/asking': () => {
          const post = (path: string, body: string) =>
            `fetch('${path}', { method: 'POST', body: '${body}' }).then((r) => r.text()).then(show, (e) => show(e.name))`;
          const form = `var f = new FormData(); f.append('action', 'load_more_posts'); f.append('page', '2'); var x = new XMLHttpRequest(); x.open('POST', '/ajax'); x.onload = function () { show(x.responseText) }; x.send(f)`;
          return page(
            {
              search: post('/api/search', 'salt'),
              more: form,
              other: post('/component', '{"value":2}'),
              drop: post('/component', '{"method":"drop","value":2}'),
              like: post('/like', '1'),
              mutation: post('/graphql', '{"query":"mutation { like }"}'),
            },
            `${post('/component', '{"value":1}')}; ${post('/graphql', '{"query":"{ a }"}')}`,
          );
        },
        '/api/search': take,
        '/ajax': take,
        '/component': take,
        '/like': take,
        '/ping': take,
        '/put': take,
        '/visit': take,
        '/into-frame': take,
        '/afterwards': take,
        '/graphql': take,
        '/static': () =>
          html(`<!doctype html><title>x</title><link rel="stylesheet" href="/a.css"><p id="out"></p><img src="/i.svg" alt="">
            <script src="/never.js"></script><script src="/always.js"></script><script type="module" src="/module.js"></script>`),
        '/never.js': () => ({
          ...file('text/javascript', `document.getElementById('out').append('nie — ')`),
          headers: { 'content-type': 'text/javascript', 'cache-control': 'no-store' },
        }),
        '/always.js': () => ({
          body: `document.getElementById('out').append('always ')`,
          headers: { 'content-type': 'text/javascript', 'cache-control': 'max-age=86400' },
        }),
        '/module.js': () => file('text/javascript', `document.getElementById('out').append('module')`),
        '/a.css': () => file('text/css', 'p { color: rgb(1, 2, 3) }'),
        '/i.svg': () => file('image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"/>'),
        '/elsewhere': () => elsewhere,
        '/framed': () => html('<!doctype html><title>x</title><p id="out">out</p><iframe src="/"></iframe>'),
      }),
    });
  });
  after(() => site.close());
  afterEach(() => driver.close());

  async function start(settings: Partial<CrawlSettings> = {}): Promise<Tab> {
    site.reset();
    posts.length = 0;
    notes = [];
    driver = await chromiumDriver(
      defaultSettings([site.url], { allowPrivate: ['127.0.0.1', 'localhost'], ...settings }),
      {
        permit: async () => {},
        sink: null,
        fetch: async () => null,
        listen: (note) => void notes.push(note),
      },
    );
    return driver.tab();
  }

  const open = async (tab: Tab, path: string) => {
    const { document, requests } = await tab.open(site.origin + path);
    return {
      shows: textOf(element(document, 'out')),
      requests: requests.filter(({ kind }) => kind === 'data'),
    };
  };
  const press = async (tab: Tab, id: string) => {
    const order = { id, xpath: `/HTML/BODY[1]/BUTTON[1]`, event: 'click' };
    const { document, requests } = captured(await tab.fire(order, new Set()));
    return {
      shows: textOf(element(document, 'out')),
      requests: requests.filter(({ kind }) => kind === 'data'),
    };
  };
  const asked = (path: string) => site.stats().paths[path] ?? 0;

  test('asks for one address once: from two states, another document, a reload, another tab', async () => {
    const tab = await start();
    await open(tab, '/');
    const told = { print: fingerprint('said 1'), etag: null, lastModified: null };
    const record = [{ method: 'GET', url: `${site.origin}/said?n=1`, status: 200, kind: 'data', ...told }];
    assert.deepEqual(await press(tab, 'one'), { shows: 'said 1', requests: record });
    assert.equal((await press(tab, 'third')).shows, 'third');
    assert.deepEqual(await press(tab, 'other'), { shows: 'said 1', requests: record }, 'another state');
    await open(tab, '/another');
    assert.deepEqual(await press(tab, 'one'), { shows: 'said 1', requests: record }, 'another document');
    await open(tab, '/');
    assert.equal((await press(tab, 'other')).shows, 'said 1', 'a reload');
    const second = await driver.tab();
    await open(second, '/');
    assert.equal((await press(second, 'one')).shows, 'said 1', 'another tab');
    assert.equal(asked('/said?n=1'), 1);
    assert.equal(driver.counts().requests, site.stats().requests);
    assert.equal(driver.counts().requestsFromCache, 4);
  });

  test('asks once for what documents want while they open, and knows it when an event wants it', async () => {
    const tab = await start();
    assert.equal((await open(tab, '/another')).shows, 'said 2');
    for (let load = 0; load < 3; load++) {
      const { shows, requests } = await open(tab, '/opening');
      assert.match(shows, /said [23]/);
      assert.deepEqual(requests.map(({ url: address, status }) => [address.slice(-3), status]).sort(), [
        ['n=2', 200],
        ['n=3', 200],
      ]);
    }
    assert.equal((await press(tab, 'again')).shows, 'said 2');
    assert.deepEqual([asked('/said?n=2'), asked('/said?n=3')], [1, 1]);
    assert.equal(driver.counts().requests, site.stats().requests);
    assert.equal((await tab.open(`${site.origin}/opening`, 86_400_000)).status, 200);
    assert.deepEqual(
      [asked('/said?n=2'), asked('/said?n=3')],
      [2, 2],
      'a look at what depends on the time sees the site',
    );
  });

  test('answers every way of asking as the network would', async () => {
    const tab = await start();
    const told = new Map<string, string[]>();
    const round = async (use: Tab) => {
      for (const [at, name] of Object.keys(variants).entries())
        told.set(name, [...(told.get(name) ?? []), (await press(use, `b${at}`)).shows]);
    };
    await open(tab, '/variants');
    await round(tab);
    const first = asked(url);
    await round(tab);
    const second = await driver.tab();
    await open(second, '/variants');
    await round(second);
    for (const [name, { shows }] of Object.entries(variants))
      assert.deepEqual(told.get(name), [shows, shows, shows], name);
    // The network is asked by the first of its kind, and always where the page stands still meanwhile.
    assert.equal(first, 1 + Object.keys(own).length);
    assert.equal(asked(url) - first, 2, 'synchronously, in each round');
  });

  test('lets polls through: they expect news', async () => {
    const tab = await start();
    const { shows } = await open(tab, '/polling');
    assert.equal(shows, 'nothing');
    const before = asked('/time');
    assert.ok(before > 1, 'repeated while the page opened');
    assert.equal((await press(tab, 'wait')).shows, 'waited');
    const polled = asked('/time');
    assert.ok(polled > before, 'by an interval that began with the page');
    assert.notEqual((await press(tab, 'look')).shows, (await press(tab, 'look')).shows, 'news by a press');
  });

  test('compares what must not be stored with a second answer before it trusts it', async () => {
    const tab = await start();
    await open(tab, '/unstored');
    const tokens = [];
    for (const id of ['a', 'b', 'a', 'b']) tokens.push((await press(tab, id)).shows);
    assert.equal(new Set(tokens).size, 4, 'a live address is asked each time');
    for (const id of ['c', 'd', 'c', 'd']) assert.equal((await press(tab, id)).shows, 'fixed');
    assert.deepEqual([asked('/token'), asked('/fixed')], [4, 2]);
    await open(tab, '/unstored');
    const again = [(await press(tab, 'a')).shows, (await press(tab, 'c')).shows];
    assert.deepEqual([tokens.includes(again[0] ?? ''), again[1]], [false, 'fixed']);
    assert.deepEqual([asked('/token'), asked('/fixed')], [5, 2]);
  });

  test('blocks what an event would write, tells what and how often, and lets a visit have its say', async () => {
    const tab = await start();
    assert.equal((await open(tab, '/writing')).shows, 'took hello');
    assert.equal((await press(tab, 'fetched')).shows, 'TypeErrorFailed to fetch');
    assert.equal((await press(tab, 'sent')).shows, 'error 04');
    assert.equal((await press(tab, 'beacon')).shows, 'true');
    assert.equal((await press(tab, 'requested')).shows, 'TypeError');
    assert.equal((await press(tab, 'later')).shows, 'false');
    assert.equal((await press(tab, 'framed')).shows, 'submitted');
    assert.deepEqual(posts, ['POST /visit']);
    await driver.close();
    const told = notes.flatMap((note) => (note.kind === 'note' && note.level === 'info' ? [note.text] : []));
    assert.deepEqual(told, [
      'blocked POST /like (2 times); --methods GET,HEAD,OPTIONS,POST allows it',
      'blocked POST /ping (once); --methods GET,HEAD,OPTIONS,POST allows it',
      'blocked PUT /put (once); --methods GET,HEAD,OPTIONS,PUT allows it',
      ...(told.some((text) => text.includes('/afterwards'))
        ? ['blocked POST /afterwards (once); --methods GET,HEAD,OPTIONS,POST allows it']
        : []),
      'blocked POST /into-frame (once); --methods GET,HEAD,OPTIONS,POST allows it',
    ]);
  });

  test('lets through the methods that are allowed, each time', async () => {
    const tab = await start({ methods: ['GET', 'HEAD', 'OPTIONS', 'POST'] });
    await open(tab, '/writing');
    for (const id of ['fetched', 'sent', 'fetched']) assert.equal((await press(tab, id)).shows, 'liked');
    assert.equal((await press(tab, 'requested')).shows, 'TypeError');
    assert.deepEqual(posts, ['POST /visit', 'POST /like', 'POST /like', 'POST /like']);
  });

  test('lets questions to GraphQL pass, once, and keeps changes from leaving', async () => {
    const tab = await start();
    await open(tab, '/graph');
    const { shows } = await press(tab, 'query');
    assert.match(shows, /^took .*article/);
    assert.equal((await press(tab, 'mutation')).shows, 'TypeError');
    assert.equal((await press(tab, 'again')).shows, shows);
    assert.match((await press(tab, 'object')).shows, /^\d+$/);
    assert.deepEqual(posts, ['POST /graphql', 'POST /graphql']);
  });

  test('lets questions pass that are posted by their name, or as the page itself asked when it opened', async () => {
    const tab = await start();
    await open(tab, '/asking');
    const shown = [];
    for (const id of ['search', 'more', 'other']) shown.push((await press(tab, id)).shows.slice(0, 13));
    assert.deepEqual(shown, ['took salt', 'took ------We', 'took {"value"']);
    for (const id of ['drop', 'like', 'mutation'])
      assert.equal((await press(tab, id)).shows, 'TypeError', id);
    assert.deepEqual(posts.slice(2), ['POST /api/search', 'POST /ajax', 'POST /component']);
  });

  test('asks for each file of a page once, storable or not, in every tab and browser', async () => {
    const tab = await start({ recycle: 3 });
    const second = await driver.tab();
    for (let load = 0; load < 5; load++) {
      for (const each of [tab, second])
        assert.equal((await open(each, '/static')).shows, 'nie — always module');
    }
    const files = ['/never.js', '/always.js', '/module.js', '/a.css', '/i.svg'];
    assert.deepEqual(files.map(asked), [1, 1, 1, 1, 1]);
    assert.equal(asked('/static'), 10);
    assert.equal(driver.counts().requests, site.stats().requests, 'counts what the server saw');
    assert.equal(driver.counts().requestsFromCache, 9 * files.length);
  });

  test('counts a file that two tabs want at the same moment as often as the server saw it', async () => {
    const tabs = [await start(), ...(await Promise.all([driver.tab(), driver.tab(), driver.tab()]))];
    await Promise.all(tabs.map((tab) => open(tab, '/static')));
    assert.equal(driver.counts().requests, site.stats().requests);
  });

  test('asks another origin once, and what it may show is shown', async () => {
    const other = await startSite({
      name: 'other',
      start: '/',
      respond: () => text('from elsewhere', { 'access-control-allow-origin': '*', 'x-hidden': 'yes' }),
    });
    try {
      const tab = await start();
      const ask = `fetch('${other.origin}/far').then(async (r) => show([await r.text(), r.type, r.headers.get('x-hidden')]))`;
      elsewhere = page({ ask }, ask);
      const told = [(await open(tab, '/elsewhere')).shows, (await press(tab, 'ask')).shows];
      told.push((await open(tab, '/elsewhere')).shows);
      assert.deepEqual(told, Array(3).fill('from elsewhere,cors,'));
      assert.equal(other.stats().paths['/far'], 1);
    } finally {
      await other.close();
    }
  });

  test('blocks what an event would write in a frame of another origin, unless it is allowed', async () => {
    const like = page({ like: `fetch('/like', { method: 'POST', body: '1' }).catch(() => show('kept'))` });
    const liked: string[] = [];
    const other = await startSite({
      name: 'other',
      start: '/',
      respond: (ask) => {
        if (ask.method === 'POST') liked.push(ask.path);
        return like;
      },
    });
    const order = {
      id: null,
      xpath: '/HTML/BODY[1]/IFRAME[1]/#document/HTML/BODY[1]/BUTTON[1]',
      event: 'click',
    };
    const far = other.origin.replace('127.0.0.1', 'localhost');
    elsewhere = html(`<!doctype html><title>x</title><p id="out"></p><iframe src="${far}/"></iframe>`);
    try {
      for (const methods of [undefined, ['GET', 'POST']]) {
        const tab = await start(methods && { methods });
        await open(tab, '/elsewhere');
        assert.equal((await tab.fire(order, new Set())).kind, 'captured');
        assert.deepEqual(liked, methods ? ['/like'] : []);
        await driver.close();
      }
    } finally {
      await other.close();
    }
  });

  test('knows in frames what the page knows', async () => {
    const tab = await start();
    await open(tab, '/framed');
    const order = {
      id: null,
      xpath: '/HTML/BODY[1]/IFRAME[1]/#document/HTML/BODY[1]/BUTTON[1]',
      event: 'click',
    };
    for (let times = 0; times < 2; times++) await tab.fire(order, new Set());
    await open(tab, '/');
    assert.equal((await press(tab, 'one')).shows, 'said 1');
    assert.equal(asked('/said?n=1'), 1);
  });
});
