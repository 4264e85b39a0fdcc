import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { blog } from '../../test/sites/blog.ts';
import { type RunningSite, startSite } from '../../test/sites/site.ts';
import { defaultSettings } from '../config/index.ts';
import { makeFolder } from '../crawl/gather/fixture.ts';
import type { SiteStore } from '../model/index.ts';
import { openStoreAt } from '../store/index.ts';
import type { CrawlControls } from './controls.ts';
import { exploreSite } from './explore-site.ts';

describe('a crawl that is held back', () => {
  const site = blog({ articles: 4, pages: 14 });
  let running: RunningSite;
  let folder: Awaited<ReturnType<typeof makeFolder>>;
  before(async () => {
    folder = await makeFolder();
    running = await startSite(site);
  });
  after(async () => {
    await running.close();
    await folder.remove();
  });

  async function crawled(engine: 'browser' | 'http', controls: CrawlControls, more = {}) {
    const store = await openStoreAt(`sqlite:${folder.file(`${engine}-${Math.random()}`)}`);
    try {
      const settings = defaultSettings([running.url], { engine, workers: 3, batch: 1000, ...more });
      const kept = (await store.site('site', { seeds: settings.seeds, settings: {} })) as SiteStore;
      const { pages, stopped } = await exploreSite(kept, settings, controls, null);
      return { pages: pages.urlPages + pages.statePages, stopped };
    } finally {
      await store.close();
    }
  }

  for (const engine of ['browser', 'http'] as const) {
    test(`before every page has all of them in the end: ${engine}`, async () => {
      let holds = 0;
      // Each hold lasts longer than the others need to look around.
      const pace = async () => {
        const turns = 1 + (++holds % 7) * 20;
        for (let turn = 0; turn < turns; turn++) await setImmediate();
      };
      const held = await crawled(engine, { pace });
      assert.deepEqual(held, await crawled(engine, {}));
      assert.ok(holds >= held.pages, `${holds} holds`);
      if (engine === 'browser') assert.equal(held.pages, 14);
    });
  }

  test('for ever ends when it is told to, or when its time is over', async () => {
    const stop = new AbortController();
    const pace = () => {
      queueMicrotask(() => stop.abort());
      return new Promise<void>(() => {});
    };
    const told = await crawled('http', { signal: stop.signal, pace });
    assert.deepEqual(told, { pages: 0, stopped: 'interrupted' });
    const late = await crawled('http', { pace: () => new Promise(() => {}) }, { maxTime: 0.2 });
    assert.deepEqual(late, { pages: 0, stopped: 'limit' });
  });
});
