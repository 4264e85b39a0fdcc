import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { html, routes } from '../../../test/sites/answer.ts';
import { type RunningSite, startSite } from '../../../test/sites/site.ts';
import { captured, element, startDriver, type TestDriver, textOf } from './fixture.ts';

const worker = `self.addEventListener('install', function () { self.skipWaiting(); });
self.addEventListener('activate', function (e) { e.waitUntil(self.clients.claim()); });
self.addEventListener('fetch', function (e) { e.respondWith(new Response('<title>forged</title><p id="out">by a worker', { headers: { 'content-type': 'text/html' } })); });`;

describe('a document', () => {
  let site: RunningSite;
  let driver: TestDriver;
  before(async () => {
    site = await startSite({
      name: 'clean',
      start: '/',
      respond: routes({
        '/': () =>
          html(`<!doctype html><title>x</title><p id="out">nothing</p><script>
          var has = 'serviceWorker' in navigator; out.textContent = has;
          if (has) navigator.serviceWorker.register('/worker.js').then(function () { out.textContent = 'registered'; });</script>`),
        '/worker.js': () => ({ status: 200, headers: { 'content-type': 'text/javascript' }, body: worker }),
        '/later': () => html('<!doctype html><title>x</title><p id="out">by the site'),
        '/steps': () =>
          html(`<!doctype html><title>x</title><p id="out">nothing</p><button onclick="go()">go</button><script>
          function go() { for (var n = 0; n < 100000; n++) history.pushState(n, '', '/steps?n=' + n); out.textContent = location.search; }</script>`),
        '/taken': () =>
          html(`<!doctype html><title>x</title><p id="out">nothing</p><script>
          var taken = 0;
          navigation.addEventListener('navigate', function (event) { event.intercept({ handler: function () { return new Promise(function () {}); } }); });
          navigation.addEventListener('currententrychange', function () { taken++; });
          for (var n = 0; n < 3000; n++) try { navigation.navigate('/taken?n=' + n).finished.catch(function () {}); } catch (error) {}
          out.textContent = taken;</script>`),
        '/hashes': () =>
          html(`<!doctype html><title>x</title><p id="out">nothing</p><button onclick="go()">go</button><script>
          function go() { for (var n = 0; n < 100000; n++) location.hash = 'h' + n; out.textContent = 'done'; }</script>`),
      }),
    });
    driver = await startDriver(site.url);
  });
  after(async () => {
    await driver.close();
    await site.close();
  });

  const shown = async (path: string) => {
    const tab = await driver.tab();
    const { document } = await tab.open(`${site.origin}${path}`);
    await tab.close();
    return textOf(element(document, 'out'));
  };

  test('is answered by no service worker of an earlier one', async () => {
    assert.equal(await shown('/'), 'false');
    assert.equal(await shown('/later'), 'by the site');
  });

  // Each is work for the browser, which had no time left for other pages.
  test('that loads elsewhere for ever and takes that over takes some steps', async () => {
    assert.equal(await shown('/taken'), '500');
    assert.equal(await shown('/later'), 'by the site');
  });

  test('that steps on for ever takes some steps, and the browser lives', async () => {
    const click = { id: null, xpath: '/HTML/BODY[1]/BUTTON[1]', event: 'click' };
    for (const [path, said] of [
      ['/steps', '?n=499'],
      ['/hashes', 'done'],
    ] as const) {
      const tab = await driver.tab();
      await tab.open(`${site.origin}${path}`);
      const { document } = captured(await tab.fire(click, new Set()));
      assert.equal(textOf(element(document, 'out')), said);
      await tab.close();
      assert.equal(await shown('/later'), 'by the site');
    }
  });
});
