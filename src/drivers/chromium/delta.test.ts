import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../../test/cases.ts';
import type { DocumentTree, ElementNode, TreeNode } from '../../model/index.ts';
import { applyDelta, type DeltaDocument, deltaOf } from './agent/delta.ts';

const kid = fc.letrec<{ kid: TreeNode }>((tie) => ({
  kid: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom('a', 'b', ''),
    fc.record(
      {
        tag: fc.constantFrom('p', 'li', 'ul'),
        attrs: fc.dictionary(fc.constantFrom('id', 'href'), fc.constantFrom('x', 'y')),
        kids: fc.array(tie('kid'), { maxLength: 5 }),
        shadow: fc.record({
          mode: fc.constant('open' as const),
          kids: fc.array(tie('kid'), { maxLength: 3 }),
        }),
        hidden: fc.constant(true as const),
      },
      { requiredKeys: ['tag'] },
    ) as fc.Arbitrary<TreeNode>,
  ),
})).kid;

const page = (kids: readonly TreeNode[], title = ''): DocumentTree => ({
  url: 'http://h/',
  base: 'http://h/',
  doctype: 'html',
  title,
  lang: '',
  root: { tag: 'html', kids },
});

/** A tree that shares with another what chance leaves as it is. */
function edited(node: TreeNode, next: () => number): TreeNode {
  if (typeof node === 'string' || next() % 3 === 0) return node;
  const kids = (node.kids ?? []).flatMap((each): TreeNode[] => {
    const way = next() % 6;
    if (way === 0) return [];
    if (way === 1) return [each, 'new'];
    if (way === 2) return [{ tag: 'p', kids: ['new'] }, each];
    return [edited(each, next)];
  });
  if (next() % 4 === 0) kids.reverse();
  const { kids: _kids, ...own } = node;
  return { ...own, ...(kids.length > 0 && { kids }), ...(next() % 3 === 0 && { attrs: { id: 'z' } }) };
}

const sent = (delta: DeltaDocument) => JSON.parse(JSON.stringify(delta)) as DeltaDocument;

test('a document and the differences give the other document, shared parts being the same objects', () => {
  fc.assert(
    fc.property(fc.array(kid, { maxLength: 6 }), fc.array(fc.nat(), { minLength: 9 }), (kids, numbers) => {
      let at = 0;
      const next = () => numbers[at++ % numbers.length] as number;
      const before = page(JSON.parse(JSON.stringify(kids)));
      const now = { ...before, title: 'other', root: edited(before.root, next) as ElementNode };
      const made = applyDelta(before, sent(deltaOf(before, now)));
      assert.deepEqual(made, now);
      for (const [place, each] of (now.root.kids ?? []).entries()) {
        if (typeof each !== 'string' && before.root.kids?.includes(each))
          assert.equal(made.root.kids?.[place], each);
      }
    }),
    { numRuns: 500 },
  );
});

test('one change in a long list is told in a few words', () => {
  const items = Array.from({ length: 5000 }, (_, at) => ({ tag: 'li', kids: [`Item ${at}`] }));
  const other = items.with(2500, { tag: 'li', kids: ['Another'] });
  const text = JSON.stringify(deltaOf(page(items), page(other)));
  assert.ok(text.length < 250, text);
  assert.deepEqual(applyDelta(page(items), JSON.parse(text)), page(other));
});
