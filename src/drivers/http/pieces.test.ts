import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../../test/cases.ts';
import { Pieces } from './pieces.ts';

test('pieces of any size come out as they went in', () => {
  const piece = fc.oneof(
    fc.uint8Array({ maxLength: 9 }),
    fc.uint8Array({ minLength: 4_000, maxLength: 5_000 }),
  );
  fc.assert(
    fc.property(fc.array(piece), (all) => {
      const pieces = new Pieces();
      for (const each of all) pieces.add(each);
      assert.deepEqual(pieces.whole(), Buffer.concat(all));
      assert.equal(pieces.size, pieces.whole().length);
    }),
  );
});

test('a body that comes byte by byte takes no hundred times its size', () => {
  const pieces = new Pieces();
  const before = process.memoryUsage();
  for (let at = 0; at < 2_000_000; at++) pieces.add(Buffer.from([at]));
  const after = process.memoryUsage();
  assert.equal(pieces.whole().length, 2_000_000);
  assert.ok(after.arrayBuffers - before.arrayBuffers < 64 << 20);
  assert.ok(after.heapUsed - before.heapUsed < 64 << 20);
});
