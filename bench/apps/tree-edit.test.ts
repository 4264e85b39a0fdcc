import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RtdmBuilder } from '../../src/dom/rtdm/tree.ts';
import { rtdm } from '../../src/dom/rtdm.ts';
import { chance } from '../../test/sites/prose.ts';
import { treeEditDistance } from './tree-edit.ts';

function tree(text: string) {
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

function randomTree(random: () => number) {
  const builder = new RtdmBuilder();
  const add = (depth: number): void => {
    builder.open('abc'[Math.floor(random() * 3)] as string);
    for (let kids = depth === 0 ? 0 : Math.floor(random() * 4); kids > 0; kids--) add(depth - 1);
    builder.close();
  };
  add(4);
  return builder.tree();
}

test('single nodes are inserted and deleted, their kids stay', () => {
  assert.equal(treeEditDistance(tree('a(x y z)'), tree('a(b(x y z))')), 1);
  assert.equal(treeEditDistance(tree('f(d(a c(b)) e)'), tree('f(c(d(a b)) e)')), 2);
  assert.equal(treeEditDistance(tree('a(b c)'), tree('a(b c)')), 0);
});

test('the general distance is a metric, and never more than the restricted one', () => {
  const random = chance(7);
  for (let round = 0; round < 500; round++) {
    const [one, other, third] = [randomTree(random), randomTree(random), randomTree(random)];
    const distance = treeEditDistance(one, other);
    assert.equal(distance, treeEditDistance(other, one));
    assert.ok(distance <= treeEditDistance(one, third) + treeEditDistance(third, other));
    assert.ok(distance <= rtdm(one, other));
    assert.equal(distance === 0, rtdm(one, other) === 0);
  }
});
