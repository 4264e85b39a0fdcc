import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { SiteStore } from '../../model/index.ts';
import { Crawl, edgesOf, type RunOptions, type Table } from '../fixture.ts';
import { pager, tabs } from '../fixture-tables.ts';

class Stopped extends Error {}

/** A store that lets so many writes through and then none: to the crawl it looks like being killed. */
function mortal(site: SiteStore, writes: number): SiteStore {
  let left = writes;
  const guard = async (write: () => Promise<void>) => {
    if (left-- <= 0) throw new Stopped();
    return write();
  };
  const writing: Partial<SiteStore> = {
    commit: (change) => guard(() => site.commit(change)),
    putNote: (key, value) => guard(() => site.putNote(key, value)),
  };
  return new Proxy(site, {
    get(target, name: keyof SiteStore) {
      const method = writing[name] ?? target[name];
      return (method as () => unknown).bind(target);
    },
  });
}

const paths = ['/', '/1', '/2'];
const tables: Readonly<Record<string, Table>> = {
  'articles with pagers': Object.assign(
    {},
    ...paths.map((path) => pager(path, 3, { links: [...paths, '/copy'], self: true })),
    { '/copy': { ...pager('/1', 3, { links: [...paths, '/copy'], self: true })['/1'], content: '/1' } },
  ),
  'tabs whose calls depend on the page': tabs(['x', 'y', 'z'], 3),
  'events that want addresses': {
    '/': { calls: { "visit('a')": { wants: '/a' }, "visit('b')": { wants: '/b' }, "show('s')": 's' } },
    s: { calls: { "visit('a')": { wants: '/a' }, "show('s')": 's', "visit('c')": { wants: '/c' } } },
    '/a': { links: ['/b'] },
    '/b': { calls: { 'blink(1)': '/b' } },
    '/c': {},
  },
};

/** Pages and edges of a crawl that was never stopped. */
async function unbroken(table: Table, options: RunOptions) {
  const crawl = await Crawl.begin();
  await crawl.run(table, options);
  const found = { pages: await crawl.pages(), edges: await crawl.edges() };
  await crawl.close();
  return found;
}

/** Stops at the given write, and at the same one of every run after it, until a run comes through. */
async function broken(table: Table, options: RunOptions, writes: number) {
  const crawl = await Crawl.begin();
  let stops = 0;
  for (let allowed = writes; stops < 200; allowed++) {
    try {
      await crawl.run(table, { ...options, through: (site) => mortal(site, allowed) });
      break;
    } catch (error) {
      assert.ok(error instanceof Stopped || (error as Error).cause instanceof Stopped, String(error));
      stops++;
    }
  }
  const found = { pages: await crawl.pages(), edges: await crawl.edges() };
  const counts = await crawl.site.counts();
  await crawl.close();
  return { found, stops, counts };
}

describe('a crawl that is stopped at any write and run again', () => {
  for (const [name, table] of Object.entries(tables)) {
    for (const workers of [1, 2]) {
      test(`ends with the pages and edges of one that was never stopped: ${name}, ${workers} at work`, async () => {
        // What is too unlikely to show anything new has no edge.
        const options: RunOptions = { settings: { workers, thorough: 1 } };
        const whole = await unbroken(table, options);
        if (name !== 'events that want addresses') assert.deepEqual(whole.edges, edgesOf(table));
        let writes = 1;
        for (let stops = 1; stops > 0; writes++) {
          const { found, counts, ...ended } = await broken(table, options, writes);
          stops = ended.stops;
          assert.deepEqual(found, whole, `stopped after ${writes} writes, ${stops} times`);
          assert.deepEqual([counts.queued, counts.failed], [0, 0]);
        }
        assert.ok(writes > whole.pages.length, `each of ${writes} writes was once the last`);
      });
    }
  }
});
