import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { defaultSettings } from '../config/index.ts';
import { visibleText } from '../dom/text.ts';
import { makeFolder, serve, type TestServer } from '../gather/fixture.ts';
import type { SiteStore } from '../model/index.ts';
import { openStore } from '../store/index.ts';
import { exploreSite } from './explore-site.ts';

/** Pages the way that widely used scripts make them. */
const pages: Readonly<Record<string, string>> = {
  '/heard': `<h1>Start</h1><a href="/other">Other</a> <a href="/third" target="_blank">Third</a>
    <script>document.querySelectorAll('a').forEach((a) => a.addEventListener('click', () => { window.told = 1 }))</script>`,
  '/other': '<h1>The other page</h1>',
  '/third': '<h1>The third page</h1>',
  '/routes': `<h1>Birds</h1><input type="search"><ul id="found"></ul>
    <nav>${['heron', 'ibis', 'jay'].map((bird) => `<a href="#/${bird}">${bird}</a>`).join(' ')}</nav><main></main>
    <script>
      const show = () => { document.querySelector('main').textContent = 'All about ' + (location.hash.slice(2) || 'birds') };
      addEventListener('hashchange', show); show();
      const [field, found] = [document.querySelector('input'), document.querySelector('#found')];
      field.addEventListener('input', () => {
        found.innerHTML = ['Legs', 'Beaks', 'Nests'].map((part) => '<li>' + part + ' of ' + field.value + '</li>').join('');
      });
    </script>`,
};

describe('pages as scripts make them', () => {
  let server: TestServer;
  let folder: Awaited<ReturnType<typeof makeFolder>>;
  before(async () => {
    folder = await makeFolder();
    server = await serve((path, response) => {
      response.writeHead(pages[path] === undefined ? 404 : 200, { 'content-type': 'text/html' });
      response.end(`<!doctype html><title>${path}</title><body>${pages[path] ?? 'none'}`);
    });
  });
  after(async () => {
    await server.close();
    await folder.remove();
  });

  /** The texts of the pages that are kept of a crawl, sorted, and what the crawl came to. */
  async function crawled(path: string) {
    const settings = defaultSettings([`http://127.0.0.1:${server.port}${path}`], {
      engine: 'browser',
      workers: 1,
    });
    const store = await openStore(`sqlite:${folder.file(path.slice(1))}`);
    try {
      const site = (await store.site('site', { seeds: settings.seeds, settings: {} })) as SiteStore;
      const explored = await exploreSite(site, settings, {}, null);
      const texts: string[] = [];
      for (const { content } of await site.pages({ status: 'kept' })) {
        const tree = JSON.parse(Buffer.from((await site.blob(content?.blob ?? '')) as Uint8Array).toString());
        texts.push(visibleText(tree).replace(/\s+/g, ' ').trim());
      }
      return { explored, texts: texts.sort() };
    } finally {
      await store.close();
    }
  }

  test('links that scripts only hear of lead to pages, in this tab or in another', async () => {
    const { explored, texts } = await crawled('/heard');
    assert.deepEqual(texts, ['Start Other Third', 'The other page', 'The third page']);
    assert.deepEqual([explored.pages.statePages, explored.totals.errors], [0, 0]);
  });

  test('routes are kept without what a search box shows beside them, which is shown once', async () => {
    const { explored, texts } = await crawled('/routes');
    const plain = texts.filter((text) => !text.includes('Nests'));
    assert.deepEqual(
      plain.map((text) => /All about .*/.exec(text)?.[0]),
      ['All about birds', 'All about heron', 'All about ibis', 'All about jay'],
    );
    assert.deepEqual([texts.length, explored.totals.errors], [5, 0]);
  });
});
