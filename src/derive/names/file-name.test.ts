import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../../test/cases.ts';
import type { EntryStep } from '../entry-path.ts';
import { naturalName, safePart } from './file-name.ts';

const home = 'https://site.test';
const at = (url: string, title = '') => naturalName({ url, entry: [], title }, home);
const fired = (label: string): EntryStep => ({
  fire: 'click',
  id: null,
  xpath: '/HTML/BODY[1]/A[1]',
  instruction: 'inline:go()',
  label,
});

test('a page is named by the path of its address', () => {
  const names = {
    'https://site.test/tutorial/classes.html': 'tutorial/classes',
    'https://site.test/a/': 'a/index',
    'https://site.test/': 'home',
    'https://site.test/item.php?id=99&tab=two': 'item--id-99-tab-two',
    'https://site.test/docs/Gr%C3%BC%C3%9Fe': 'docs/Grüße',
    'https://site.test/%E5%9B%BE%E7%89%87/readme.txt': '图片/readme.txt',
    'https://site.test/#/users/5': 'users/5',
    'https://site.test/app#!cart': 'app/cart',
    'https://site.test/app#part': 'app--part',
    'https://other.test:8080/x': 'other.test-8080/x',
    'ftp://site.test/x': 'site.test/x',
  };
  for (const [url, name] of Object.entries(names)) assert.equal(at(url), name, url);
});

test('a state page is named by its page and what was fired', () => {
  const entry = [{ open: 'https://site.test/item-99' }, fired('Reviews (3)'), fired('Next'), fired('Next')];
  const name = (steps: number) =>
    naturalName({ url: null, entry: entry.slice(0, steps + 1), title: 'Item' }, home);
  assert.equal(name(1), 'item-99--reviews-3');
  assert.equal(name(3), 'item-99--reviews-3--next-2');
  assert.equal(naturalName({ url: null, entry: [], title: 'A lost page!' }, home), 'a-lost-page');
  assert.equal(naturalName({ url: null, entry: [], title: '' }, home), 'page');
});

test('nothing leaves the folder, hides, or means something to a system', () => {
  assert.equal(at('https://site.test/%2e%2e/%2e%2e%2fetc/passwd'), 'etc/passwd');
  assert.equal(at('https://site.test/a%2fb%5cc%00d'), 'a-b-c-d');
  assert.equal(at('https://site.test/.well-known/x.'), 'well-known/x');
  assert.equal(at('https://site.test/aux/con.txt'), 'aux_/con_.txt');
  assert.equal(at('https://site.test/assets/logo'), 'assets_/logo');
  assert.equal(at('https://site.test/a.html/b.html'), 'a_html/b');
  assert.equal(at('https://site.test/e%cc%81'), at('https://site.test/%c3%a9'));
});

test('long addresses give names that fit, and do not lose what tells them apart', () => {
  const deep = (last: string) =>
    `https://site.test/${'folder-of-a-name/'.repeat(20)}${last}?q=${'x'.repeat(200)}`;
  const [one, other] = [at(deep('one')), at(deep('other'))];
  assert.ok(one.length <= 160 && one.startsWith('folder-of-a-name/') && /\/one--q-x+$/.test(one), one);
  assert.notEqual(one, other);
});

test('whatever a text holds, a part is safe, short and stays as it is when made again', () => {
  const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
      const part = safePart(text);
      assert.match(part, /^(?:[\p{L}\p{M}\p{N}_](?:[\p{L}\p{M}\p{N}._-]*[\p{L}\p{M}\p{N}_])?)?$/u);
      assert.doesNotMatch(part, reserved);
      assert.ok(Buffer.byteLength(part) <= 245);
      assert.ok(!part.includes('--') && !part.includes('..'));
      assert.equal(safePart(part), part);
    }),
  );
});
