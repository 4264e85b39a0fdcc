import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { defaultSettings } from '../config/index.ts';
import { makeFolder, serve, type TestServer } from '../crawl/gather/fixture.ts';
import type { CrawlEvent, SiteStore } from '../model/index.ts';
import { openStoreAt } from '../store/index.ts';
import { exploreSite } from './explore-site.ts';

const count = 40;
const letters = 'abcdefghijklmnopqrstuvwxyzäöüßàáâçèéêëìíîïñò';

const links = Array.from({ length: count }, (_, at) => `<a href="#/${at}">${letters[at]}</a>`).join(' ');
/** Clicks are heard wherever they are and left to the browser; nobody answers the fragments. */
const heard = `<script>document.addEventListener('click', (event) => {
  const entry = event.target.closest(window.entries ?? '.entry');
  if (entry) entry.textContent += '!';
});</script>`;
const start = `<title>Start</title><a href="/icons">Icons</a> <a href="/more">More</a> <a href="/else">Else</a>${heard}`;
const icons = `<title>Icons</title><h1>All icons</h1>${links}${heard}`;
/** Each fragment is a page. */
const routed = `<title>App</title><nav>${links}</nav><main></main><script>
  const show = () => {
    const at = Number(location.hash.slice(2));
    document.querySelector('main').textContent = 'The chapter of ' + '${letters}'[at] + at;
  };
  addEventListener('hashchange', show);
  show();</script>`;

const pages: Record<string, string> = { '/start': start, '/icons': icons, '/routed': routed };

describe('fragments that look like routes', () => {
  let folder: Awaited<ReturnType<typeof makeFolder>>;
  let server: TestServer;
  before(async () => {
    folder = await makeFolder();
    server = await serve((path, response) => {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
      response.end(pages[path] ?? `<p>The page ${path.slice(1)}</p>${heard}`);
    });
  });
  after(async () => {
    await server.close();
    await folder.remove();
  });

  async function crawled(path: string) {
    const seeds = [`http://127.0.0.1:${server.port}${path}`];
    const store = await openStoreAt(`sqlite:${folder.file(path.slice(1))}`);
    try {
      const site = (await store.site('site', { seeds, settings: {} })) as SiteStore;
      const opened: string[] = [];
      const listen = (event: CrawlEvent) => {
        if (event.kind === 'tab' && event.text.includes('#')) opened.push(event.text);
      };
      await exploreSite(site, defaultSettings(seeds, { engine: 'browser' }), { listen }, null);
      const pages = await site.pages({ status: 'kept' });
      return { opened, pages, merged: (await site.pages({ status: 'merged' })).length };
    } finally {
      await store.close();
    }
  }

  test('and that nobody answers are taken for their document after the first few', async () => {
    const { opened, pages, merged } = await crawled('/start');
    assert.equal(pages.length, 4);
    assert.ok(merged >= count, 'each is another name of their page');
    assert.ok(opened.length <= 12, `${opened.length} opened`);
  });

  test('and that a script answers are all opened', async () => {
    const { pages } = await crawled('/routed');
    const shown = JSON.stringify(pages.map(({ content }) => content?.address));
    for (let at = 1; at < count; at++) assert.ok(shown.includes(`#/${at}"`), `#/${at}`);
  });
});
