import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ExtractedRecord } from '../../records/index.ts';
import { RecordLedger } from './ledger.ts';

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
  const ledger = new RecordLedger();
  const all = Array.from({ length: 450 }, (_, at) => record(String(at), null, { title: `t${at}` }));
  for (const each of all) ledger.add({ record: each, links: [] });
  assert.deepEqual(
    [...ledger.found()].map(({ key, ...rest }) => rest),
    all,
  );
  await ledger.keepOnly(these('3', '440', '9', '440', 'none'));
  assert.deepEqual(
    [...ledger.found()].map(({ page }) => page),
    ['3', '9', '440'],
  );
  ledger.close();
});

/** What becomes of records, with the links of each. */
function settled(...all: readonly (readonly [ExtractedRecord, ...string[]])[]): readonly ExtractedRecord[] {
  const ledger = new RecordLedger();
  for (const [each, ...links] of all)
    ledger.add({ record: each, links, list: { name: each.path ?? '', share: 0.9 } });
  ledger.settle();
  const found = [...ledger.found()];
  ledger.close();
  return found;
}

const at = (url: string, one: ExtractedRecord): ExtractedRecord => ({ ...one, url: `http://s.test/${url}` });

test('states of a page add to the record of its thing, and its lists have each item once', () => {
  const review = (page: string, text: string) => at('lamp', record(page, 'reviews', { text }));
  const listed = record('0', 'l1', { title: 'Lamp' });
  const [, thing, ...others] = settled(
    [record('0', null, { title: 'Shop' })],
    [listed, 'http://s.test/lamp'],
    [at('lamp', record('2', null, { title: 'Lamp', price: '$5' }))],
    [review('2', 'Good')],
    [at('lamp', record('3', null, { title: 'Lamp', price: '$5', stock: '7' }))],
    [review('3', 'Good')],
    [review('3', 'Bad')],
  );
  assert.deepEqual(others, []);
  assert.deepEqual(thing?.fields, {
    title: 'Lamp',
    price: '$5',
    stock: '7',
    reviews: [{ text: 'Good' }, { text: 'Bad' }],
  });
  assert.deepEqual(
    thing?.sources?.map(({ page, path }) => [page, path]),
    [
      ['3', null],
      ['0', 'l1'],
    ],
  );
});

test('states that show other things under one address stay apart', () => {
  const found = settled(
    [at('app', record('1', null, { title: 'Lamp', price: '$5' }))],
    [at('app', record('2', null, { title: 'Chair', price: '$5' }))],
  );
  assert.equal(found.length, 2);
});

test('items that lead to one page again and again are not about it', () => {
  const quote = (page: string, text: string, author: string) => record(page, 'l1', { text, author });
  const found = settled(
    [quote('1', 'I think.', 'Anna'), 'http://s.test/anna'],
    [quote('1', 'I am.', 'Anna'), 'http://s.test/anna'],
    [at('anna', record('5', null, { title: 'Anna', born: '1900' }))],
  );
  assert.deepEqual(
    found.map(({ fields }) => fields),
    [
      { text: 'I think.', author: 'Anna' },
      { text: 'I am.', author: 'Anna' },
      { title: 'Anna', born: '1900' },
    ],
  );
});

test('an item that stands on several pages is one record, and rows that say the same on one page are several', () => {
  const said = 'A long sentence that is hardly said of two things';
  const found = settled(
    [record('1', 'l1', { text: said })],
    [record('2', 'l1', { text: said })],
    [at('times', record('3', 'l1', { time: '10:15' }))],
    [at('times', record('3', 'l1', { time: '10:15' }))],
    [at('times', record('4', 'l1', { time: '10:15' }))],
    [record('5', 'l1', { time: '10:15' })],
  );
  assert.deepEqual(
    found.map(({ page, sources = [] }) => [page, sources.length]),
    [
      ['1', 1],
      ['3', 1],
      ['3', 0],
      ['5', 0],
    ],
  );
  assert.equal(new Set(found.map(({ key }) => key)).size, 4);
});

test('what an earlier run said of a page is told with the items of its lists', () => {
  const ledger = new RecordLedger();
  ledger.remember(record('1', 'l1', { title: 'a' }));
  ledger.remember(record('1', null, { heading: 'H' }));
  ledger.remember(record('1', 'l1', { title: 'b' }));
  ledger.remember(record('2', 'l2', { title: 'c' }, 'list'));
  assert.deepEqual(ledger.get('http://s.test/1'), {
    type: 'book',
    fields: { heading: 'H' },
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
  const ledger = new RecordLedger();
  assert.equal(ledger.firsts.get('k'), undefined);
  ledger.firsts.set('k', '7');
  assert.equal(ledger.firsts.get('k'), '7');
  ledger.close();
});
