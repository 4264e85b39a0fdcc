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
