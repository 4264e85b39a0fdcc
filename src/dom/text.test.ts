import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DocumentTree, ElementNode, TreeNode } from '../model/document.ts';
import { visibleText } from './text.ts';

const e = (tag: string, ...kids: TreeNode[]): ElementNode => ({ tag, kids });
const text = (...body: TreeNode[]) => visibleText(page(body));
const page = (body: readonly TreeNode[]): DocumentTree => ({
  url: '',
  base: '',
  doctype: 'html',
  title: '',
  lang: '',
  root: e('html', e('head', e('title', 'T')), e('body', ...body)),
});

test('blocks and breaks begin lines, cells are parted, white space is folded', () => {
  const table = e('table', e('tr', e('td', 'a'), e('td', 'b')), e('tr', e('td', 'c')));
  assert.equal(
    text('\n one  ', e('b', ' two'), '\n', e('p', 'three', e('br'), 'four'), table),
    'one two\nthree\nfour\na\tb\nc',
  );
  assert.equal(text(e('pre', 'x  y\n z')), 'x  y\nz');
});

test('what is not shown is not read', () => {
  assert.equal(
    text(
      e('script', 'x'),
      e('style', 'x'),
      e('noscript', 'x'),
      { ...e('p', 'x'), hidden: true },
      e('textarea', 'x'),
      'seen',
    ),
    'seen',
  );
});

test('a shadow root shows its own content, with what is put in its slots', () => {
  const host: ElementNode = {
    tag: 'x-a',
    kids: [
      { tag: 'b', attrs: { slot: 's' }, kids: ['named'] },
      'rest',
      { tag: 'i', attrs: { slot: 'none' }, kids: ['lost'] },
    ],
    shadow: {
      mode: 'open',
      kids: [
        '[',
        { tag: 'slot', attrs: { name: 's' } },
        '|',
        { tag: 'slot', kids: ['fallback'] },
        '|',
        { tag: 'slot', attrs: { name: 'u' }, kids: ['fallback'] },
        ']',
      ],
    },
  };
  assert.equal(text(host), '[named|rest|fallback]');
});

test('what is put in a slot may stand in the slot of another element', () => {
  const framed: ElementNode = {
    tag: 'x-frame',
    kids: [{ tag: 'slot', attrs: { name: 'nav' } }],
    shadow: { mode: 'open', kids: ['<', { tag: 'slot' }, '>'] },
  };
  const host: ElementNode = {
    tag: 'x-tabs',
    kids: [{ tag: 'b', attrs: { slot: 'nav' }, kids: ['First'] }, 'rest'],
    shadow: { mode: 'open', kids: [framed, { tag: 'slot' }] },
  };
  assert.equal(text(host), '<First>rest');
});

test('frames are read where they stand', () => {
  assert.equal(text('a', { tag: 'iframe', frame: page(['inside']) }, 'b'), 'a\ninside\nb');
});
