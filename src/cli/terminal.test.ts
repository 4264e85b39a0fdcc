import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../test/cases.ts';
import { clean, cut, displayWidth, pad, wrap } from './terminal.ts';

test("a site's text cannot move the cursor, colour the terminal or turn the line round", () => {
  assert.equal(clean('a\x1b[2Jb\r\nc\x07\u202ed\u009b1m'), 'a[2Jb cd1m');
});

test('Chinese characters count as two columns, combining marks as none', () => {
  assert.equal(displayWidth('abc'), 3);
  assert.equal(displayWidth('西湖'), 4);
  assert.equal(displayWidth('e\u0301'), 1);
});

test('cut text never takes more columns than allowed', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 30 }), (text, columns) => {
      assert.ok(displayWidth(cut(text, columns)) <= columns);
    }),
  );
  assert.equal(cut('西湖边的金蛛', 6), '西湖…');
});

test('padding fills to the column, on either side', () => {
  assert.equal(pad('西', 4), '西  ');
  assert.equal(pad('7', 3, 'right'), '  7');
});

test('wrapping keeps every word, in order', () => {
  const text = 'the spider lets out silk into the wind';
  assert.deepEqual(wrap(text, 12), ['the spider', 'lets out', 'silk into', 'the wind']);
});
