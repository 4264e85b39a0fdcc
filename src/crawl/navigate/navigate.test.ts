import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { crawled, edgesOf, type Table } from '../fixture.ts';
import { pager } from '../fixture-tables.ts';

describe('navigating', () => {
  test('an unexpected page on the way is kept as a discovery, and what lies behind it too', async () => {
    // Every second firing of open() shows something else.
    const table: Table = {
      '/': { calls: { 'open()': (times) => (times % 2 === 1 ? 'surprise' : 'menu'), 'other()': 'side' } },
      menu: { calls: { 'first()': 'one', 'second()': 'two' } },
      side: {},
      one: {},
      two: {},
      surprise: { calls: { "dig('a')": 'deep' } },
      deep: {},
    };
    const settings = { strategy: 'breadth', workers: 1 } as const;
    await crawled(table, { settings }, async (crawl, { explored, events }) => {
      assert.deepEqual(await crawl.pages(), ['/', 'deep', 'menu', 'one', 'side', 'surprise', 'two']);
      const edges = await crawl.edges();
      assert.ok(edges.includes('/ open() → menu') && edges.includes('/ open() → surprise'));
      assert.equal(explored.totals.errors, 0);
      assert.deepEqual(explored.pages, { urlPages: 1, statePages: 6 });
      assert.equal(events.filter((event) => event.kind === 'page').length, 7);
    });
  });

  test('an unexpected page has events of its own also where every event is fired', async () => {
    const table: Table = {
      '/': { calls: { 'open()': (times) => (times % 2 === 1 ? 'surprise' : 'menu'), 'other()': 'side' } },
      menu: { calls: { 'first()': 'one', 'second()': 'two' } },
      surprise: { calls: { 'open()': 'below', 'other()': 'beside' } },
      side: {},
      one: {},
      two: {},
      below: {},
      beside: {},
    };
    const settings = { strategy: 'breadth', dedupe: 'single' } as const;
    await crawled(table, { settings }, async (crawl) => {
      assert.equal((await crawl.pages()).length, Object.keys(table).length);
    });
  });

  test('through a choice that shows nothing, where the next event needs it', async () => {
    // What is chosen shows in the order of the lines alone; only behind it `pick(1)` can be had.
    const table: Table = {
      '/': { lines: ['one', 'two'], calls: { 'pick(2)': 'picked', 'say()': 'said' }, links: ['/a', '/b'] },
      picked: { lines: ['two', 'one'], calls: { 'pick(1)': '/', 'say()': 'picked said' } },
      said: { lines: ['one', 'two', 'said'], calls: { 'pick(2)': 'picked said', 'say()': 'said' } },
      'picked said': {
        lines: ['two', 'one', 'said'],
        calls: { 'pick(1)': { wants: '/chosen' }, 'say()': 'picked said' },
      },
      '/a': {},
      '/b': {},
      '/chosen': {},
    };
    const settings = { strategy: 'breadth' } as const;
    await crawled(table, { settings }, async (crawl, { explored, driver }) => {
      assert.ok((await crawl.pages()).includes('/chosen'), driver.log.join(', '));
      assert.equal(explored.totals.errors, 0);
    });
  });

  test('from where a tab stands to the next page by events, without loading again', () =>
    crawled(pager('/a', 6), {}, async (_, { explored, driver }) => {
      assert.equal(driver.log.filter((line) => line.startsWith('open')).length, 1);
      assert.equal(explored.totals.resets, 0);
    }));

  test('by the address again where no events lead back', async () => {
    const table: Table = { '/': { calls: { 'a()': 'a', 'b()': 'b', 'c()': 'c' } }, a: {}, b: {}, c: {} };
    await crawled(table, {}, async (crawl, { explored, driver }) => {
      assert.deepEqual(await crawl.pages(), ['/', 'a', 'b', 'c']);
      assert.equal(explored.totals.resets, 2);
      assert.equal(explored.totals.eventsReplayed, 0);
      assert.deepEqual(driver.log, ['open /', 'fire / a()', 'open /', 'fire / b()', 'open /', 'fire / c()']);
    });
  });

  test('by a step back in the history where the page added one', async () => {
    const pushes = true as const;
    const table: Table = {
      '/': { calls: { 'a()': 'a', 'b()': 'b', 'c()': 'c' } },
      a: { pushes },
      b: { pushes },
      c: { pushes },
    };
    await crawled(table, { settings: { strategy: 'depth' } }, async (crawl, { explored, driver }) => {
      assert.deepEqual(await crawl.pages(), ['/', 'a', 'b', 'c']);
      assert.equal(explored.totals.resets, 0);
      assert.deepEqual(driver.log, ['open /', 'fire / a()', 'back', 'fire / b()', 'back', 'fire / c()']);
    });
  });

  for (const strategy of ['breadth', 'depth', 'nearest'] as const) {
    test(`${strategy} finds all of a site of articles, pagers and links`, async () => {
      const paths = ['/', '/1', '/2', '/3'];
      const table = Object.assign({}, ...paths.map((path) => pager(path, 4, { links: paths })));
      await crawled(table, { settings: { strategy, workers: 2 } }, async (crawl, { explored }) => {
        assert.equal((await crawl.pages()).length, 16);
        assert.deepEqual(await crawl.edges(), edgesOf(table));
        assert.equal(explored.stopped, 'done');
      });
    });
  }

  test('breadth opens addresses before what their pages offer, depth follows the latest page', async () => {
    const table: Table = {
      '/': { links: ['/1', '/2'] },
      '/1': { links: ['/1/1'] },
      '/2': { links: ['/2/1'] },
      '/1/1': {},
      '/2/1': {},
    };
    const orders: Record<string, readonly string[]> = {};
    for (const strategy of ['breadth', 'depth'] as const) {
      await crawled(table, { settings: { strategy } }, async (_, { driver }) => {
        orders[strategy] = driver.log;
      });
    }
    assert.deepEqual(orders, {
      breadth: ['open /', 'open /1', 'open /2', 'open /1/1', 'open /2/1'],
      depth: ['open /', 'open /1', 'open /1/1', 'open /2', 'open /2/1'],
    });
  });
});

