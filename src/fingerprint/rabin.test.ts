import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../test/cases.ts';
import { degree, modulo, P, times } from './fixture.ts';
import { isIrreducible as irreducible } from './polynomials.ts';
import { fingerprint, fingerprintBytes } from './rabin.ts';

/** The definition itself: (1 followed by the text's bits) modulo the polynomial. */
function slow(bytes: Uint8Array, start = 1n): bigint {
  let value = start;
  for (const byte of bytes) value = (value << 8n) | BigInt(byte);
  return modulo(value, P);
}

const hex = (value: bigint): string => value.toString(16).padStart(16, '0');
const value = (bytes: Uint8Array): bigint => BigInt(`0x${fingerprintBytes(bytes)}`);
const someBytes = fc.uint8Array({ maxLength: 200 });
const equalPair = fc
  .integer({ min: 1, max: 100 })
  .chain((n) => fc.tuple(...[0, 1, 2].map(() => fc.uint8Array({ minLength: n, maxLength: n }))));

test('the polynomial is irreducible, and the test would notice one that is not', () => {
  assert.equal(degree(P), 64);
  assert.equal(irreducible(P), true);
  assert.equal(irreducible(P ^ 2n), false);
  assert.equal(irreducible(times(0b111n, 0b1011n, 1n << 70n)), false);
});

test('the polynomial is the first irreducible one from the binary digits of pi upwards', () => {
  let p = (1n << 64n) | 0x243f6a8885a308d3n;
  while (!irreducible(p)) p++;
  assert.equal(p, P);
});

test('the fast way gives what the definition gives', () => {
  fc.assert(
    fc.property(someBytes, (bytes) => fingerprintBytes(bytes) === hex(slow(bytes))),
    { numRuns: 500 },
  );
});

test('a text has the fingerprint of its UTF-8 bytes, short or long, ASCII or not', () => {
  const texts = fc.oneof(fc.string({ unit: 'binary', maxLength: 60 }), fc.webUrl());
  const same = (text: string): boolean =>
    fingerprint(text) === fingerprintBytes(new TextEncoder().encode(text));
  fc.assert(fc.property(texts, same));
  for (const length of [0, 7, 8, 9, 1364, 1365, 1366, 5000]) {
    assert.ok(same('a'.repeat(length)), `${length} ASCII characters`);
    assert.ok(same('é'.repeat(length)), `${length} letters of two bytes`);
    assert.ok(same('中'.repeat(length)), `${length} letters of three bytes`);
  }
});

test('known values never change: stores hold them', () => {
  assert.equal(fingerprint(''), '0000000000000001');
  assert.equal(fingerprint('a'), '0000000000000161');
  assert.equal(fingerprint('12345678'), '150d59bcb0953e3f');
  assert.equal(fingerprint('http://127.0.0.1/a?b=c'), 'f3b5d70f930e49fd');
});

test('any single changed bit changes the fingerprint', () => {
  const places = fc.tuple(fc.uint8Array({ minLength: 1, maxLength: 64 }), fc.nat());
  fc.assert(
    fc.property(places, ([bytes, place]) => {
      const bit = place % (8 * bytes.length);
      const other = bytes.map((byte, i) => (i === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte));
      return fingerprintBytes(other) !== fingerprintBytes(bytes);
    }),
  );
});

test('it is linear: the sum of three texts of one length has the sum of their fingerprints', () => {
  fc.assert(
    fc.property(equalPair, ([a, b, c]) => {
      assert.ok(a && b && c);
      const sum = a.map((byte, i) => byte ^ (b[i] ?? 0) ^ (c[i] ?? 0));
      assert.equal(value(sum), value(a) ^ value(b) ^ value(c));
    }),
  );
});

test('it continues over a concatenation: f(ab) follows from f(a) and b', () => {
  fc.assert(
    fc.property(someBytes, someBytes, (a, b) => {
      const both = new Uint8Array([...a, ...b]);
      assert.equal(value(both), slow(b, value(a)));
    }),
  );
});

test('leading and trailing zero bytes count', () => {
  const seen = new Set<string>();
  for (let n = 0; n < 40; n++) {
    seen.add(fingerprintBytes(new Uint8Array(n)));
    seen.add(fingerprintBytes(new Uint8Array([...new Uint8Array(n), 5])));
    seen.add(fingerprintBytes(new Uint8Array([5, ...new Uint8Array(n + 1)])));
  }
  assert.equal(seen.size, 120);
});

test('a long text between two short ones leaves no trace', () => {
  const before = fingerprint('http://a/1');
  fingerprint('x'.repeat(1300));
  fingerprint('é'.repeat(1300));
  assert.equal(fingerprint('http://a/1'), before);
});

test('no two of 200,000 addresses collide', () => {
  const seen = new Set<string>();
  for (let i = 0; i < 100_000; i++) {
    seen.add(fingerprint(`http://www.example.org/articles/${i}/page?n=${i % 97}`));
    seen.add(fingerprint(`http://www.example.org/blog.js:load(${i})`));
  }
  assert.equal(seen.size, 200_000);
});
