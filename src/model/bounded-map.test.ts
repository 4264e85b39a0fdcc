import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BoundedMap, remembering } from './bounded-map.ts';

test('the entry that was set longest ago goes first, and setting it again keeps it', () => {
  const map = new BoundedMap<string, number>(2).set('a', 1).set('b', 2).set('a', 3).set('c', 4);
  assert.deepEqual(
    [...map],
    [
      ['a', 3],
      ['c', 4],
    ],
  );
});

test('something is made once while it is kept', () => {
  const made: string[] = [];
  const upper = remembering(2, (text: string) => {
    made.push(text);
    return text.toUpperCase();
  });
  assert.deepEqual(['a', 'a', 'b', 'c', 'b', 'a'].map(upper).join(''), 'AABCBA');
  assert.deepEqual(made, ['a', 'b', 'c', 'a']);
});