describe('trouble on the way', () => {
  test('a page that fails once is tried again, one that fails twice is recorded and the crawl goes on', async () => {
    const table: Table = {
      '/': { links: ['/flaky', '/broken', '/good'] },
      '/flaky': { fails: ['PAGE_CRASHED'] },
      '/broken': { fails: ['PAGE_HUNG', 'PAGE_HUNG'] },
      '/good': {},
    };
    await crawled(table, {}, async (crawl, { explored, events, driver }) => {
      assert.deepEqual(await crawl.pages(), ['/', '/flaky', '/good']);
      const failed = events.filter((event) => event.kind === 'failed');
      assert.deepEqual(
        failed.map((event) => [event.code, event.url]),
        [['PAGE_HUNG', 'http://127.0.0.1:9/broken']],
      );
      assert.equal(explored.totals.errors, 1);
      assert.equal(driver.log.filter((line) => line === 'open /broken').length, 2);
      assert.equal((await crawl.site.counts()).failed, 1);
    });
  });

  test('what is no page is not tried again', () =>
    crawled({ '/': { links: ['/zip'] }, '/zip': { fails: ['NOT_A_PAGE'] } }, {}, async (_, { driver }) => {
      assert.deepEqual(driver.log, ['open /', 'open /zip']);
    }));

  test('an event that crashes its page is tried in a fresh one, then left, and the others go on', async () => {
    const table: Table = {
      '/': { calls: { 'crash()': { fails: 'PAGE_CRASHED' }, 'work()': 'worked' } },
      worked: {},
    };
    await crawled(table, {}, async (crawl, { explored }) => {
      assert.deepEqual(await crawl.pages(), ['/', 'worked']);
      assert.deepEqual(await crawl.edges({ reasons: true }), [
        '/ crash() → nowhere (failed)',
        '/ work() → worked (fired)',
      ]);
      assert.equal(explored.totals.errors, 1);
    });
  });

  test('a page whose way is gone is recorded as lost', async () => {
    // The menu opens once and never again, so its second entry cannot be reached.
    const table: Table = {
      '/': { calls: { 'open()': (times) => (times === 0 ? 'menu' : '/') } },
      menu: { calls: { 'first()': 'one', 'second()': 'two' } },
      one: {},
      two: {},
    };
    await crawled(table, {}, async (crawl, { events }) => {
      assert.deepEqual(await crawl.pages(), ['/', 'menu', 'one']);
      assert.deepEqual(
        events.filter((event) => event.kind === 'failed').map((event) => event.code),
        ['LOST'],
      );
    });
  });

  test('a start page that cannot be had leaves its error', () =>
    crawled({ '/': { fails: ['HTTP_STATUS', 'HTTP_STATUS'] } }, {}, async (_, { explored }) => {
      assert.deepEqual(explored.pages, { urlPages: 0, statePages: 0 });
      assert.equal(explored.firstError?.code, 'HTTP_STATUS');
    }));
});
