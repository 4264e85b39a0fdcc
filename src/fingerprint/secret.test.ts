import assert from 'node:assert/strict';
import { test } from 'node:test';
import { forgedTexts } from './fixture.ts';
import { isIrreducible } from './polynomials.ts';
import { fingerprint } from './rabin.ts';
import { drawPolynomial, namePrint, withPolynomial } from './secret.ts';

test('polynomials that are drawn are irreducible and not the same', () => {
  const drawn = Array.from({ length: 20 }, drawPolynomial);
  for (const [high, low] of drawn)
    assert.ok(isIrreducible((1n << 64n) | (BigInt(high) << 32n) | BigInt(low)), `${high} ${low}`);
  assert.equal(new Set(drawn.map(String)).size, 20);
});

test('texts that are forged for the public polynomial have one public print, and two of a store', () => {
  const [one, other] = forgedTexts();
  assert.notEqual(one, other);
  assert.equal(fingerprint(`before ${one} behind`), fingerprint(`before ${other} behind`));
  withPolynomial(drawPolynomial(), () => assert.notEqual(namePrint(one), namePrint(other)));
});

test('stores at work at once print with their own polynomials, and others with the public one', async () => {
  const two = [drawPolynomial(), drawPolynomial()];
  const later = () => new Promise((resolve) => setImmediate(resolve));
  const all = await Promise.all(
    two.map((polynomial) =>
      withPolynomial(polynomial, async () => {
        const before = namePrint('text of some length');
        await later();
        return [before, namePrint('text of some length')];
      }),
    ),
  );
  for (const [before, after] of all) assert.equal(before, after);
  assert.equal(new Set([...all.flat(), namePrint('text of some length')]).size, 3);
  assert.equal(namePrint('text'), fingerprint('text'));
});
