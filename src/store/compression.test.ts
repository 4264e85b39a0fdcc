import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, it } from 'node:test';
import fc from '../../test/cases.ts';
import { codecs, pack, unpack } from './compression.ts';

describe('compression', () => {
  it('gives back what was packed', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), fc.nat(600), (piece, times) => {
        const body = new Uint8Array(Buffer.concat(Array.from({ length: times }, () => piece)));
        assert.deepEqual(unpack(pack(body)), body);
      }),
      { numRuns: 60 },
    );
  });

  it('shrinks documents and leaves alone what does not shrink', () => {
    const text = Buffer.from('{"tag":"div","kids":["some words"]},'.repeat(300));
    assert.equal(pack(text).codec, codecs.zstd);
    assert.ok(pack(text).bytes.length < text.length / 10);
    for (const body of [Buffer.from('short'), randomBytes(5_000), randomBytes(300_000)]) {
      assert.equal(pack(body).codec, codecs.plain);
      assert.equal(pack(body).bytes, body);
    }
  });

  it('refuses bytes that are damaged or of an unknown codec', () => {
    const { bytes } = pack(Buffer.from('abc '.repeat(100)));
    assert.throws(() => unpack({ codec: codecs.zstd, bytes: bytes.subarray(0, 10) }));
    assert.throws(() => unpack({ codec: 9, bytes }), /unknown codec 9/);
  });
});
