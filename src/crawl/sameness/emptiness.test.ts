import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DocumentTree, ElementNode, TreeNode } from '../../model/index.ts';
import { isEmptyDocument } from './emptiness.ts';

function page(...kids: TreeNode[]): DocumentTree {
  const url = 'http://site.test/';
  const head: ElementNode = { tag: 'head', kids: [{ tag: 'title', kids: ['A title'] }] };
  const root: ElementNode = { tag: 'html', kids: [head, { tag: 'body', kids }] };
  return { url, base: url, doctype: 'html', title: 'A title', lang: '', root };
}

test('a page of white space, scripts and empty boxes is empty, whatever its title', () => {
  assert.equal(isEmptyDocument(page()), true);
  assert.equal(isEmptyDocument(page('\n  ', { tag: 'div', attrs: { id: 'app' }, kids: [' '] })), true);
  assert.equal(isEmptyDocument(page({ tag: 'script' }, { tag: 'noscript', kids: ['Turn it on'] })), true);
});

test('what is not rendered does not count', () => {
  assert.equal(isEmptyDocument(page({ tag: 'p', hidden: true, kids: ['Unseen'] })), true);
  assert.equal(isEmptyDocument(page({ tag: 'div', hidden: true, kids: [{ tag: 'img' }] })), true);
  assert.equal(isEmptyDocument(page({ tag: 'input', attrs: { type: 'hidden' } })), true);
});

test('a word, a picture, a frame or a control is something', () => {
  assert.equal(isEmptyDocument(page('A word')), false);
  for (const tag of ['img', 'canvas', 'video', 'iframe', 'input'])
    assert.equal(isEmptyDocument(page({ tag: 'div', kids: [{ tag }] })), false, tag);
  assert.equal(isEmptyDocument(page({ tag: 'svg', ns: 'svg' })), false);
});

test('a shadow root is looked into', () => {
  const host = (kid: TreeNode): TreeNode => ({ tag: 'x-page', shadow: { mode: 'closed', kids: [kid] } });
  assert.equal(isEmptyDocument(page(host({ tag: 'div', kids: [{ tag: 'img' }] }))), false);
  assert.equal(isEmptyDocument(page(host({ tag: 'p', kids: ['A word'] }))), false);
  assert.equal(isEmptyDocument(page(host({ tag: 'p' }))), true);
});
