import assert from 'node:assert/strict';
import { test } from 'node:test';
import { treeEditDistance } from '../../../bench/apps/tree-edit.ts';
import { documentTree } from '../../../bench/document-tree.ts';
import fc from '../../../test/cases.ts';
import type { DocumentTree, ElementNode, TreeNode } from '../../model/document.ts';
import { type RtdmCosts, type RtdmTree, rtdm, rtdmWithin } from '../rtdm.ts';

const { node } = fc.letrec<{ node: ElementNode }>((tie) => ({
  node: fc.record({
    tag: fc.constantFrom('div', 'p', 'a'),
    attrs: fc.constantFrom({}, { href: '/x' }, { title: 'one' }),
    kids: fc.oneof(
      { maxDepth: 3 },
      fc.constant([]),
      fc.array(fc.oneof(tie('node'), fc.constantFrom<TreeNode>('one', 'two')), { maxLength: 4 }),
    ),
  }),
}));

const documents = fc.array(node, { maxLength: 4 }).map((kids): DocumentTree => {
  const root = { tag: 'html', kids: [{ tag: 'body', kids }] };
  return { url: 'http://h/', base: 'http://h/', doctype: 'html', title: '', lang: '', root };
});

/** Replacing costs no more than to delete and insert, as in a metric. */
const metricCosts = fc
  .tuple(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 10 }))
  .map(
    ([each, replace]): RtdmCosts => ({ insert: each, delete: each, replace: Math.min(replace, 2 * each) }),
  );

const anyCosts = fc.record({
  insert: fc.integer({ min: 1, max: 5 }),
  delete: fc.integer({ min: 1, max: 5 }),
  replace: fc.integer({ min: 1, max: 12 }),
});

function spelled({ labels, sizes }: RtdmTree): string {
  return labels.map((label, at) => `${label} ${sizes[at]}`).join('\n');
}

const trees = documents.map(documentTree);

test(`the distance is zero for equal trees only, whatever the costs`, () => {
  fc.assert(
    fc.property(trees, trees, anyCosts, (one, other, costs) => {
      assert.equal(rtdm(one, one, costs), 0);
      assert.equal(rtdm(one, other, costs) === 0, spelled(one) === spelled(other));
    }),
  );
});

test(`going back costs what going costs, with insertions and deletions exchanged`, () => {
  fc.assert(
    fc.property(trees, trees, anyCosts, (one, other, costs) => {
      const back = { insert: costs.delete, delete: costs.insert, replace: costs.replace };
      assert.equal(rtdm(one, other, costs), rtdm(other, one, back));
    }),
  );
});

test(`a way over a third tree is never shorter under the costs of a metric`, () => {
  fc.assert(
    fc.property(trees, trees, trees, metricCosts, (one, other, third, costs) => {
      assert.ok(rtdm(one, other, costs) <= rtdm(one, third, costs) + rtdm(third, other, costs));
    }),
    { numRuns: 300 },
  );
});

test(`the distance is never below the general tree edit distance`, () => {
  fc.assert(
    fc.property(trees, trees, (one, other) => rtdm(one, other) >= treeEditDistance(one, other)),
    { numRuns: 300 },
  );
});

test(`the distance is at most that of deleting all and inserting all`, () => {
  fc.assert(
    fc.property(trees, trees, anyCosts, (one, other, costs) => {
      const all = one.labels.length * costs.delete + other.labels.length * costs.insert;
      assert.ok(rtdm(one, other, costs) <= all);
    }),
  );
});

test(`costs that all grow alike make the distance grow so`, () => {
  fc.assert(
    fc.property(trees, trees, anyCosts, fc.integer({ min: 2, max: 9 }), (one, other, costs, times) => {
      const more = {
        insert: costs.insert * times,
        delete: costs.delete * times,
        replace: costs.replace * times,
      };
      assert.equal(rtdm(one, other, more), times * rtdm(one, other, costs));
    }),
  );
});

test(`a limit under other costs hides only what is above it`, () => {
  fc.assert(
    fc.property(trees, trees, anyCosts, fc.nat(80), (one, other, costs, limit) => {
      const distance = rtdm(one, other, costs);
      const expected = distance <= limit ? distance : Number.POSITIVE_INFINITY;
      assert.equal(rtdmWithin(one, other, limit, costs), expected);
    }),
  );
});
