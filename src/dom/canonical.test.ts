import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../test/cases.ts';
import type { DocumentTree, ElementNode, TreeNode } from '../model/document.ts';
import { documentPrints } from './canonical.ts';
import { changeBetween } from './change.ts';
import { canonicalSkipped } from './exact.ts';
import { volatileMask } from './mask.ts';
import { printAt } from './print-at.ts';
import { elementsOf } from './xpath.ts';

function page(...kids: TreeNode[]): DocumentTree {
  const root: ElementNode = {
    tag: 'html',
    kids: [
      { tag: 'head', kids: ['x'] },
      { tag: 'body', kids },
    ],
  };
  return { url: 'http://h/', base: 'http://h/', doctype: 'html', title: '', lang: '', root };
}

const exact = (...kids: TreeNode[]) => documentPrints(page(...kids)).exact;
const form = (...kids: TreeNode[]) => documentPrints(page(...kids)).form;
const p = (...kids: TreeNode[]): ElementNode => ({ tag: 'p', kids });

const leaf: fc.Arbitrary<TreeNode> = fc.oneof(
  fc.constantFrom('a', 'b 1', 'b 2', ' ', 'c'),
  fc.record({ tag: fc.constantFrom('p', 'br', 'script') }),
);
const tree: fc.Arbitrary<ElementNode> = fc.letrec<{ node: ElementNode }>((tie) => ({
  node: fc.record(
    {
      tag: fc.constantFrom('div', 'p', 'ul', 'li'),
      attrs: fc.dictionary(fc.constantFrom('href', 'class', 'value', 'title'), fc.constantFrom('x', 'y')),
      kids: fc.array(fc.oneof({ maxDepth: 3 }, leaf, tie('node')), { maxLength: 4 }),
      hidden: fc.constant(true as const),
    },
    { requiredKeys: ['tag'] },
  ) as fc.Arbitrary<ElementNode>,
})).node;

test('what is shown counts, how it came about does not', () => {
  const same = exact(p('One two'));
  assert.equal(
    exact({ tag: 'p', attrs: { class: 'x', id: 'y', style: 'color:red' }, kids: ['One two'] }),
    same,
  );
  assert.equal(exact(p(' One \n two ')), same, 'white space is folded');
  assert.equal(exact(p('One', ' two')), same, 'a text in two pieces is one text');
  assert.equal(exact(p('One', { tag: 'script' }, ' two'), { tag: 'style', kids: ['p{}'] }), same);
  for (const other of [p('One'), p('One ', { tag: 'b', kids: ['two'] }), { tag: 'div', kids: ['One two'] }])
    assert.notEqual(exact(other), same);
  assert.notEqual(exact({ ...p('One two'), hidden: true }), same);
  assert.notEqual(exact({ ...p('One two'), attrs: { title: 't' } }), same);
  assert.notEqual(exact(p('One two'), p('One two')), same);
});

test('the order of attributes does not count, their values do', () => {
  const a = (attrs: Record<string, string>) => exact({ tag: 'a', attrs });
  assert.equal(a({ href: '/1', title: 't' }), a({ title: 't', href: '/1' }));
  assert.notEqual(a({ href: '/1' }), a({ href: '/2' }));
});

test('the form is without numbers, dates, tokens and the state of controls', () => {
  assert.equal(form(p('Page 2 of 30')), form(p('Page 3 of 30')));
  assert.equal(
    form({ tag: 'a', attrs: { href: '/list/2' } }),
    form({ tag: 'a', attrs: { href: '/list/17' } }),
  );
  const box: ElementNode = { tag: 'input', attrs: { type: 'checkbox' } };
  assert.equal(form({ ...box, checked: true }), form(box));
  assert.equal(form({ tag: 'details', attrs: { open: '' } }), form({ tag: 'details' }));
  assert.notEqual(exact({ ...box, checked: true }), exact(box));
  assert.notEqual(form(p('Page 2')), form(p('Chapter 2')));
  assert.notEqual(form({ ...p('x'), hidden: true }), form(p('x')));
});

test('a shadow root and a frame count, and where a text stands does', () => {
  const shadow = (text: string): ElementNode => ({ tag: 'x-y', shadow: { mode: 'open', kids: [text] } });
  assert.notEqual(exact(shadow('a')), exact(shadow('b')));
  assert.notEqual(exact(shadow('a')), exact({ tag: 'x-y', kids: ['a'] }));
  const frame = (text: string): ElementNode => ({ tag: 'iframe', frame: page(p(text)) });
  assert.notEqual(exact(frame('a')), exact(frame('b')));
  assert.notEqual(exact(p('a', { tag: 'br' }, 'b')), exact(p('a b', { tag: 'br' })));
});

