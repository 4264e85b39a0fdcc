import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../../test/cases.ts';
import { assign } from './assign.ts';

/** The greatest sum over all one-to-one assignments, by trying them all. */
function greatest(
  worth: readonly (readonly number[])[],
  row = 0,
  used: ReadonlySet<number> = new Set(),
): number {
  if (row === worth.length) return 0;
  const open = greatest(worth, row + 1, used);
  return (worth[row] as readonly number[]).reduce(
    (most, value, column) =>
      used.has(column) || value <= 0
        ? most
        : Math.max(most, value + greatest(worth, row + 1, new Set([...used, column]))),
    open,
  );
}

test('the sum is the greatest there is, and no column is given twice', () => {
  const matrix = fc
    .tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 5 }))
    .chain(([rows, columns]) =>
      fc.array(fc.array(fc.integer({ min: -5, max: 20 }), { minLength: columns, maxLength: columns }), {
        minLength: rows,
        maxLength: rows,
      }),
    );
  fc.assert(
    fc.property(matrix, (worth) => {
      const given = assign(worth);
      const columns = given.filter((column) => column >= 0);
      assert.equal(new Set(columns).size, columns.length);
      const sum = given.reduce(
        (total, column, row) => total + (column < 0 ? 0 : (worth[row]?.[column] as number)),
        0,
      );
      assert.equal(sum, greatest(worth));
    }),
  );
});

test('what is worth nothing stays open', () => {
  assert.deepEqual(
    assign([
      [-1, 0],
      [3, -2],
    ]),
    [-1, 0],
  );
  assert.deepEqual(assign([]), []);
});
