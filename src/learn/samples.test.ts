import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseSample, sampleText } from './samples.ts';

test('a sample is a type and an address', () => {
  assert.deepEqual(parseSample('thread=http://127.0.0.1/t?id=1&x=2'), {
    type: 'thread',
    steps: [{ open: 'http://127.0.0.1/t?id=1&x=2' }],
  });
});

test('a sample may be an entry path, as the listing has it', () => {
  const entry = [
    { open: 'http://site.test/' },
    { fire: 'click', id: 'n', xpath: '/HTML/BODY[1]/A[2]', instruction: 'inline:go(2)', label: 'Next' },
    { fire: 'change', id: null, xpath: '/HTML/BODY[1]/SELECT[1]', value: 'b c', label: '' },
  ];
  const { type, steps } = parseSample(`page=${JSON.stringify(entry)}`);
  assert.equal(type, 'page');
  assert.deepEqual(steps, [
    { open: 'http://site.test/' },
    { fire: { id: 'n', event: 'click', xpath: '/HTML/BODY[1]/A[2]' } },
    { fire: { id: null, event: 'change', xpath: '/HTML/BODY[1]/SELECT[1]', value: 'b c' } },
  ]);
});

test('an entry path on one line is read as it is written', () => {
  const text =
    'http://site.test/ → click /HTML/BODY[1]/A[2] [inline:go(2)] → change="b c" /HTML/BODY[1]/SELECT[1]';
  const { steps } = parseSample(`page=${text}`);
  assert.equal(steps.length, 3);
  assert.deepEqual(parseSample(`page=${sampleText({ steps })}`).steps, steps);
});

test('what is no sample is refused with an example', () => {
  for (const text of [
    '',
    'thread',
    '=http://site.test/',
    'thread=',
    'thread=board/1',
    'a/b=http://site.test/',
  ]) {
    assert.throws(() => parseSample(text), /--sample .*expected/, text);
  }
  assert.throws(() => parseSample('t=[{"open":'), /JSON list of steps/);
  assert.throws(() => parseSample('t=[{"open":"http://a.test/"},{"go":1}]'), /"fire" and "xpath"/);
});
