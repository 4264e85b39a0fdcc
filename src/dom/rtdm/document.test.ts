import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DocumentTree, TreeNode } from '../../model/document.ts';
import { volatileMask } from '../mask.ts';
import { rtdm, treeOf } from '../rtdm.ts';
import { placesIn } from './document.ts';

function page(...kids: TreeNode[]): DocumentTree {
  const root = {
    tag: 'html',
    kids: [
      { tag: 'head', kids: [{ tag: 'title' }] },
      { tag: 'body', kids },
    ],
  };
  return { url: 'http://h/', base: 'http://h/', doctype: 'html', title: '', lang: '', root };
}

const paragraph = (...kids: TreeNode[]): TreeNode => ({ tag: 'p', kids });
const script: TreeNode = { tag: 'script', attrs: { src: '/a.js' } };

test('the structure holds elements only, the text form also what they say', () => {
  const one = page(
    paragraph('Hello  there'),
    { tag: 'a', attrs: { href: '/x', class: 'c' }, kids: ['on'] },
    script,
  );
  assert.deepEqual(treeOf(one, 'structure').labels, ['html', 'body', 'p', 'a']);
  assert.deepEqual(treeOf(one, 'text').labels, ['html', 'body', 'p', '"Hello there', 'a', '@href=/x', '"on']);
});

test('texts that a script has cut into pieces are one', () => {
  assert.equal(
    rtdm(treeOf(page(paragraph('Page ', '2')), 'text'), treeOf(page(paragraph('Page 2')), 'text')),
    0,
  );
});

test('shadow roots and frames are part of the tree', () => {
  const host = (text: string): TreeNode => ({
    tag: 'x-host',
    shadow: { mode: 'closed', kids: [paragraph(text)] },
  });
  const frame = (text: string): TreeNode => ({ tag: 'iframe', frame: page(paragraph(text)) });
  assert.equal(rtdm(treeOf(page(host('a')), 'text'), treeOf(page(host('b')), 'text')), 1);
  assert.equal(rtdm(treeOf(page(frame('a')), 'text'), treeOf(page(frame('b')), 'text')), 1);
  assert.equal(rtdm(treeOf(page(frame('a')), 'structure'), treeOf(page(frame('b')), 'structure')), 0);
});

test('the state of a form is not in the tree, labels of buttons are', () => {
  const form = (typed: string, label: string, checked: boolean) =>
    treeOf(
      page(
        { tag: 'input', attrs: { value: typed }, value: typed },
        { tag: 'input', attrs: { type: 'checkbox', name: 'b' }, checked },
        { tag: 'input', attrs: { type: 'submit', value: label } },
      ),
      'text',
    );
  assert.equal(rtdm(form('a', 'Send', true), form('b', 'Send', false)), 0);
  assert.equal(rtdm(form('a', 'Send', true), form('a', 'Search', true)), 1);
});

test('what is no longer shown differs', () => {
  const panel = (hidden: boolean): TreeNode => ({ tag: 'div', kids: ['x'], ...(hidden ? { hidden } : {}) });
  assert.equal(rtdm(treeOf(page(panel(true)), 'text'), treeOf(page(panel(false)), 'text')), 1);
});

test('volatile spots count by their form, rotating parts not at all, parts in any order as one', () => {
  const mask = volatileMask([
    { path: '/HTML/BODY[1]/P[1]', attribute: '', shape: 'Now #:#' },
    { kind: 'content', path: '/HTML/BODY[1]/DIV[1]', attribute: '', shape: '(b)', anchor: '#ad' },
    { kind: 'order', path: '/HTML/BODY[1]/UL[1]', attribute: '', shape: '' },
  ]);
  const at = (clock: string, ad: string, parts: readonly string[]) =>
    treeOf(
      page(
        paragraph(clock),
        { tag: 'div', attrs: { id: 'ad' }, kids: [{ tag: 'b', kids: [ad] }] },
        { tag: 'ul', kids: parts.map((text) => ({ tag: 'li', kids: [text] })) },
      ),
      'text',
      mask,
    );
  assert.equal(
    rtdm(at('Now 1:02', 'Buy this', ['news', 'weather']), at('Now 7:09', 'Or that', ['weather', 'news'])),
    0,
  );
  assert.equal(rtdm(at('Now 1:02', 'Buy', ['news', 'weather']), at('Then', 'Buy', ['news', 'games'])), 2);
});

test('every node is known by its place', () => {
  const document = page(paragraph('one'), {
    tag: 'x-y',
    shadow: { mode: 'open', kids: [paragraph('two')] },
  });
  const places = placesIn(document.root, 'text', null, '/HTML');
  assert.equal(places.length, treeOf(document, 'text').labels.length);
  assert.deepEqual(
    places.filter(({ part }) => part === '#text').map(({ path, text }) => [path, text]),
    [
      ['/HTML/BODY[1]/P[1]', 'one'],
      ['/HTML/BODY[1]/X-Y[1]/#shadow/P[1]', 'two'],
    ],
  );
});
