import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../test/cases.ts';
import { withoutFragment } from '../model/address.ts';
import { normalizeUrl } from './normalize.ts';

const base = 'http://site.example/dir/page.html?x=1';

const spellings: readonly [href: string, expected: string | null][] = [
  ['HTTP://Site.EXAMPLE:80/A', 'http://site.example/A'],
  ['https://site.example:443', 'https://site.example/'],
  ['http://site.example:8080/', 'http://site.example:8080/'],
  ['other', 'http://site.example/dir/other'],
  ['../up', 'http://site.example/up'],
  ['/a/./b/../c', 'http://site.example/a/c'],
  ['/a/%2e%2E/c', 'http://site.example/c'],
  ['?', 'http://site.example/dir/page.html'],
  ['?b=2&a=1', 'http://site.example/dir/page.html?b=2&a=1'],
  ['?a=', 'http://site.example/dir/page.html?a='],
  ['//cdn.example/x', 'http://cdn.example/x'],
  ['/%7euser/%41%2f%c3%a9', 'http://site.example/~user/A%2F%C3%A9'],
  ['/é?q=中', 'http://site.example/%C3%A9?q=%E4%B8%AD'],
  ['/100%', 'http://site.example/100%25'],
  ['/%%341', 'http://site.example/%2541'],
  ['/a b', 'http://site.example/a%20b'],
  ['\n /a\tb ', 'http://site.example/ab'],
  ['\\a\\b', 'http://site.example/a/b'],
  ['#top', 'http://site.example/dir/page.html?x=1'],
  ['#', 'http://site.example/dir/page.html?x=1'],
  ['#!', 'http://site.example/dir/page.html?x=1'],
  ['#!/inbox', 'http://site.example/dir/page.html?x=1#!/inbox'],
  ['#!page=2', 'http://site.example/dir/page.html?x=1#!page=2'],
  ['#/users/%41', 'http://site.example/dir/page.html?x=1#/users/A'],
  ['http://user:secret@site.example/', 'http://site.example/'],
  ['http://münchen.example/', 'http://xn--mnchen-3ya.example/'],
  ['http://0x7f.1/', 'http://127.0.0.1/'],
  ['http://[::0001]/', 'http://[::1]/'],
  ['mailto:a@b.example', null],
  ['javascript:void(0)', null],
  [' JavaScript:go()', null],
  ['data:text/html,x', null],
  ['tel:+49123', null],
  ['ftp://Site.example:21/a%7eb', 'ftp://site.example/a~b'],
  ['ftps://Site.example:990', 'ftps://site.example/'],
  ['telnet://BBS.example:23', 'telnet://bbs.example/'],
  ['telnet://bbs.example:2323/x#y', 'telnet://bbs.example:2323/'],
  ['gopher://site.example/', null],
  ['blob:http://site.example/1', null],
  ['http://', null],
  ['http://a b/', null],
  [`/${'x'.repeat(2048)}`, null],
];

for (const [href, expected] of spellings) {
  test(`${JSON.stringify(href).slice(0, 50)} becomes ${expected}`, () => {
    assert.equal(normalizeUrl(href, base), expected);
  });
}

test('an address of exactly 2,048 characters is still one', () => {
  const start = 'http://site.example/';
  assert.equal(normalizeUrl(start + 'x'.repeat(2048 - start.length))?.length, 2048);
  assert.equal(normalizeUrl(start + 'x'.repeat(2049 - start.length)), null);
});

test('a relative address without a base is not an address', () => {
  assert.equal(normalizeUrl('/a'), null);
});

test('normalising twice changes nothing', () => {
  const pieces = fc.array(
    fc.oneof(
      fc.constantFrom(
        '%',
        '%2',
        '%25',
        '%41',
        '%2e',
        '%2F',
        '/',
        '..',
        '.',
        '?',
        '#',
        '#!',
        '#/',
        '&',
        '=',
        '\\',
        '+',
      ),
      fc.string({ unit: 'binary', maxLength: 4 }),
    ),
    { maxLength: 12 },
  );
  const urls = fc.oneof(
    fc.webUrl({ withFragments: true, withQueryParameters: true }),
    pieces.map((p) => `http://h.example/${p.join('')}`),
    pieces.map((p) => p.join('')),
  );
  let kept = 0;
  fc.assert(
    fc.property(urls, (url) => {
      const once = normalizeUrl(url, base);
      if (once === null) return;
      kept++;
      assert.equal(normalizeUrl(once), once);
    }),
    { numRuns: 2000 },
  );
  assert.ok(kept > 1000);
});

test('the fragment is what follows the first #', () => {
  assert.equal(withoutFragment('http://a/b?c#d#e'), 'http://a/b?c');
  assert.equal(withoutFragment('http://a/b'), 'http://a/b');
});
