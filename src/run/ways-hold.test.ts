import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { defaultSettings } from '../config/index.ts';
import { makeFolder, serve, type TestServer } from '../crawl/gather/fixture.ts';
import { reach } from '../crawl/navigate/reach.ts';
import { EntryPaths } from '../derive/index.ts';
import { visibleText } from '../dom/text.ts';
import { chromiumDriver } from '../drivers/chromium/index.ts';
import { readDocument } from '../html/stored.ts';
import type { SiteStore } from '../model/index.ts';
import { openStoreAt } from '../store/index.ts';
import { exploreSite } from './explore-site.ts';

/** What is chosen shows nothing by itself, and what the buttons show depends on it. */
const pages: Readonly<Record<string, string>> = {
  '/list': `<p id="list"></p><button id="where">Where</button><button id="who">Who</button><p id="said"></p><script>
    let chosen = null;
    for (const name of ['barge', 'canoe', 'dinghy']) {
      const button = list.appendChild(document.createElement('button'));
      button.textContent = name;
      button.onclick = () => { chosen = name; for (const other of list.children) other.className = other === button ? 'on' : ''; };
    }
    where.onclick = () => { said.textContent = chosen ? 'Moored is the ' + chosen : 'Choose a boat'; };
    who.onclick = () => { said.textContent = chosen ? 'Owners of the ' + chosen : 'Choose a boat'; };
  </script>`,
  '/boxes': `<label><input type="checkbox" id="hills">Hills</label><label><input type="checkbox" id="lakes">Lakes</label>
    <button id="key">Key</button><p id="said"></p><script>
    key.onclick = () => { said.textContent = hills.checked ? lakes.checked ? 'Brown and blue' : 'Brown alone' : lakes.checked ? 'Blue alone' : 'White paper'; };
    hills.onchange = lakes.onchange = () => { said.textContent = ''; };
  </script>`,
};

describe('ways that are written down', () => {
  let server: TestServer;
  let folder: Awaited<ReturnType<typeof makeFolder>>;
  before(async () => {
    folder = await makeFolder();
    server = await serve((path, response) => {
      const body = pages[path];
      response.statusCode = body === undefined ? 404 : 200;
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.end(body === undefined ? '' : `<!doctype html><title>Page</title><body>${body}</body>`);
    });
  });
  after(async () => {
    await server.close();
    await folder.remove();
  });

  /** What pages show, and what their ways lead to from a fresh load. */
  async function crawled(path: string, workers: number) {
    const seeds = [`http://127.0.0.1:${server.port}${path}`];
    const store = await openStoreAt(`sqlite:${folder.file(`${path.slice(1)}${workers}`)}`);
    const settings = { ...defaultSettings(seeds, { engine: 'browser' }), workers };
    const site = (await store.site('site', { seeds, settings: {} })) as SiteStore;
    await exploreSite(site, settings, {}, null);
    const driver = await chromiumDriver(settings, {
      permit: async () => {},
      sink: null,
      fetch: async () => null,
    });
    try {
      const paths = new EntryPaths(site);
      const shown: { readonly page: string; readonly way: string }[] = [];
      for (const page of await site.pages({ status: 'kept' })) {
        const document = page.content && (await readDocument(site, page.content));
        const steps = (await paths.of(page)).map((step) =>
          'open' in step ? step : { fire: { ...step, event: step.fire } },
        );
        const tab = await driver.tab();
        const there = await reach(tab, steps, async () => {});
        await tab.close();
        shown.push({ page: document ? visibleText(document) : '', way: visibleText(there.document) });
      }
      return shown;
    } finally {
      await driver.close();
      await store.close();
    }
  }

  for (const workers of [1, 4])
    for (const [path, truth] of [
      [
        '/list',
        ['barge', 'canoe', 'dinghy'].flatMap((name) => [`Moored is the ${name}`, `Owners of the ${name}`]),
      ],
      ['/boxes', ['Brown and blue', 'Brown alone', 'Blue alone', 'White paper']],
    ] as const)
      test(`lead to their pages, with choices that show nothing: they left these out, ${path}, by ${workers}`, async () => {
        const shown = await crawled(path, workers);
        for (const text of truth)
          assert.ok(
            shown.some(({ page }) => page.includes(text)),
            text,
          );
        // Which tab finds a page before its choices are known to matter is up to the machine.
        if (workers === 1) for (const { page, way } of shown) assert.equal(way, page);
      });
});
