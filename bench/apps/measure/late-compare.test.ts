import assert from 'node:assert/strict';
import { it } from 'node:test';
import { volatileMask } from '../../../src/dom/mask.ts';
import type { DocumentTree, ElementNode, TreeNode } from '../../../src/model/index.ts';
import { addedLines, linesOf } from './late-compare.ts';

const p = (text: string): ElementNode => ({ tag: 'p', kids: [text] });

function page(...kids: TreeNode[]): DocumentTree {
  return { root: { tag: 'html', kids: [{ tag: 'body', kids }] } } as unknown as DocumentTree;
}

it('lines that came later are told, lines that went away are not', () => {
  const first = page(p('Title'), p('Loading…'));
  const second = page(p('Title'), p('A story'), p('Its end'));
  assert.deepEqual(addedLines(linesOf(first, null), linesOf(second, null)), ['A story', 'Its end']);
  assert.deepEqual(addedLines(linesOf(second, null), linesOf(page(p('Title')), null)), []);
});

it('what is volatile is compared by its form, also in shadows, and its content is left out', () => {
  const host = (text: string): ElementNode => ({ tag: 'x-a', shadow: { mode: 'open', kids: [p(text)] } });
  const mask = volatileMask([
    { path: '/HTML/BODY[1]/P[1]', attribute: '', shape: '# readers' },
    { path: '/HTML/BODY[1]/X-A[1]/#shadow/P[1]', attribute: '', shape: 'at #:#' },
    { kind: 'content', path: '/HTML/BODY[1]/ASIDE[1]', attribute: '', shape: '(p)' },
  ]);
  const show = (readers: number, time: string, ad: string) =>
    linesOf(page(p(`${readers} readers`), host(`at ${time}`), { tag: 'aside', kids: [p(ad)] }), mask);
  const [first, second] = [show(12, '10:30', 'Buy shoes'), show(97, '11:45', 'Buy hats')];
  assert.deepEqual(first, ['# readers', 'at #:#']);
  assert.deepEqual(second, first);
  assert.notDeepEqual(linesOf(page(p('12 readers')), null), linesOf(page(p('97 readers')), null));
});
