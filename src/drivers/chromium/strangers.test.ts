import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { html, routes } from '../../../test/sites/answer.ts';
import { startHostile } from '../../../test/sites/hostile.ts';
import { hostileCases } from '../../../test/sites/hostile-cases.ts';
import { type RunningSite, startSite } from '../../../test/sites/site.ts';
import { ArgiopeError } from '../../model/index.ts';
import { captured, element, elements, failsWith, startDriver, type TestDriver, textOf } from './fixture.ts';

/** Cookies that no server takes: Node answers 431 beyond 16 KiB of headers. */
const bomb =
  'for (var i = 0; i < 40; i++) document.cookie = "bomb" + i + "=" + "x".repeat(3000) + "; path=/";';

/** Elements whose names hide what the DOM has under these names, of a form, of the document and of the window. */
const named = `<form id="form"><input name="attributes"><input name="childNodes"><input name="nodeName"><input name="parentNode">
  <input name="firstChild"><input name="nextSibling"><input name="localName"><input name="nodeType"><input name="tagName">
  <input name="getAttribute"><input name="hasAttribute"><input name="getAttributeNames"><input name="hasAttributes">
  <input name="querySelectorAll"><input name="matches"><input name="closest"><input name="isConnected"><input name="namespaceURI">
  <input name="checkVisibility"><input name="shadowRoot"><input name="addEventListener"><input name="ownerDocument"></form>
  <img name="querySelectorAll"><img name="createElement"><img name="body"><img name="title"><img name="documentElement">
  <img name="readyState"><img name="activeElement"><img name="location"><img name="defaultView"><img name="getAnimations">
  <a href="/to">link</a><button onclick="document.getElementById('out').textContent = 'clicked'">go</button><p id="out">nothing</p>`;

describe('a page of strangers', () => {
  let site: RunningSite;
  let driver: TestDriver;
  before(async () => {
    const page = (body: string, headers = {}) =>
      html(`<!doctype html><title>x</title><body>${body}`, headers);
    site = await startSite({
      name: 'strangers',
      start: '/',
      respond: routes({
        '/': () => page('<p id="words">words of this page</p>'),
        '/bomb': () => page(`<p>bomb</p><script>document.cookie = "kept=1; path=/"; ${bomb}</script>`),
        '/cookies': ({ headers }) => page(`<p id="words">${headers.cookie ?? 'none'}</p>`),
        '/clear': () => page('<p>cleared</p>', { 'clear-site-data': '"*"' }),
        '/still': () =>
          page(
            '<p id="words">words</p><a href="/to">link</a><img src="/no.png"><button onclick="1">b</button>',
            {
              'content-security-policy': "default-src 'none'; sandbox allow-forms",
            },
          ),
        '/asking': ({ query }) =>
          page(`<p id="words">words</p><script>fetch("http://127.0.0.1:${query.get('port')}/")</script>`),
        '/named': () => page(named),
        '/growing': () => page('<script>document.body.append("word ".repeat(300000))</script>'),
      }),
    });
    driver = await startDriver(site.url);
  });
  after(async () => {
    await driver.close();
    await site.close();
  });

  const opened = async (path: string) => {
    const tab = await driver.tab();
    const { document } = await tab.open(`${site.origin}${path}`);
    await tab.close();
    return document;
  };

  test('hides no other by cookies that no server takes', async () => {
    await opened('/bomb');
    const words = textOf(element(await opened('/cookies'), 'words'));
    assert.match(words, /kept=1/, 'the short ones stay');
    assert.ok(words.length < 8100, `${words.length} bytes`);
  });

  test('does not make the browser forget its proxy', async () => {
    await opened('/clear');
    assert.equal(textOf(element(await opened('/'), 'words')), 'words of this page');
  });

  // It was waited for as long as documents may load, twice, and then lost.
  test('that may run no script is read as it is', async () => {
    const tab = await driver.tab();
    const { document, candidates, wanted } = await tab.open(`${site.origin}/still`);
    assert.equal(textOf(element(document, 'words')), 'words');
    assert.deepEqual(
      candidates.map(({ href }) => href),
      [`${site.origin}/to`],
    );
    assert.deepEqual(wanted, []);
    assert.equal((await tab.fire({ id: null, xpath: '/BUTTON', event: 'click' }, new Set())).kind, 'lost');
    assert.equal(
      textOf(element((await tab.open(`${site.origin}/`)).document, 'words')),
      'words of this page',
    );
    await tab.close();
  });

  test('is read whole where its elements are named like parts of the DOM', async () => {
    const tab = await driver.tab();
    const { document, candidates } = await tab.open(`${site.origin}/named`);
    assert.equal(document.title, 'x');
    assert.equal(elements(document).filter(({ tag }) => tag === 'input').length, 22);
    assert.deepEqual(Object.keys(element(document, 'form').attrs ?? {}), ['id']);
    assert.ok(candidates.some(({ text }) => text === 'link'));
    const order = { id: null, xpath: '/HTML/BODY[1]/BUTTON[1]', event: 'click' };
    const outcome = captured(await tab.fire(order, new Set()));
    assert.equal(textOf(element(outcome.document, 'out')), 'clicked');
    await tab.close();
  });

  test('that makes itself larger than documents may be is left, and its text never comes here', async () => {
    const small = await startDriver(site.url, { maxSize: 1 << 20 });
    try {
      const error = await failsWith('TOO_LARGE', (await small.tab()).open(`${site.origin}/growing`));
      assert.match(error.message, /scripts have made \d+ of it/);
    } finally {
      await small.close();
    }
  });

  test('that waits for an answer which never comes is read within the time that documents have', async () => {
    const silent = createServer(() => {}).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    const brief = await startDriver(site.url, { timeout: 5 });
    try {
      const { document } = await (await brief.tab()).open(`${site.origin}/asking?port=${port}`);
      assert.equal(textOf(element(document, 'words')), 'words');
    } finally {
      await brief.close();
      silent.closeAllConnections();
      silent.close();
    }
  });

  test('that goes nowhere and cannot be read is told as that, not as one that goes elsewhere', async () => {
    const probe = 'answerText = () => { throw new Error("broken"); };';
    const broken = await startDriver(site.url, {}, undefined, undefined, probe);
    try {
      const error = await failsWith('BAD_CAPTURE', (await broken.tab()).open(site.url));
      assert.match(error.message, /keep it from being read .*broken/);
    } finally {
      await broken.close();
    }
  });
});

test('answers of servers that mean harm end each with its own reason, in a browser too', async () => {
  const servers = await startHostile({ good: 1, malformed: 1 });
  const driver = await startDriver(servers.url, { timeout: 4, maxSize: 4 << 20, allowPrivate: [] });
  // Which addresses may be asked is for the crawl to say, of which there is none here.
  const names = Object.keys(hostileCases).filter((name) => name !== 'redirect-to-other-port');
  const wrong: string[] = [];
  const look = async () => {
    for (let name = names.shift(); name !== undefined; name = names.shift()) {
      const { ends, browser = [] } = hostileCases[name] ?? { ends: '' };
      const tab = await driver.tab();
      const end = await tab.open(`${servers.url}${name}`).then(
        () => 'kept',
        (error) => (error instanceof ArgiopeError ? error.code : String(error)),
      );
      if (end !== ends && !browser.includes(end)) wrong.push(`${name} ended as ${end}, not ${ends}`);
      await tab.close();
    }
  };
  try {
    await Promise.all([look(), look(), look(), look()]);
    assert.deepEqual(wrong, []);
  } finally {
    await driver.close();
    await servers.close();
  }
});
