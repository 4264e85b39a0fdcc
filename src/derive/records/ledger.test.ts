import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ExtractedRecord } from '../../extract/index.ts';
import { Ledger } from './ledger.ts';

const record = (
  page: string,
  path: string | null,
  fields: ExtractedRecord['fields'],
  type = 'book',
): ExtractedRecord => ({ page, url: `http://s.test/${page}`, type, path, fields, confidence: {} });

async function* these<T>(...values: readonly T[]): AsyncGenerator<T> {
  yield* values;
}

test('records come back in the order in which they came, without those of pages that are gone', async () => {
  const ledger = new Ledger();
  const all = Array.from({ length: 450 }, (_, at) => ({
    record: record(String(at), at % 2 === 0 ? null : 'l1', { title: `t${at}` }),
    links: [`http://s.test/${at + 1}`],
  }));
  for (const each of all) ledger.add(each);
  assert.deepEqual([...ledger.found()], all);
  await ledger.keepOnly(these('3', '440', '9', '440', 'none'));
  assert.deepEqual(
    [...ledger.found()].map(({ record: { page } }) => page),
    ['3', '9', '440'],
  );
  assert.equal(ledger.detail('http://s.test/2'), null);
  ledger.close();
});

test('the page that items link to is found by its address, the last one of several', () => {
  const ledger = new Ledger();
  ledger.add({ record: { ...record('1', null, { title: 'old' }), url: 'http://s.test/a' }, links: [] });
  ledger.add({ record: { ...record('2', null, { title: 'new' }), url: 'http://s.test/a#top' }, links: [] });
  ledger.add({ record: { ...record('3', 'l1', { title: 'item' }), url: 'http://s.test/a' }, links: [] });
  assert.equal(ledger.detail('http://s.test/a')?.fields.title, 'new');
  assert.equal(ledger.detail('http://s.test/b'), null);
  ledger.close();
});

test('what an earlier run said of a page is told with the items of its lists', () => {
  const ledger = new Ledger();
  ledger.remember(record('1', 'l1', { title: 'a' }));
  ledger.remember(record('1', null, { heading: 'H' }));
  ledger.remember(record('1', 'l1', { title: 'b' }));
  ledger.remember(record('2', 'l2', { title: 'c' }, 'list'));
  assert.deepEqual(ledger.get('http://s.test/1'), {
    ...{ type: 'book', fields: { heading: 'H' } },
    items: { l1: [{ title: 'a' }, { title: 'b' }] },
  });
  assert.deepEqual(ledger.get('http://s.test/2'), {
    type: 'list',
    fields: {},
    items: { l2: [{ title: 'c' }] },
  });
  assert.equal(ledger.get('http://s.test/3'), undefined);
  ledger.close();
});

test('it remembers who came first', () => {
  const ledger = new Ledger();
  assert.equal(ledger.firsts.get('k'), undefined);
  ledger.firsts.set('k', '7');
  assert.equal(ledger.firsts.get('k'), '7');
  ledger.close();
});
