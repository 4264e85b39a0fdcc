import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linearPattern } from './linear-pattern.ts';

test('a pattern matches what it matches in JavaScript', () => {
  const patterns = [
    ...['/page/\\d+', '^https?://[^/]+/a', '(?<year>\\d{4})-\\d\\d$', '(?i:Print)=', '\\p{Script=Han}'],
    ...['[?&]sort=', '\\.(?:pdf|zip)$', '\\u0061\\/b', 'a{2,3}b', '(?:^|/)tag/', '\\bx\\b'],
  ];
  const texts = [
    ...['http://h.test/page/12', 'https://h.test/a', 'x/2024-05', 'x?PRINT=1', 'http://h.test/深海'],
    ...['http://h.test/?a=1&sort=up', 'http://h.test/f.zip', 'a/b', 'aaab', 'tag/', 'http://x/y'],
  ];
  for (const pattern of patterns) {
    const found = texts.filter((text) => linearPattern(pattern)?.test(text));
    assert.deepEqual(
      found,
      texts.filter((text) => new RegExp(pattern, 'u').test(text)),
      pattern,
    );
    assert.ok(found.length > 0, pattern);
  }
  assert.equal(linearPattern('PRINT', 'i')?.test('print'), true);
  assert.equal(linearPattern('PRINT', 'g')?.test('print'), false);
});

test('a pattern that would take for ever is answered like any other', () => {
  const address = `http://h.test/${'a'.repeat(2000)}!`;
  for (const pattern of ['(a+)+$', '(a|aa)+$', '(.*a){20}$', '^(([a-z])+.)+[A-Z]([a-z])+$'])
    assert.equal(linearPattern(pattern)?.test(address), false, pattern);
});

test('a pattern that takes going back is none', () => {
  for (const pattern of ['(?!x)', '(?=x)', '(?<=x)y', '(?<!x)y', '(a)\\1', '(', 'a{5000}'])
    assert.equal(linearPattern(pattern), null, pattern);
});
