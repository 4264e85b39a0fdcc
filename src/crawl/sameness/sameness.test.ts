import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { crawled, type Table } from '../fixture.ts';

/** Two documents, on each of which the same call brings up some lines. */
function twoDocuments(one: readonly string[], other: readonly string[]): Table {
  return {
    '/': { links: ['/a', '/b'] },
    '/a': { lines: ['About apples'], calls: { "show('menu')": 'menu of a' } },
    '/b': { lines: ['About bread'], calls: { "show('menu')": 'menu of b' } },
    'menu of a': { lines: ['About apples', ...one] },
    'menu of b': { lines: ['About bread', ...other] },
  };
}

describe('what an event brings up in several documents', () => {
  test('is a page once where it is the same: a menu that every page has', () =>
    crawled(twoDocuments(['Home', 'Contact'], ['Home', 'Contact']), {}, async (crawl) => {
      assert.equal((await crawl.pages()).length, 4);
      const shown = (await crawl.transitions()).filter(({ reason }) => reason === 'shown');
      assert.equal(shown.length, 1);
    }));

  test('is a page of each where a number differs', () =>
    crawled(twoDocuments(['Comment 1', 'by Ada'], ['Comment 2', 'by Ada']), {}, async (crawl) => {
      assert.equal((await crawl.pages()).length, 5);
    }));
});

describe('an event that shows nothing new', () => {
  const table: Table = {
    '/': { lines: ['Ada', 'Bob'], calls: { "sort('up')": 'sorted', "open('c')": 'detail' } },
    sorted: { lines: ['Bob', 'Ada'], calls: { "sort('up')": 'sorted', "open('c')": 'detail' } },
    detail: { lines: ['Cleo'], calls: { "back('x')": '/' } },
  };

  test('is no page, and has its reason', () =>
    crawled(table, {}, async (crawl) => {
      assert.equal((await crawl.pages()).length, 2);
      const sorting = (await crawl.transitions()).find(({ action }) => /sort/.test(action.instruction.text));
      assert.deepEqual([sorting?.reason, sorting?.target], ['same', null]);
    }));

  test('is one where every distinct state is wanted', () =>
    crawled(table, { settings: { states: 'all' } }, async (crawl) => {
      assert.equal((await crawl.pages()).length, 3);
    }));
});

describe('a menu of five folds in twelve documents', () => {
  const folds = ['Fruit', 'Bread', 'Fish', 'Wine', 'Salt'];
  const names = [...'abcdefghijkl'];
  /** Every fold shows its entries, and on each document besides what `beside` says. */
  const site = (beside: (name: string, fold: string) => readonly string[]): Table => {
    const calls = (name: string) =>
      Object.fromEntries(folds.map((fold) => [`fold('${fold}')`, `${fold} of ${name}`]));
    const labels = Object.fromEntries(folds.map((fold) => [`fold('${fold}')`, fold]));
    const page = (name: string) =>
      [`/${name}`, { lines: [`About ${name}`], labels, calls: calls(name) }] as const;
    const open = (name: string) =>
      folds.map((fold) => {
        const lines = [`About ${name}`, `${fold} first`, `${fold} last`, ...beside(name, fold)];
        return [`${fold} of ${name}`, { lines, labels, calls: calls(name) }] as const;
      });
    const start = ['/', { links: names.map((name) => `/${name}`) }] as const;
    return Object.fromEntries([start, ...names.map(page), ...names.flatMap(open)]);
  };
  const fired = (log: readonly string[]) => log.filter((line) => line.startsWith('fire ')).length;

  test('is gone through once, though each leaves out the document that it stands in', () =>
    crawled(
      site((name) => names.filter((other) => other !== name).map((other) => `See ${other}`)),
      {},
      async (_, { driver }) => {
        assert.ok(fired(driver.log) < 30, `${fired(driver.log)} events`);
      },
    ));

  test('is gone through in each where it shows something of each', () =>
    crawled(
      site((name, fold) => [`${fold} as ${name} likes it`]),
      {},
      async (crawl) => {
        assert.equal((await crawl.pages()).length, 1 + 12 + 60);
      },
    ));
});
