import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../../test/cases.ts';
import { addressKind } from './kind-history.ts';

test('addresses that differ in numbers, ids, titles and values are of one kind', () => {
  const same = [
    ['http://a.test/story/1', 'http://a.test/story/2048'],
    ['http://a.test/2026/11/how-to-spin-a-web.html', 'http://a.test/2025/01/the-orb-weaver-at-dawn.html'],
    ['http://a.test/page-3.html', 'http://a.test/page-12.html'],
    ['http://a.test/o/5f2b9c3d1e', 'http://a.test/o/77aa01b2c9'],
    ['http://a.test/find?q=web&page=2', 'http://a.test/find?page=9&q=silk'],
    ['http://a.test/%E4%BD%A0%E5%A5%BD', 'http://a.test/%E8%9C%98%E8%9B%9B'],
  ];
  for (const [one, other] of same) assert.equal(addressKind(one as string), addressKind(other as string));
});

test('addresses with other words, depths, hosts or names of values are of other kinds', () => {
  const all = [
    ...['http://a.test/', 'http://a.test/story/1', 'http://a.test/app/1', 'http://a.test/story/1/edit'],
    ...['http://b.test/story/1', 'http://a.test/story/1?view=all', 'http://a.test/story/1.html'],
  ];
  assert.equal(new Set(all.map(addressKind)).size, all.length);
});

test('any address has a kind, which does not depend on the numbers in it', () => {
  fc.assert(
    fc.property(fc.webUrl({ withQueryParameters: true }), fc.nat(), (url, n) => {
      const at = `${new URL(url).origin}/x/${n}`;
      return typeof addressKind(url) === 'string' && addressKind(at).endsWith('/x/#');
    }),
  );
});
