import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { WeighedMap } from './weighed-map.ts';

describe('a map that is bounded by number and weight', () => {
  const keysOf = (map: WeighedMap<string, number>) => [...'abcd'].filter((key) => map.get(key) !== undefined);

  it('lets the oldest go when there are too many', () => {
    const map = new WeighedMap<string, number>(2, 100);
    for (const key of 'abc') map.set(key, 1, 1);
    assert.deepEqual(keysOf(map), ['b', 'c']);
    map.set('b', 2, 1);
    map.set('d', 1, 1);
    assert.deepEqual(keysOf(map), ['b', 'd']);
    assert.equal(map.get('b'), 2);
  });

  it('lets as many go as weigh too much, and keeps the last one in any case', () => {
    const map = new WeighedMap<string, number>(10, 100);
    for (const key of 'abc') map.set(key, 1, 40);
    assert.deepEqual(keysOf(map), ['b', 'c']);
    map.set('d', 1, 500);
    assert.deepEqual(keysOf(map), ['d']);
    map.set('a', 1, 40);
    assert.deepEqual(keysOf(map), ['a']);
  });
});
