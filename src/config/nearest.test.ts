import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../test/cases.ts';
import { editDistance, nearest } from './nearest.ts';

test('a slip of one or two letters names the word that was meant', () => {
  const words = ['max-pages', 'max-time', 'depth', 'delay', 'proxy'];
  assert.equal(nearest('depht', words), 'depth');
  assert.equal(nearest('maxPages', words), 'max-pages');
  assert.equal(nearest('max-tim', words), 'max-time');
  assert.equal(nearest('PROXY', words), 'proxy');
});

test('a word that is like none is given none', () => {
  assert.equal(nearest('warc', ['max-pages', 'depth', 'browser']), null);
  assert.equal(nearest('', ['a', 'ab']), null);
});

test('the edit distance is symmetric, zero only for equal words, and never above the longer word', () => {
  const word = fc.string({ maxLength: 12 });
  fc.assert(
    fc.property(word, word, (a, b) => {
      const distance = editDistance(a, b);
      assert.equal(distance, editDistance(b, a));
      assert.equal(distance === 0, a === b);
      assert.ok(distance <= Math.max(a.length, b.length));
    }),
  );
  assert.equal(editDistance('kitten', 'sitting'), 3);
  assert.equal(editDistance('ab', 'ba'), 1);
});
