import assert from 'node:assert/strict';
import { test } from 'node:test';
import { preparePage } from '../page/index.ts';
import { typeName } from './type-name.ts';

function pagesAt(...urls: readonly string[]) {
  return urls.map((url, at) => preparePage({ name: String(at), url, html: '<p>x</p>' }));
}

test('a template is called after what its addresses have in common, and not after a place', () => {
  const pages = pagesAt('https://a.test/restaurant/arizona/1', 'https://a.test/restaurant/arizona/2');
  assert.equal(typeName(pages, new Set()), 'restaurant');
});

test('a word that some addresses lack is a value', () => {
  const some = ['thai', 'thai', 'greek'].map((kind, at) => `https://a.test/place/${kind}/${at}`);
  assert.equal(typeName(pagesAt(...some), new Set()), 'place');
});
