import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../test/cases.ts';
import { RtdmBuilder } from './rtdm/tree.ts';
import { type RtdmTree, rtdm, rtdmWithin } from './rtdm.ts';

/** A tree as text: `a(b c(d))`. */
interface Sketch {
  readonly label: string;
  readonly kids: readonly Sketch[];
}

function build(sketch: Sketch): RtdmTree {
  const builder = new RtdmBuilder();
  const add = ({ label, kids }: Sketch) => {
    builder.open(label);
    kids.forEach(add);
    builder.close();
  };
  add(sketch);
  return builder.tree();
}

function tree(text: string): RtdmTree {
  const tokens = text.match(/[()]|[^()\s]+/g) ?? [];
  const builder = new RtdmBuilder();
  for (const [at, token] of tokens.entries()) {
    if (token === ')') builder.close();
    else if (token !== '(') {
      builder.open(token);
      if (tokens[at + 1] !== '(') builder.close();
    }
  }
  return builder.tree();
}

const { sketch } = fc.letrec<{ sketch: Sketch }>((tie) => ({
  sketch: fc.record({
    label: fc.constantFrom('a', 'b', 'c'),
    kids: fc.oneof(
      { maxDepth: 4 },
      fc.constant([]),
      fc.array(tie('sketch'), { maxLength: 4, depthIdentifier: 'kids' }),
    ),
  }),
}));
const trees = sketch.map(build);

/** The definition itself, without any of the short cuts. */
function plainly(one: RtdmTree, other: RtdmTree, costs = { insert: 1, delete: 1, replace: 1 }): number {
  const kids = (t: RtdmTree, node: number) => {
    const found: number[] = [];
    for (let kid = node + 1; kid < node + (t.sizes[node] ?? 0); kid += t.sizes[kid] ?? 1) found.push(kid);
    return found;
  };
  const gone = (v: number) => (one.sizes[v] ?? 0) * costs.delete;
  const come = (w: number) => (other.sizes[w] ?? 0) * costs.insert;
  const mapped = (v: number, w: number): number =>
    one.labels[v] === other.labels[w]
      ? lists(kids(one, v), kids(other, w))
      : costs.replace + gone(v) - costs.delete + come(w) - costs.insert;
  const lists = (mine: number[], yours: number[]): number => {
    const [v, ...restMine] = mine;
    const [w, ...restYours] = yours;
    if (v === undefined) return yours.reduce((sum, kid) => sum + come(kid), 0);
    if (w === undefined) return mine.reduce((sum, kid) => sum + gone(kid), 0);
    return Math.min(
      gone(v) + lists(restMine, yours),
      come(w) + lists(mine, restYours),
      mapped(v, w) + lists(restMine, restYours),
    );
  };
  return Math.min(gone(0) + come(0), mapped(0, 0));
}

test('leaves are replaced, subtrees come and go as a whole', () => {
  assert.equal(rtdm(tree('a(b c)'), tree('a(b d)')), 1);
  assert.equal(rtdm(tree('a(b)'), tree('a(b c(d e))')), 3);
  assert.equal(rtdm(tree('a(b(x y) c)'), tree('a(c)')), 3);
});

test('a node between parent and kids costs its subtree, for kids keep their parents', () => {
  assert.equal(rtdm(tree('a(x y z)'), tree('a(b(x y z))')), 6);
});

test('nothing is mapped below nodes of different labels', () => {
  assert.equal(rtdm(tree('a(b(x y))'), tree('a(c(x y))')), 5);
});

test('rows of one template cost what differs in them', () => {
  const list = (from: number) =>
    tree(`ul(${Array.from({ length: 40 }, (_, i) => `li(a(title${from + i}) b(same))`).join(' ')})`);
  assert.equal(rtdm(list(0), list(100)), 40);
  assert.equal(rtdm(list(0), list(1)), 10, 'a row gone in front and one more at the end');
});

test('the short cuts find what the definition says', () => {
  fc.assert(
    fc.property(trees, trees, (one, other) => {
      assert.equal(rtdm(one, other), plainly(one, other));
    }),
    { numRuns: 1000 },
  );
});

test('other costs are followed', () => {
  const costs = fc.record({
    insert: fc.integer({ min: 1, max: 5 }),
    delete: fc.integer({ min: 1, max: 5 }),
    replace: fc.integer({ min: 1, max: 12 }),
  });
  fc.assert(
    fc.property(trees, trees, costs, (one, other, costs) => {
      assert.equal(rtdm(one, other, costs), plainly(one, other, costs));
    }),
    { numRuns: 500 },
  );
});

test('the distance is zero for equal trees only', () => {
  fc.assert(
    fc.property(sketch, sketch, (one, other) => {
      assert.equal(rtdm(build(one), build(one)), 0);
      assert.equal(rtdm(build(one), build(other)) === 0, JSON.stringify(one) === JSON.stringify(other));
    }),
  );
});

test('the distance is the same in both directions', () => {
  fc.assert(fc.property(trees, trees, (one, other) => rtdm(one, other) === rtdm(other, one)));
});

test('a way over a third tree is never shorter', () => {
  fc.assert(
    fc.property(
      trees,
      trees,
      trees,
      (one, other, third) => rtdm(one, other) <= rtdm(one, third) + rtdm(third, other),
    ),
    { numRuns: 1000 },
  );
});

test('a limit changes no distance below it and tells of all above', () => {
  fc.assert(
    fc.property(trees, trees, fc.nat(30), (one, other, limit) => {
      const distance = rtdm(one, other);
      const expected = distance <= limit ? distance : Number.POSITIVE_INFINITY;
      assert.equal(rtdmWithin(one, other, limit), expected);
    }),
    { numRuns: 1000 },
  );
});
