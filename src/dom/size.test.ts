import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { DocumentTree, ElementNode } from '../model/document.ts';
import { treeBytes } from './size.ts';

it('a document takes what its texts take, wherever they stand', () => {
  const page = (root: ElementNode): DocumentTree => ({
    ...{ url: 'u', base: 'u', doctype: null, title: '', lang: '' },
    root,
  });
  const empty = treeBytes(page({ tag: 'html' }));
  const more = (root: ElementNode) => treeBytes(page(root)) - empty;
  const text = 'x'.repeat(1000);
  assert.ok(empty > 0 && empty < 1000);
  assert.equal(more({ tag: 'html', kids: [text] }), 1000);
  assert.equal(more({ tag: 'html', attrs: { a: text } }), 1001);
  assert.equal(more({ tag: 'html', css: text, value: text }), 2000);
  assert.equal(more({ tag: 'html', shadow: { mode: 'open', kids: [text], sheets: [text] } }), 2000);
  assert.equal(more({ tag: 'html', frame: page({ tag: 'html', kids: [text] }) }), 1000 + empty);
});
