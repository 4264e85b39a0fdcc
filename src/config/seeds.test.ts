import assert from 'node:assert/strict';
import { test } from 'node:test';
import { folderOf, readSeeds } from './seeds.ts';

test('http and https addresses are taken as they are', () => {
  assert.deepEqual(readSeeds(['https://example.org/a?b#c', 'http://127.0.0.1:8080/']), {
    seeds: ['https://example.org/a?b#c', 'http://127.0.0.1:8080/'],
    notes: [],
  });
});

test('an address without a scheme gets http, and a note says so', () => {
  assert.deepEqual(readSeeds(['example.org/x']), {
    seeds: ['http://example.org/x'],
    notes: ['"example.org/x" has no scheme; taken as http://example.org/x'],
  });
  assert.deepEqual(readSeeds(['localhost:8080', '[::1]:9/']).seeds, [
    'http://localhost:8080/',
    'http://[::1]:9/',
  ]);
  assert.deepEqual(readSeeds(['intranet:80/x']).seeds, ['http://intranet/x']);
});

test('writing a whole address in another way needs no note', () => {
  assert.deepEqual(readSeeds(['HTTP://Example.ORG']), { seeds: ['http://example.org/'], notes: [] });
});

test('the same address twice is one seed', () => {
  assert.deepEqual(readSeeds(['http://example.org', 'http://example.org/']).seeds, ['http://example.org/']);
});

test('what cannot be crawled is refused with what is valid', () => {
  for (const text of [
    'ftp://example.org/',
    'mailto:me@example.org',
    'javascript:alert(1)',
    'file:///etc/passwd',
    'foo',
    './index.html',
    '/tmp/x',
    '',
    'http://',
    'http:///x',
    'https://exa mple.org/',
    'http://[::1',
    'two words.org',
  ]) {
    assert.throws(
      () => readSeeds([text]),
      (error: Error & { code: string; advice: string }) => {
        assert.equal(error.code, 'USAGE', text);
        assert.match(error.message, /^cannot start from "/);
        assert.match(error.advice, /http or https address/);
        return true;
      },
      text,
    );
  }
});

test('no seed is a usage error', () => {
  assert.throws(() => readSeeds([]), { code: 'USAGE', message: /at least one address/ });
});

test('credentials in a seed are refused and not printed', () => {
  for (const text of [
    'http://me:hunter2@example.org/',
    'me:hunter2@example.org',
    'ftp://me:hunter2@example.org',
  ]) {
    assert.throws(
      () => readSeeds([text]),
      (error: Error) => !error.message.includes('hunter2'),
    );
  }
  assert.throws(() => readSeeds(['http://me:x@example.org/']), { advice: /--auth/ });
});

test('a host gives a folder name that every file system takes', () => {
  assert.equal(folderOf('https://example.org/a/b'), 'example.org');
  assert.equal(folderOf('http://127.0.0.1:8080/'), '127.0.0.1_8080');
  assert.equal(folderOf('http://[::1]:80/'), '1');
  assert.equal(folderOf('http://[2001:db8::1]:8080/'), '2001-db8-1-_8080');
  assert.equal(folderOf('http://例子.测试/'), 'xn--fsqu00a.xn--0zwm56d');
});
