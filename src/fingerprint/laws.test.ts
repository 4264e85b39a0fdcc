import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../test/cases.ts';
import { degree, divisor, modulo, P, times } from './fixture.ts';
import { fingerprint, fingerprintBytes } from './rabin.ts';

/**
 * Properties 1-7 of Rabin's scheme as the paper on the parallel gatherer numbers them (section 3.1). They are
 * stated of f(A) = A(t) mod P(t). A fingerprint has one coefficient more, above those of the text, so that
 * leading zeros count; f is what remains when it is taken off again.
 */
const value = (bytes: Uint8Array): bigint => BigInt(`0x${fingerprintBytes(bytes)}`);
const f = (bytes: Uint8Array): bigint => value(bytes) ^ value(new Uint8Array(bytes.length));

const text = fc.uint8Array({ maxLength: 120 });
const twoOfOneLength = fc
  .nat({ max: 80 })
  .chain((n) =>
    fc.tuple(fc.uint8Array({ minLength: n, maxLength: n }), fc.uint8Array({ minLength: n, maxLength: n })),
  );
const concat = (...parts: readonly Uint8Array[]): Uint8Array => Buffer.concat(parts);
const xor = (a: Uint8Array, b: Uint8Array): Uint8Array => a.map((byte, i) => byte ^ (b[i] ?? 0));
const bytesOf = (number: bigint): Uint8Array => Buffer.from(number.toString(16).padStart(16, '0'), 'hex');
const polynomial = (bytes: Uint8Array): bigint => BigInt(`0x0${Buffer.from(bytes).toString('hex')}`);

test('f is the rest of the text, read as a polynomial, divided by the irreducible one', () => {
  fc.assert(fc.property(text, (a) => f(a) === modulo(polynomial(a), P)));
});

test('property 1: texts with different fingerprints are different; equal ones agree wherever they lie', () => {
  fc.assert(
    fc.property(text, text, fc.nat({ max: 9 }), (a, b, offset) => {
      if (fingerprintBytes(a) !== fingerprintBytes(b)) assert.notDeepEqual(a, b);
      const elsewhere = new Uint8Array(offset + a.length + 5).fill(255);
      elsewhere.set(a, offset);
      assert.equal(fingerprintBytes(elsewhere.subarray(offset, offset + a.length)), fingerprintBytes(a));
    }),
  );
});

test('property 2: f(A + B) = f(A) + f(B)', () => {
  fc.assert(fc.property(twoOfOneLength, ([a, b]) => f(xor(a, b)) === (f(a) ^ f(b))));
});

test('property 3: f(concat(A, B)) = f(concat(f(A), B))', () => {
  fc.assert(fc.property(text, text, (a, b) => f(concat(a, b)) === f(concat(bytesOf(f(a)), b))));
});

test('property 4: t^k mod P is P without its leading term', () => {
  assert.equal(degree(P), 64);
  // Eight zero bytes behind the leading coefficient are t^64.
  assert.equal(value(new Uint8Array(8)), P ^ (1n << 64n));
  assert.equal(f(new Uint8Array([1, 0, 0, 0, 0, 0, 0, 0, 0])), P ^ (1n << 64n));
  assert.equal(f(new Uint8Array(9)), 0n);
});

test('property 5: f(concat(A, B)) = f(f(A) * f(t^l)) + f(B), l being the bits of B', () => {
  fc.assert(
    fc.property(text, text, (a, b) => {
      const power = value(new Uint8Array(b.length));
      assert.equal(power, modulo(1n << BigInt(8 * b.length), P));
      assert.equal(f(concat(a, b)), times(f(a), power, P) ^ f(b));
    }),
  );
});

test('property 6: one bit more shifts the rest, and adds P without its leading term where one went out', () => {
  const extend = (rest: bigint, bit: bigint): bigint => {
    const shifted = ((rest << 1n) & ((1n << 64n) - 1n)) | bit;
    return rest >> 63n === 1n ? shifted ^ (P ^ (1n << 64n)) : shifted;
  };
  fc.assert(
    fc.property(text, fc.nat({ max: 255 }), (a, byte) => {
      let rest = f(a);
      for (let bit = 7; bit >= 0; bit--) rest = extend(rest, BigInt((byte >> bit) & 1));
      assert.equal(rest, f(concat(a, Uint8Array.of(byte))));
    }),
  );
});

test('property 7: A(t) + B(t) is A xor B: coefficients are added without carry', () => {
  const bits = (n: bigint): number[] => [...n.toString(2).padStart(64, '0')].map(Number);
  fc.assert(
    fc.property(twoOfOneLength, ([a, b]) => {
      const [left, right] = [bits(f(a)), bits(f(b))];
      const sum = left.map((bit, i) => (bit + (right[i] as number)) % 2);
      assert.deepEqual(sum, bits(f(xor(a, b))));
      assert.equal(f(xor(a, a)), 0n);
    }),
  );
});

/** Rabin: p of degree n divides t^(2^n) - t and, for each prime q of n, shares no factor with t^(2^(n/q)) - t. */
function isIrreducible(p: bigint): boolean {
  const n = degree(p);
  const frobenius = (k: number): bigint => {
    let power = modulo(2n, p);
    for (let i = 0; i < k; i++) power = times(power, power, p);
    return power ^ modulo(2n, p);
  };
  return frobenius(n) === 0n && primesOf(n).every((q) => divisor(p, frobenius(n / q)) === 1n);
}

function primesOf(n: number): readonly number[] {
  const divides = (q: number): boolean => n % q === 0;
  const isPrime = (q: number): boolean => [...Array(q).keys()].slice(2).every((d) => q % d !== 0);
  return [...Array(n + 1).keys()].slice(2).filter((q) => divides(q) && isPrime(q));
}

test('Rabin finds the irreducible polynomials of small degree that are known, and no others', () => {
  // How many there are follows from Gauss: 2, 1, 2, 3, 6, 9, 18, 30.
  const counts = [1, 2, 3, 4, 5, 6, 7, 8].map((n) => {
    const all = [...Array(1 << n).keys()].map((low) => (1n << BigInt(n)) | BigInt(low));
    return all.filter(isIrreducible).length;
  });
  assert.deepEqual(counts, [2, 1, 2, 3, 6, 9, 18, 30]);
});

test('the polynomial is irreducible by the test of Rabin, and its neighbours that have a root are not', () => {
  assert.equal(isIrreducible(P), true);
  // Without a constant term it has the root 0, with an even number of terms the root 1.
  assert.equal(isIrreducible(P ^ 1n), false);
  assert.equal(isIrreducible(P ^ 2n), false);
});

test('a fingerprint is 16 lower-case hex digits', () => {
  const digits = /^[0-9a-f]{16}$/;
  fc.assert(
    fc.property(text, fc.string({ unit: 'binary' }), (bytes, string) => {
      assert.match(fingerprintBytes(bytes), digits);
      assert.match(fingerprint(string), digits);
    }),
  );
});