test('the print of each element is found at its path, and the root has that of the document', () => {
  const inner = page(p('in a frame'));
  const host: ElementNode = { tag: 'x-y', shadow: { mode: 'closed', kids: ['t', p('in a shadow')] } };
  const document = page(p('one'), 'text', p('two'), host, { tag: 'iframe', frame: inner });
  assert.equal(printAt(document, '/HTML', null), documentPrints(document).exact);
  const at = (path: string) => printAt(document, `/HTML/BODY[1]${path}`, null);
  const alone = (node: ElementNode) => documentPrints({ ...document, root: node }).exact;
  assert.equal(at('/P[2]'), alone(p('two')));
  assert.equal(at('/X-Y[1]/#shadow/P[1]'), alone(p('in a shadow')));
  assert.equal(at('/IFRAME[1]/#document/HTML'), documentPrints(inner).exact);
  assert.equal(at('/IFRAME[1]/#document/HTML/BODY[1]/P[1]'), alone(p('in a frame')));
  for (const nowhere of ['/P[3]', '/P[1]/#shadow/P[1]', '/X-Y[1]/#shadow', '/P[1]/#document/HTML', '/DIV'])
    assert.equal(at(nowhere), null, nowhere);
  assert.equal(printAt(document, '/BODY', null), null);
});

test('a masked print is that of the element in its place', () => {
  const mask = volatileMask([{ path: '/HTML/BODY[1]/P[2]', attribute: '', shape: 'at #' }]);
  const [one, other] = [page(p('at 1'), p('at 1')), page(p('at 2'), p('at 2'))];
  assert.equal(printAt(one, '/HTML/BODY[1]/P[2]', mask), printAt(other, '/HTML/BODY[1]/P[2]', mask));
  assert.notEqual(printAt(one, '/HTML/BODY[1]/P[1]', mask), printAt(other, '/HTML/BODY[1]/P[1]', mask));
});

test('no change, no region', () => {
  fc.assert(
    fc.property(tree, (node) => {
      assert.equal(changeBetween(page(node), page(structuredClone(node)), null), null);
    }),
  );
});

test('the region is the innermost element that holds everything that changed', () => {
  const region = (before: TreeNode[], after: TreeNode[]) =>
    changeBetween(page(...before), page(...after), null)?.path.replace('/HTML/BODY[1]', '');
  const list = (...texts: string[]): ElementNode => ({ tag: 'ul', kids: texts.map((text) => p(text)) });
  assert.equal(region([p('a'), list('1', '2')], [p('a'), list('1', '3')]), '/UL[1]/P[2]');
  assert.equal(region([p('a'), list('1', '2')], [p('a'), list('0', '3')]), '/UL[1]');
  assert.equal(region([p('a'), list('1', '2')], [p('a'), list('1', '2', '3')]), '/UL[1]');
  assert.equal(region([p('a'), list('1')], [p('b'), list('2')]), '');
  assert.equal(region([list('1')], [{ ...list('1'), hidden: true }]), '/UL[1]');
  assert.equal(region([list('1')], [{ tag: 'style' }, p('new'), list('1')]), '');
  const host = (...texts: string[]): ElementNode => ({
    tag: 'x-y',
    shadow: { mode: 'open', kids: texts.map((text) => p(text)) },
  });
  assert.equal(region([host('1', '2')], [host('1', '3')]), '/X-Y[1]/#shadow/P[2]');
  assert.equal(region([host('1', '2')], [host('2', '3')]), '/X-Y[1]');
  const frame = (text: string): ElementNode => ({ tag: 'iframe', frame: page(p(text)) });
  assert.equal(region([frame('1')], [frame('2')]), '/IFRAME[1]/#document/HTML/BODY[1]/P[1]');
});

test('a region has the print that is found at its path, and what is outside of it is as before', () => {
  fc.assert(
    fc.property(tree, tree, (one, other) => {
      const [before, after] = [page(one), page(other)];
      const change = changeBetween(before, after, null);
      assert.equal(change === null, documentPrints(before).exact === documentPrints(after).exact);
      if (!change) return;
      assert.equal(printAt(after, change.path, null), change.print);
      assert.notEqual(printAt(before, change.path, null), change.print);
      // What shows nothing has no print that counts, and may come and go without a change.
      const outside = [...elementsOf(after)].filter(({ node, xpath }) => {
        if (canonicalSkipped.has(node.tag)) return false;
        return !xpath.startsWith(change.path) && !change.path.startsWith(`${xpath}/`);
      });
      for (const { xpath } of outside)
        assert.equal(printAt(before, xpath, null), printAt(after, xpath, null));
    }),
    { numRuns: 300 },
  );
});

test('volatile places are no change', () => {
  const mask = volatileMask([{ path: '/HTML/BODY[1]/P[1]', attribute: '', shape: 'at #' }]);
  assert.equal(changeBetween(page(p('at 1'), p('x')), page(p('at 2'), p('x')), mask), null);
  const change = changeBetween(page(p('at 1'), p('x')), page(p('at 2'), p('y')), mask);
  assert.equal(change?.path, '/HTML/BODY[1]/P[2]');
});
