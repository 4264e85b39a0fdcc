import assert from 'node:assert/strict';
import { test } from 'node:test';
import { joinDetail } from './join.ts';
import type { ExtractedRecord } from './record.ts';

const record = (url: string, path: string | null, fields: ExtractedRecord['fields']): ExtractedRecord => ({
  ...{ page: url, url, type: 'book', path, fields },
  confidence: Object.fromEntries(Object.keys(fields).map((name) => [name, path === null ? 0.9 : 0.6])),
});

const detail = {
  record: record('http://s.test/1', null, { title: 'The long title', isbn: '123' }),
  links: [],
};

const detailOf = (url: string) => (url === detail.record.url ? detail.record : null);

test('an item has the fields of the page it links to, and its own stay', () => {
  const item = {
    record: record('http://s.test/list', 'l1', { title: 'A title', price: '$5' }),
    links: ['http://s.test/x', 'http://s.test/1#top'],
  };
  const joined = joinDetail(item, detailOf);
  assert.deepEqual(joined.fields, { title: 'A title', price: '$5', isbn: '123' });
  assert.deepEqual(joined.confidence, { title: 0.6, price: 0.6, isbn: 0.9 });
  assert.equal(joined.url, 'http://s.test/list');
});

test('what an item cuts off is told whole', () => {
  for (const title of ['The long…', 'The long ...']) {
    const item = { record: record('http://s.test/list', 'l1', { title }), links: ['http://s.test/1'] };
    assert.equal(joinDetail(item, detailOf).fields.title, 'The long title');
  }
});

test('an item that links nowhere, or to the page that it is on, stays as it is', () => {
  const own = { record: record('http://s.test/1', 'l1', { price: '$5' }), links: ['http://s.test/1'] };
  const none = { record: record('http://s.test/list', 'l1', { price: '$6' }), links: [] };
  assert.deepEqual(
    [detail, own, none].map((each) => joinDetail(each, detailOf).fields),
    [detail.record.fields, { price: '$5' }, { price: '$6' }],
  );
});
