import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../../test/cases.ts';
import { sampledFirst, spreadPlaces } from './order.ts';

test('some from all over a list come first, then the others in their order', () => {
  const list = Array.from({ length: 12 }, (_, at) => at);
  assert.deepEqual([...sampledFirst(list, 4)], [0, 3, 6, 9, 1, 2, 4, 5, 7, 8, 10, 11]);
  assert.deepEqual([...sampledFirst(list, 40)], list);
  assert.deepEqual([...sampledFirst([], 4)], []);
});

test('every element comes once, whatever the length of the list and of the sample', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 1, max: 300 }), (length, count) => {
      const list = Array.from({ length }, (_, at) => at);
      assert.deepEqual(
        [...sampledFirst(list, count)].sort((one, other) => one - other),
        list,
      );
      assert.equal(spreadPlaces(length, count).length, Math.min(length, count));
    }),
  );
});
