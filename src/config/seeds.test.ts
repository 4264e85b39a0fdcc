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
    'gopher://example.org/',
    'telnet://',
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

test('a login in the address of a web site is for its origin alone, and no part of the address', () => {
  const found = readSeeds([
    'http://me:hunter%212@example.org/a',
    'https://you@example.net/',
    'http://x.org/',
  ]);
  assert.deepEqual(found, {
    seeds: ['http://example.org/a', 'https://example.net/', 'http://x.org/'],
    notes: [],
    logins: { 'http://example.org': 'me:hunter!2', 'https://example.net': 'you:' },
  });
});

test('a login in an address that cannot be a seed is not printed', () => {
  assert.throws(
    () => readSeeds(['me:hunter2@example.org']),
    (error: Error) => !error.message.includes('hunter2'),
  );
});

test('FTP and telnet addresses are seeds, and bbs is another word for telnet', () => {
  assert.deepEqual(readSeeds(['ftp://Example.org/pub', 'ftps://example.org:2121/']).seeds, [
    'ftp://example.org/pub',
    'ftps://example.org:2121/',
  ]);
  assert.deepEqual(readSeeds(['bbs://example.org', 'telnet://example.org/']).seeds, [
    'telnet://example.org/',
  ]);
});

test('a login in an FTP or telnet address is taken out of it', () => {
  assert.deepEqual(readSeeds(['ftp://me:hunter%212@example.org/x']), {
    seeds: ['ftp://example.org/x'],
    notes: [],
    logins: { 'ftp://example.org': 'me:hunter!2' },
  });
  assert.deepEqual(readSeeds(['telnet://ann:pw@example.org:23']).logins, {
    'telnet://example.org': 'ann:pw',
  });
});

test('seeds of several protocols go together, each login for its own server', () => {
  const given = ['http://you:a@example.org/', 'ftp://me:b@example.org/pub/', 'bbs://example.org/', 'x.org'];
  const { seeds, logins } = readSeeds(given);
  assert.deepEqual(seeds, [
    'http://example.org/',
    'ftp://example.org/pub/',
    'telnet://example.org/',
    'http://x.org/',
  ]);
  assert.deepEqual(logins, { 'http://example.org': 'you:a', 'ftp://example.org': 'me:b' });
});

test('a host gives a folder name that every file system takes', () => {
  assert.equal(folderOf('https://example.org/a/b'), 'example.org');
  assert.equal(folderOf('http://127.0.0.1:8080/'), '127.0.0.1_8080');
  assert.equal(folderOf('http://[::1]:80/'), '1');
  assert.equal(folderOf('http://[2001:db8::1]:8080/'), '2001-db8-1-_8080');
  assert.equal(folderOf('http://例子.测试/'), 'xn--fsqu00a.xn--0zwm56d');
});
