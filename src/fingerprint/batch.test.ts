import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { foldingSource } from '../../scripts/rabin-wasm.ts';
import fc from '../../test/cases.ts';
import { fingerprintsOf, fingerprintText, fingerprintValue } from './batch.ts';
import { fingerprint } from './rabin.ts';

const texts = (list: readonly string[]): readonly string[] => [...fingerprintsOf(list)].map(fingerprintText);

describe('fingerprints by the thousand', () => {
  it('are those of the texts one by one', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.webUrl())), (list) => {
        assert.deepEqual(texts(list), list.map(fingerprint));
      }),
      { numRuns: 100 },
    );
  });

  it('are so for texts of every length, and for more than go into one call', () => {
    const list = Array.from({ length: 1300 }, (_, at) => 'http://site.test/'.repeat(80).slice(0, at) + at);
    assert.deepEqual(texts(list), list.map(fingerprint));
  });

  it('are so for texts that are longer than the memory, empty, or beyond ASCII', () => {
    const list = ['', 'x'.repeat(3_000_000), '深海', '', `${'y'.repeat(1_100_000)}é`, 'a'];
    assert.deepEqual(texts(list), list.map(fingerprint));
    assert.deepEqual(texts([]), []);
  });

  it('can be read back from their digits', () => {
    const digits = fingerprint('http://site.test/');
    assert.equal(fingerprintText(fingerprintValue(digits)), digits);
  });

  it('are folded by the module that the script makes', () => {
    const kept = readFileSync(new URL('./folding.ts', import.meta.url), 'utf8');
    assert.equal(kept.replace(/\s/g, ''), foldingSource().replace(/\s/g, ''));
  });
});
