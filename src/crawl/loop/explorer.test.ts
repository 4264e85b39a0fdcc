import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { describe, test } from 'node:test';
import fc from '../../../test/cases.ts';
import { stepsAhead } from '../commit/ledger.ts';
import { Crawl, crawled, edgesOf, type Table } from '../fixture.ts';
import { pager, tabs } from '../fixture-tables.ts';

const articles = ['/', '/1', '/2', '/3', '/4'];
const blog: Table = Object.assign({}, ...articles.map((path) => pager(path, 4, { links: articles })));

describe('the crawl loop', () => {
  for (const workers of [1, 3]) {
    for (const maxPages of [1, 4, 7, 19]) {
      test(`--max-pages ${maxPages} stops at exactly as many pages, with ${workers}`, () =>
        crawled(blog, { settings: { maxPages, workers } }, async (crawl, { explored }) => {
          assert.equal((await crawl.pages()).length, maxPages);
          assert.equal(explored.stopped, 'limit');
          assert.equal((await crawl.site.info()).finishedAt, null);
        }));
    }
  }

  test('a crawl that is over is held by nobody: its signal outlives it, while outputs are written', async () => {
    const { signal } = new AbortController();
    await crawled(blog, { signal }, async () => assert.deepEqual(getEventListeners(signal, 'abort'), []));
  });

  test('a limit that is not reached does not stop', () =>
    crawled(blog, { settings: { maxPages: 21, workers: 2 } }, async (crawl, { explored }) => {
      assert.equal((await crawl.pages()).length, 20);
      assert.equal(explored.stopped, 'done');
      assert.notEqual((await crawl.site.info()).finishedAt, null);
    }));

  test('pages that turn out to be known do not count towards the limit', () => {
    const copies = Array.from({ length: 9 }, (_, at) => `/copy/${at}`);
    const table: Table = {
      '/': { links: [...copies, '/last'] },
      ...Object.fromEntries(copies.map((path) => [path, { content: 'copy' }])),
      '/last': {},
    };
    return crawled(table, { settings: { maxPages: 3, workers: 2 } }, async (crawl) => {
      assert.deepEqual(await crawl.pages(), ['/', '/last', 'copy']);
    });
  });

  test('a state that the tab calls known and no map has is had by another way', () => {
    const table: Table = {
      '/': { calls: { 'load(1)': (times) => (times === 0 ? { stray: '0123456789abcdef' } : 'one') } },
      one: {},
    };
    return crawled(table, {}, async (crawl, { explored }) => {
      assert.deepEqual([await crawl.pages(), explored.stopped], [['/', 'one'], 'done']);
    });
  });

  test('no time left means no page', () =>
    crawled(blog, { settings: { maxTime: 0 } }, async (crawl, { explored }) => {
      assert.deepEqual([await crawl.pages(), explored.stopped], [[], 'limit']);
    }));

  test('a document with much of little promise is left for an address, and finished later', () => {
    const [kinds, each] = [40, 5];
    const calls = Object.fromEntries(
      Array.from({ length: kinds * each }, (_, at) => [
        `kind${at % kinds}(${at})`,
        at % 50 === 49 ? `s${at}` : '/',
      ]),
    );
    const states = Object.values(calls).filter((name) => name !== '/');
    const links = Array.from({ length: 20 }, (_, at) => `/${at}`);
    const table: Table = {
      '/': { calls, links },
      ...Object.fromEntries(states.map((name) => [name, { calls: { 'back()': '/' } }])),
      ...Object.fromEntries(links.map((link) => [link, {}])),
    };
    return crawled(
      table,
      { settings: { workers: 1, thorough: 0.8 } },
      async (crawl, { driver, explored }) => {
        const lastAddress = driver.log.lastIndexOf(`open ${links.at(-1)}`);
        const after = driver.log.slice(lastAddress + 1).filter((line) => line.startsWith('fire'));
        assert.ok(after.length > 10, `${after.length} events later`);
        assert.equal(explored.stopped, 'done');
        assert.deepEqual(await crawl.pages(), ['/', ...links, ...states].sort());
      },
    );
  });

  test('an interruption ends after the pages in hand and is resumable', async () => {
    const crawl = await Crawl.begin();
    const control = new AbortController();
    const listen = (event: { kind: string }) => event.kind === 'page' && control.abort();
    const first = await crawl.run(blog, { signal: control.signal, listen, settings: { workers: 2 } });
    assert.equal(first.explored.stopped, 'interrupted');
    const pages = (await crawl.pages()).length;
    // The first page is told of when it is durable; others may be on their way by then.
    assert.ok(pages >= 1 && pages <= 2 + stepsAhead, `${pages} pages`);
    const second = await crawl.run(blog, { settings: { workers: 2 } });
    assert.equal(second.explored.stopped, 'done');
    assert.deepEqual(await crawl.edges(), edgesOf(blog));
    const again = await crawl.run(blog);
    assert.deepEqual(again.driver.log, [], 'a finished crawl asks nothing');
    await crawl.close();
  });

  test('workers never give one instruction two numbers, whoever is first', () =>
    fc.assert(
      fc.asyncProperty(
        fc.infiniteStream(fc.nat({ max: 3 })),
        fc.integer({ min: 2, max: 4 }),
        (turns, workers) =>
          crawled(
            blog,
            { settings: { workers }, turns: () => turns.next().value as number },
            async (crawl, { explored }) => {
              assert.equal((await crawl.pages()).length, 20);
              assert.deepEqual(await crawl.edges(), edgesOf(blog));
              const targets = new Map<string, Set<number | null>>();
              for (const { action, target } of await crawl.transitions()) {
                const { fingerprint } = action.instruction;
                targets.set(fingerprint, (targets.get(fingerprint) ?? new Set()).add(target));
              }
              for (const numbers of targets.values()) assert.equal(numbers.size, 1);
              // The start page was numbered as the seed.
              assert.equal(explored.totals.instructionsUnique, targets.size - 1);
            },
          ),
      ),
      { numRuns: 15 },
    ));

  test('workers agree also where a presumption fails, whoever is first', () => {
    const table = tabs(['x', 'y', 'z'], 3);
    return fc.assert(
      fc.asyncProperty(
        fc.infiniteStream(fc.nat({ max: 3 })),
        fc.integer({ min: 1, max: 4 }),
        (turns, workers) =>
          crawled(
            table,
            { settings: { workers }, turns: () => turns.next().value as number },
            async (crawl, { explored }) => {
              assert.equal((await crawl.pages()).length, 9);
              const leading = (await crawl.edges()).filter((edge) => !edge.endsWith('nowhere'));
              assert.deepEqual(new Set(leading).difference(new Set(edgesOf(table))), new Set());
              assert.equal(explored.totals.errors, 0);
            },
          ),
      ),
      { numRuns: 25 },
    );
  });
});
