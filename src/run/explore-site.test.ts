import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type CrawlSettings, defaultSettings } from '../config/index.ts';
import { makeFolder, page, serve, type TestServer } from '../crawl/gather/fixture.ts';
import type { SiteStore } from '../model/index.ts';
import { openStoreAt } from '../store/index.ts';
import { exploreSite, revisitSite } from './explore-site.ts';

describe('revisits of a gathered crawl that was not finished', () => {
  let server: TestServer;
  let folder: Awaited<ReturnType<typeof makeFolder>>;
  let settings: CrawlSettings;
  before(async () => {
    folder = await makeFolder();
    server = await serve((path, response) => {
      const links = path === '/' ? Array.from({ length: 60 }, (_, at) => `/page/${at}`) : ['/'];
      page(response, path, links);
    });
    const seeds = [`http://127.0.0.1:${server.port}/`];
    settings = { ...defaultSettings(seeds, { engine: 'http' }), engine: 'http', workers: 2 };
  });
  after(async () => {
    await server.close();
    await folder.remove();
  });

  /** Gathers five pages and visits them again; says which pages were read from the store as a list. */
  async function revisited(name: string, budget: number | null) {
    const store = await openStoreAt(`sqlite:${folder.file(name)}`);
    try {
      const site = (await store.site('site', { seeds: settings.seeds, settings: {} })) as SiteStore;
      await exploreSite(site, { ...settings, maxPages: 5 }, {}, null);
      const [before, queued] = [server.asked.length, await site.count('queued')];
      const pages = (await site.pages({ status: 'kept' })).map(({ number }) => number);
      const read: unknown[] = [];
      const watched = new Proxy(site, {
        get: (target, key) => {
          const value = Reflect.get(target, key);
          if (typeof value !== 'function') return value;
          return (...args: unknown[]) => {
            if (key === 'pages') read.push((args[0] as { readonly status?: unknown }).status);
            return value.apply(target, args);
          };
        },
      });
      const order = { pages, budget, now: () => Date.now() };
      const explored = await revisitSite(watched, settings, {}, null, order);
      const counts = await site.counts();
      return { explored, read, queued, counts, requests: server.asked.length - before };
    } finally {
      await store.close();
    }
  }

  test('leave its queue on the disk, and what waits is gathered after them', async () => {
    const { explored, read, queued, counts, requests } = await revisited('whole', null);
    assert.ok(queued >= 55, `${queued} wait`);
    assert.ok(read.length > 0 && !read.includes('queued'), `read: ${read.join(', ')}`);
    assert.deepEqual([counts.kept, counts.queued, explored.stopped], [61, 0, 'done']);
    assert.equal(explored.revisited?.unchanged, 5);
    assert.equal(requests, 5 + queued);
  });

  test('and the new pages keep to one budget', async () => {
    const { explored, counts, requests } = await revisited('budget', 20);
    assert.equal(explored.stopped, 'limit');
    assert.equal(explored.revisited?.unchanged, 5);
    assert.ok(requests <= 20 && requests >= 15, `${requests} requests`);
    assert.ok(counts.kept > 10 && counts.queued > 0, `${counts.kept} kept`);
  });
});
