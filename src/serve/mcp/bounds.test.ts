import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../../test/cases.ts';
import { pieceOf, rowsWithin, shortened } from './bounds.ts';

test('pieces of a text are bounded, go on, and are the whole text together', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 400 }),
      fc.integer({ min: 2, max: 50 }),
      (text, most) => {
        let all = '';
        for (let at: number | null = 0; at !== null; ) {
          const piece = pieceOf(text, at, most);
          assert.ok(piece.text.length <= most + 1);
          assert.ok(piece.next === null || piece.next > at);
          assert.equal(piece.total, text.length);
          all += piece.text;
          at = piece.next;
        }
        assert.equal(all, text);
      },
    ),
  );
});

test('rows are given as long as they fit, and at least one', () => {
  const rows = Array.from({ length: 10 }, (_, at) => ({ at, text: 'x'.repeat(90) }));
  const first = rowsWithin(rows, 0, 350);
  assert.deepEqual([first.rows.length, first.next, first.total], [3, 3, 10]);
  assert.equal(rowsWithin(rows, 0, 1).rows.length, 1);
  assert.deepEqual(rowsWithin(rows, 9, 350).next, null);
});

test('long values say how long they were', () => {
  const { deep } = shortened({ deep: ['y'.repeat(5000)] }) as { deep: string[] };
  assert.match(deep[0] ?? '', /^y{2000}… \(5000 characters\)$/);
});
