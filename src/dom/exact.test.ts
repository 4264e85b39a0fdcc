import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../test/cases.ts';
import type { DocumentTree, ElementNode, TreeNode } from '../model/document.ts';
import { documentPrints } from './canonical.ts';
import { exactDocumentPrint } from './exact.ts';
import { volatileMask } from './mask.ts';

const text = fc.constantFrom(
  'a',
  ' a  b ',
  '',
  '12:30',
  'a text that is longer than what stands as it is',
  '\n',
);
const attrs = fc.dictionary(fc.constantFrom('href', 'title', 'alt', 'class', 'value', 'open'), text);
const { tree } = fc.letrec<{ tree: ElementNode; kids: TreeNode[] }>((tie) => ({
  kids: fc.array(fc.oneof(text, tie('tree')), { maxLength: 4 }),
  tree: fc.record(
    {
      tag: fc.constantFrom('p', 'div', 'input', 'script', 'x-y'),
      attrs,
      kids: tie('kids'),
      shadow: fc.record({ mode: fc.constant('open' as const), kids: tie('kids') }),
      frame: tie('tree').map((root) => page(root)),
      hidden: fc.constant(true as const),
      value: text,
      checked: fc.boolean(),
      selected: fc.boolean(),
    },
    { requiredKeys: ['tag'] },
  ) as fc.Arbitrary<ElementNode>,
}));

function page(...kids: TreeNode[]): DocumentTree {
  const root: ElementNode = { tag: 'html', kids: [{ tag: 'body', kids }] };
  return { url: 'http://a/', base: 'http://a/', doctype: 'html', title: '', lang: '', root };
}

test('the exact print alone is the exact one of both prints', () => {
  fc.assert(
    fc.property(tree, (node) => {
      assert.equal(exactDocumentPrint(page(node)), documentPrints(page(structuredClone(node))).exact);
    }),
    { numRuns: 500 },
  );
});

test('volatile spots count in both alike', () => {
  const path = '/HTML/BODY[1]';
  const mask = volatileMask([
    { path: `${path}/DIV[1]`, attribute: '', shape: '#:#' },
    { path: `${path}/P[1]`, attribute: 'title', shape: '', kind: 'content' },
    { path: `${path}/P[1]`, attribute: '', shape: '', kind: 'order' },
    { path: `${path}/X-Y[1]`, attribute: '', shape: '', kind: 'content' },
    { path: `${path}/INPUT[1]`, attribute: '#value', shape: '#:#' },
  ]);
  fc.assert(
    fc.property(tree, tree, (one, other) => {
      const print = documentPrints(page(structuredClone(one), structuredClone(other)), mask).exact;
      assert.equal(exactDocumentPrint(page(one, other), mask), print);
    }),
    { numRuns: 500 },
  );
  const at = (value: string) => exactDocumentPrint(page({ tag: 'div', kids: [value] }), mask);
  assert.equal(at('12:30'), at('12:31'));
  assert.notEqual(at('12:30'), at('noon'));
});
