import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SearchTerm } from '../model/search.ts';
import { leaves, numberOf, parseQuery } from './query.ts';

const words = (terms: readonly SearchTerm[]) =>
  terms.flatMap(leaves).map(({ tokens, prefix }) => `${tokens.join(' ')}${prefix ? '*' : ''}`);

test('words, phrases, beginnings, exclusions and alternatives', () => {
  const { all, none } = parseQuery('spider "the orb web" craw* -draft one OR two');
  assert.deepEqual(words(all), ['spider', 'the orb web', 'craw*', 'one', 'two']);
  assert.deepEqual(
    all.map(({ kind }) => kind),
    ['all', 'all', 'all', 'any'],
  );
  assert.deepEqual(words(none), ['draft']);
});

test('parts of pages, and some pages alone', () => {
  const { all, types, sites, fields } = parseQuery('title:Web url:blog type:article site:example.org');
  assert.deepEqual(
    all.flatMap(leaves).map(({ column, tokens }) => [column, ...tokens]),
    [
      ['title', 'web'],
      ['url', 'blog'],
    ],
  );
  assert.deepEqual([types, sites, fields], [['article'], ['example.org'], []]);
});

test('fields and ranges ask for records, and title is then a field too', () => {
  const { all, fields } = parseQuery('price<50 author:张伟 year:1990..2000 title:web 西湖');
  assert.deepEqual(words(all), ['西湖']);
  assert.deepEqual(
    fields.map((field) => [field.field, field.kind, 'value' in field ? `${field.sign}${field.value}` : '']),
    [
      ['price', 'compare', '<50'],
      ['author', 'contains', ''],
      ['year', 'compare', '>=1990'],
      ['year', 'compare', '<=2000'],
      ['title', 'contains', ''],
    ],
  );
});

test('addresses are words, not fields', () => {
  assert.deepEqual(parseQuery('https://example.org/blog localhost:8080').fields, []);
  assert.deepEqual(words(parseQuery('localhost:8080').all), ['localhost', '8080']);
});

test('a comparison with no number, and a field with no value, say what to do', () => {
  assert.throws(() => parseQuery('price<cheap'), /compared with a number or a date, and "cheap" is none/);
  assert.throws(() => parseQuery('author:""'), /"author:" has no value/);
});

test('numbers are read with currencies, groups and as dates', () => {
  assert.deepEqual(['50', '$1,200.50', '39元', '12 EUR', 'many'].map(numberOf), [50, 1200.5, 39, 12, null]);
  assert.equal(numberOf('2024-05-01'), Date.UTC(2024, 4, 1));
});

test('words that stand together as they were asked count besides, all of them and two by two', () => {
  assert.deepEqual(words(parseQuery('open file encoding').also), [
    'open file encoding',
    'open file',
    'file encoding',
  ]);
  assert.deepEqual(words(parseQuery('open craw*').also), []);
  assert.deepEqual(words(parseQuery('spider').also), []);
});
