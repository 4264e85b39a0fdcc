import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type ClassRecord, classOfList } from '../../identity/index.ts';
import { crawled, edgesOf, type Table } from '../fixture.ts';
import { pager, tabs } from '../fixture-tables.ts';

function numbered(count: number, entry: (number: number) => readonly [string, string | { wants: string }]) {
  return Object.fromEntries(Array.from({ length: count }, (_, at) => entry(at + 1)));
}

describe('presumptions', () => {
  for (const strategy of ['breadth', 'depth', 'nearest'] as const) {
    for (const workers of [1, 3]) {
      test(`calls that mean something else on another page are found out, ${strategy} with ${workers}`, async () => {
        const table = tabs(['x', 'y', 'z', 'u'], 3);
        await crawled(table, { settings: { strategy, workers } }, async (crawl, { explored }) => {
          assert.equal((await crawl.pages()).length, 12);
          assert.deepEqual(await crawl.edges(), edgesOf(table));
          assert.equal(explored.totals.errors, 0);
          const reasons = (await crawl.transitions()).map(({ reason }) => reason);
          assert.ok(!reasons.includes('queued'));
        });
      });
    }
  }

  test('what was skipped in a belief is queued when the belief fails', () =>
    crawled(
      tabs(['x', 'y', 'z', 'u'], 4),
      { settings: { strategy: 'breadth' } },
      async (crawl, { explored }) => {
        assert.equal((await crawl.pages()).length, 16);
        const classes = new Map<string, ClassRecord>(JSON.parse((await crawl.site.note('classes')) ?? '[]'));
        const dependsOn = (name: string) =>
          [...classes]
            .filter(([list]) => classOfList(list) === name)
            .flatMap(([, record]) => record.dependsOn.map(classOfList));
        assert.deepEqual(dependsOn('inline:load'), ['inline:tab']);
        assert.deepEqual(dependsOn('inline:tab'), []);
        assert.ok(explored.totals.eventsSkipped > 0, 'tab() is still skipped');
        assert.ok(explored.totals.eventsFired < 3 * 16, 'load() is fired once per tab and page, not on each');
      },
    ));

  test('a belief that holds is tested once per class and origin, whatever the number of pages', () =>
    crawled(pager('/a', 12), {}, async (crawl, { explored }) => {
      assert.equal(explored.totals.eventsFired, 11 + 1 + 1);
      const fired = (await crawl.transitions()).filter(({ reason }) => reason === 'fired');
      assert.equal(fired.length, 12);
    }));

  for (const strategy of ['breadth', 'depth', 'nearest'] as const) {
    test(`a pager that links to the page it stands on has all its edges, ${strategy}`, () => {
      const table = pager('/a', 6, { self: true });
      return crawled(table, { settings: { strategy } }, async (crawl, { explored }) => {
        assert.equal((await crawl.pages()).length, 6);
        assert.deepEqual(await crawl.edges(), edgesOf(table));
        assert.ok(explored.totals.eventsFired <= 5 + 6 + 2, `${explored.totals.eventsFired} fired`);
      });
    });
  }

  test('calls that do nothing on any page are no edges, and are tested a few times only', async () => {
    const calls = numbered(5, (number) => [`track(${number})`, '/']);
    const names = ['two', 'three', 'four'];
    const more = Object.fromEntries(names.map((name) => [`load('${name}')`, name]));
    const own = (name: string) => Object.fromEntries(Object.keys(calls).map((call) => [call, name]));
    const table: Table = {
      '/': { calls: { ...more, ...calls } },
      ...Object.fromEntries(names.map((name) => [name, { calls: { ...own(name) } }])),
    };
    await crawled(table, {}, async (crawl, { explored }) => {
      assert.deepEqual(await crawl.edges(), edgesOf(table));
      const { eventsFired } = explored.totals;
      assert.ok(eventsFired >= 3 + 3 && eventsFired <= 3 + 5 + 5, `${eventsFired}`);
    });
  });

  const barren: Table = {
    '/': { calls: numbered(60, (number) => [`blink(${number})`, '/']), links: ['/b'] },
    '/b': { calls: { ...numbered(10, (number) => [`blink(${number + 60})`, '/b']), 'load(2)': 'state' } },
    state: { calls: { 'blink(99)': 'state' } },
  };

  test('a class that never gives anything new is suspended and reported, others are not', () =>
    crawled(barren, {}, async (crawl, { explored }) => {
      assert.deepEqual(await crawl.pages(), ['/', '/b', 'state']);
      const { eventsSuspended, eventsFired, unseen } = explored.totals;
      assert.equal(eventsSuspended + eventsFired, 71 + 1);
      assert.ok(eventsFired <= 4 + 1, `${eventsFired} fired`);
      assert.ok(unseen > 0 && unseen < eventsSuspended * 0.15);
      const reasons = (await crawl.transitions()).map(({ reason }) => reason);
      assert.equal(reasons.filter((reason) => reason === 'suspended').length, eventsSuspended);
    }));

  test('--thorough 1 fires them all', () =>
    crawled(barren, { settings: { thorough: 1 } }, async (_, { explored }) => {
      assert.equal(explored.totals.eventsSuspended, 0);
      assert.equal(explored.totals.eventsFired, 60 + 10 + 1 + 1);
    }));

  test('a class that leads to new addresses is not barren', async () => {
    const table: Table = {
      '/': {
        calls: numbered(60, (number) => [`visit(${number})`, { wants: `/item/${number}` }]),
        links: ['/b'],
      },
      '/b': { calls: numbered(5, (number) => [`visit(${number + 60})`, { wants: `/item/${number + 60}` }]) },
      ...Object.fromEntries(Array.from({ length: 65 }, (_, at) => [`/item/${at + 1}`, {}])),
    };
    await crawled(table, {}, async (crawl, { explored }) => {
      assert.equal((await crawl.pages()).length, 67);
      assert.equal(explored.totals.eventsSuspended, 0);
    });
  });

  test('a call that leads to an address, though to another than presumed, is found out', async () => {
    const table: Table = {
      '/': { calls: { "tab('y')": 'y', "item('a')": { wants: '/x/a' } } },
      y: { calls: { "tab('z')": 'z', "item('a')": { wants: '/y/a' } } },
      z: { calls: { "item('a')": { wants: '/z/a' } } },
      '/x/a': {},
      '/y/a': {},
      '/z/a': {},
    };
    await crawled(table, { settings: { strategy: 'breadth' } }, async (crawl) => {
      assert.deepEqual(await crawl.pages(), ['/', '/x/a', '/y/a', '/z/a', 'y', 'z']);
    });
  });

  test('where what was believed to lead back does not, all that was skipped in the belief is fired', async () => {
    const length = 16;
    const odd = new Map([
      [13, 'cellar'],
      [5, 'attic'],
      [7, 'roof'],
    ]);
    const page = (at: number) => (at === 0 ? '/' : `p${at}`);
    const table: Table = Object.fromEntries([
      ...Array.from({ length }, (_, at) => {
        const next = at + 1 < length ? { 'next()': page(at + 1) } : {};
        const back = at > 0 ? { 'prev()': odd.get(at) ?? page(at - 1) } : {};
        return [page(at), { calls: { ...next, ...back } }];
      }),
      ...[...odd.values()].map((name) => [name, {}]),
    ]);
    await crawled(table, { settings: { workers: 1, thorough: 0.9 } }, async (crawl, { explored }) => {
      assert.equal((await crawl.pages()).length, length + odd.size);
      const classes = JSON.parse((await crawl.site.note('classes')) ?? '[]') as [string, ClassRecord][];
      assert.ok(classes.some(([name, { spared }]) => name.startsWith('inline:prev') && spared > 0));
      assert.equal(explored.totals.errors, 0);
    });
  });
});
