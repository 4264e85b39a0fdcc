import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { AddressViews } from './answer-views.ts';

const list = 'http://h/books';
const place = { address: list, asks: new Set(['q']), along: new Map([['size', '20']]) };
const watched = () => {
  const views = new AddressViews();
  views.watch(place);
  return views;
};
const rows = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) => `Book number ${String.fromCharCode(97 + from + at)}`).join(
    '\n',
  );

describe('addresses that show answers once more', () => {
  test('come after all else, and are left where several in a row have shown nothing new', () => {
    const views = watched();
    views.shown(`${list}?q=a`, rows(0, 10));
    assert.equal(views.rank(`${list}?q=b`, 'b', `${list}?q=a`), 0, 'what asks is followed as any link');
    for (let column = 0; column < 8; column++) {
      const url = `${list}?q=a&order=${column}`;
      assert.equal(views.rank(url, 'Year', `${list}?q=a`), -1);
      views.shown(url, `Sorted by ${column}\n${rows(0, 10)}`);
    }
    assert.equal(views.rank(`${list}?q=b&order=1`, 'Year', `${list}?q=b`), null);
    assert.equal(views.rank(`${list}?q=b&order=1&page=2`, '2', `${list}?q=b&order=1`), null);
    assert.ok(views.leaves(`${list}?q=c&order=2`));
    assert.ok(!views.leaves(`http://h/other?order=2`), 'nothing is known of other places');
    assert.deepEqual([...views.left], [['order', 3]]);
    const later = new AddressViews(views.save());
    later.watch(place);
    assert.ok(later.leaves(`${list}?q=c&order=2`), 'it is known when the crawl goes on');
  });

  test('are followed as long as they bring something: an answer that is cut off shows other records in another order', () => {
    const views = watched();
    for (let at = 0; at < 20; at++) {
      views.shown(`${list}?q=a&order=${at}`, rows(0, at % 7 === 0 ? 30 + 5 * at : 5));
      assert.ok(!views.leaves(`${list}?q=a&order=x`));
    }
  });

  test('further pages are no such addresses, nor what a form always sends along', () => {
    const views = watched();
    for (let at = 0; at < 30; at++) {
      assert.equal(
        views.rank(`${list}?q=a&size=20&p=${at + 1}`, `${at + 1}`, `${list}?q=a&size=20&p=${at}`),
        0,
      );
      views.shown(`${list}?q=a&size=20&p=${at}`, 'The same');
    }
    assert.equal(views.rank(`${list}?q=b&size=20&p=2`, '»', `${list}?q=b&size=20`), 0);
    assert.equal(views.rank(`${list}?q=b&size=20`, 'b', null), 0);
  });

  test('an earlier run has seen its pages', () => {
    const views = watched();
    views.know(`${list}?q=a`, rows(0, 10));
    for (let column = 0; column < 8; column++) views.shown(`${list}?q=a&order=${column}`, rows(0, 10));
    assert.ok(views.leaves(`${list}?q=a&order=9`));
  });
});
