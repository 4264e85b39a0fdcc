import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileAddress, isScriptAddress } from './addresses.ts';

test('script addresses are known in disguise', () => {
  for (const value of ['javascript:x', ' JavaScript:x', 'java\nscript:x', '\u0001javascript:x', 'vbscript:x'])
    assert.ok(isScriptAddress(value), value);
  for (const value of [
    '/javascript:x',
    '#javascript:',
    'http://x/?javascript:',
    'javascript',
    'xjavascript:',
  ])
    assert.ok(!isScriptAddress(value), value);
});

test('files are asked for without fragment, and only from the web', () => {
  assert.equal(fileAddress(' a.svg#x', 'http://s.test/d/'), 'http://s.test/d/a.svg');
  assert.equal(fileAddress('//o.test/a', 'https://s.test/'), 'https://o.test/a');
  for (const value of [
    '',
    '#x',
    'data:,x',
    'blob:x',
    'javascript:x',
    'about:blank',
    'file:///etc/passwd',
    'http://[',
  ]) {
    assert.equal(fileAddress(value, 'http://s.test/'), null, value);
  }
});
