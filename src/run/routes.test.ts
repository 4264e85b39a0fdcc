import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type CrawlSettings, defaultSettings } from '../config/index.ts';
import { makeFolder, serve, type TestServer } from '../crawl/gather/fixture.ts';
import type { SiteStore } from '../model/index.ts';
import { openStoreAt } from '../store/index.ts';
import { exploreSite } from './explore-site.ts';

const count = 30;

/** What page `at` says; the list of all pages stands on each. */
function main(at: number): string {
  const links = Array.from({ length: count }, (_, to) => `<a href="/guide/${to}">Part ${to}</a>`).join(' ');
  const words = 'abcdefghijklmnopqrstuvwxyzäöüß'.charAt(at);
  return `<nav>${links}</nav><h1>Chapter ${words}</h1><p>The story of ${words}${words}.</p>`;
}

/** Clicks on links are answered by a script that takes the text of the next page from `from`. */
function swapping(from: string): string {
  return `addEventListener('click', async (event) => {
    const link = event.target.closest('a');
    if (!link) return;
    event.preventDefault();
    const text = await (await fetch(${from})).text();
    const page = new DOMParser().parseFromString(text, 'text/html');
    history.pushState(null, '', link.href);
    document.querySelector('main').innerHTML = page.querySelector('main').innerHTML;
  });`;
}

/** Each address is a whole page. */
const whole = (at: number) =>
  `<title>Guide</title><main>${main(at)}</main><script>${swapping('link.href')}</script>`;

/** Each address is the same shell, which a script fills. */
const shell = `<title>Guide</title><main></main><script>
  fetch('/data' + location.pathname).then((answer) => answer.text()).then((text) => {
    document.querySelector('main').innerHTML = text.replace(/<.?main>/g, '');
  });
  ${swapping("'/data' + link.pathname")}</script>`;

/** A script hears clicks on links and leaves them to the browser. */
const heard = (at: number) => `<title>Guide</title><main>${main(at)}</main><script>
  addEventListener('click', (event) => { window.last = event.target.closest(window.links ?? 'a')?.href; });
</script>`;

/** One handler answers some links, whose addresses the server does not have, and leaves the others to the browser. */
const mixed = `<title>App</title><nav><a href="/plain/1">One</a> <a href="/plain/2">Two</a>
  ${['a', 'b', 'c', 'd'].map((at) => `<a href="/${at}" data-link>Part ${at}</a>`).join(' ')}</nav><main>Welcome</main><script>
  document.body.addEventListener('click', (event) => {
    if (!('link' in event.target.dataset)) return;
    event.preventDefault();
    history.pushState(null, '', event.target.href);
    document.querySelector('main').textContent = 'The chapter of ' + location.pathname.slice(1).repeat(3);
  });
</script>`;

describe('links that a script answers by swapping the page', () => {
  let folder: Awaited<ReturnType<typeof makeFolder>>;
  const servers = new Map<string, TestServer>();
  before(async () => {
    folder = await makeFolder();
    for (const name of ['whole', 'shell', 'heard', 'mixed'])
      servers.set(
        name,
        await serve((path, response) => {
          const at = Number(/\/guide\/(\d+)$/.exec(path)?.[1] ?? 0);
          const isThere = name !== 'mixed' || /^\/(?:guide|plain)\//.test(path);
          response.writeHead(isThere ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' });
          if (name === 'mixed') response.end(path.startsWith('/plain') ? `<p>Static ${path}</p>` : mixed);
          else if (path.startsWith('/data')) response.end(`<main>${main(at)}</main>`);
          else response.end(name === 'shell' ? shell : name === 'heard' ? heard(at) : whole(at));
        }),
      );
  });
  after(async () => {
    for (const server of servers.values()) await server.close();
    await folder.remove();
  });

  async function crawled(name: string, more: Partial<CrawlSettings> = {}) {
    const seeds = [`http://127.0.0.1:${servers.get(name)?.port}/guide/0`];
    const settings = { ...defaultSettings(seeds, {}), ...more };
    const store = await openStoreAt(`sqlite:${folder.file(`${name}-${settings.engine}`)}`);
    try {
      const site = (await store.site('site', { seeds, settings: {} })) as SiteStore;
      const { totals } = await exploreSite(site, settings, {}, null);
      const pages = await site.pages({ status: 'kept' });
      return { totals, pages, byAddress: pages.filter(({ entry }) => entry.kind === 'url').length };
    } finally {
      await store.close();
    }
  }

  test('are addresses once two of them show the same when they are read', async () => {
    const { totals, pages, byAddress } = await crawled('whole');
    assert.equal(pages.length, count);
    assert.ok(byAddress >= count - 6, `${byAddress} by address`);
    assert.ok(totals.eventsFired <= 10, `${totals.eventsFired} events`);
  });

  test('are clicked where all pages are opened in the browser', async () => {
    const { pages, byAddress } = await crawled('whole', { engine: 'browser' });
    assert.deepEqual([pages.length, byAddress], [count, 1]);
  });

  test('are addresses after the first click that was left to the browser, those that wait as well', async () => {
    const { totals, pages, byAddress } = await crawled('heard', { engine: 'browser', workers: 1 });
    assert.deepEqual([pages.length, byAddress], [count, count]);
    assert.ok(totals.eventsFired <= 2, `${totals.eventsFired} events`);
  });

  test('are told from those that their handler leaves to the browser by what they carry', async () => {
    const { pages, totals } = await crawled('mixed', { engine: 'browser', workers: 1 });
    const addresses = pages.map(({ content }) => new URL(content?.address ?? '').pathname);
    assert.deepEqual(addresses.sort(), ['/a', '/b', '/c', '/d', '/guide/0', '/plain/1', '/plain/2']);
    assert.equal(totals.errors, 0);
  });

  test('are clicked where their addresses hold nothing to read', async () => {
    const { pages, byAddress } = await crawled('shell');
    assert.deepEqual([pages.length, byAddress], [count, 1]);
  });
});
