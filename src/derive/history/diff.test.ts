import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../../test/cases.ts';
import { diffLines, hunksOf } from './diff.ts';

const lines = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 30 });

test('a comparison gives both texts back, and is as short as can be', () => {
  fc.assert(
    fc.property(lines, lines, (before, after) => {
      const diff = diffLines(before, after);
      const only = (sign: string) => diff.filter((line) => line.sign !== sign).map(({ text }) => text);
      assert.deepEqual(only('+'), before);
      assert.deepEqual(only('-'), after);
      const same = diff.filter(({ sign }) => sign === ' ').length;
      assert.equal(same, commonLength(before, after));
    }),
  );
});

/** Length of the longest common sequence, by the book. */
function commonLength(one: readonly string[], other: readonly string[]): number {
  let row: number[] = new Array(other.length + 1).fill(0);
  for (const text of one) {
    const next = [0];
    for (const [at, each] of other.entries())
      next.push(each === text ? (row[at] ?? 0) + 1 : Math.max(row[at + 1] ?? 0, next[at] ?? 0));
    row = next;
  }
  return row.at(-1) ?? 0;
}

test('texts that have nothing in common are replaced as a whole, however long', () => {
  const before = Array.from({ length: 6000 }, (_, at) => `old ${at}`);
  const after = Array.from({ length: 6000 }, (_, at) => `new ${at}`);
  assert.equal(diffLines(before, after).length, 12_000);
});

test('hunks hold what changed with two lines around it, and say where that is', () => {
  const before = Array.from({ length: 20 }, (_, at) => `line ${at}`);
  const after = before.with(3, 'changed').toSpliced(15, 0, 'added');
  const hunks = hunksOf(diffLines(before, after));
  assert.deepEqual(
    hunks.map(({ before: old, after: young, lines: { length } }) => [old, young, length]),
    [
      [2, 2, 6],
      [14, 14, 5],
    ],
  );
  assert.deepEqual(hunksOf(diffLines(before, before)), []);
});
