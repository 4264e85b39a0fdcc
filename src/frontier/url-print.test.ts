import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fingerprint } from '../fingerprint/rabin.ts';
import { urlFingerprint } from './url-print.ts';

test('spellings of one address have one fingerprint, other addresses another', () => {
  const spellings = [
    'http://Example.org:80/a%7eb?x=1',
    'http://example.org/a~b?x=1#top',
    'HTTP://example.org/./a~b?x=1',
  ];
  assert.deepEqual(
    new Set(spellings.map(urlFingerprint)),
    new Set([fingerprint('http://example.org/a~b?x=1')]),
  );
  assert.notEqual(urlFingerprint('http://example.org/a~b?x=2'), urlFingerprint('http://example.org/a~b?x=1'));
});

test('what is no address for crawling has the fingerprint of its text', () => {
  assert.equal(urlFingerprint('mailto:x@example.org'), fingerprint('mailto:x@example.org'));
});
