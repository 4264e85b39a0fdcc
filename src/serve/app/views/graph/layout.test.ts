import assert from 'node:assert/strict';
import { test } from 'node:test';
import { layoutTree } from './layout.ts';

/** A tree of 1 + `groups` clusters with `each` pages in every group, the groups linked in a ring. */
function tree(groups: number, each: number) {
  const clusters = groups + 1;
  const parents = new Int32Array(clusters + groups * each);
  parents[0] = -1;
  for (let page = 0; page < groups * each; page++) parents[clusters + page] = 1 + Math.floor(page / each);
  const links = Array.from({ length: groups }, (_, at) => [1 + at, 1 + ((at + 1) % groups), 1] as const);
  return { parents, clusters, links };
}

test('circles lie within their cluster and beside each other', () => {
  const given = tree(12, 30);
  const { x, y, r } = layoutTree(given);
  const at = (list: Float32Array, item: number) => list[item] as number;
  const apart = (one: number, other: number) =>
    Math.hypot(at(x, one) - at(x, other), at(y, one) - at(y, other));
  for (let item = 1; item < given.parents.length; item++) {
    const parent = given.parents[item] as number;
    assert.ok(apart(item, parent) + at(r, item) <= at(r, parent) + 1e-2, `${item} is outside of ${parent}`);
    for (let other = item + 1; other < given.parents.length; other++)
      if (given.parents[other] === parent)
        assert.ok(apart(item, other) >= at(r, item) + at(r, other) - 1e-2, `${item} lies on ${other}`);
  }
});

test('the same tree is laid out the same way, and what is linked stands closer than what is not', () => {
  const given = tree(20, 3);
  const one = layoutTree(given);
  assert.deepEqual(one, layoutTree(tree(20, 3)));
  const distance = (a: number, b: number) =>
    Math.hypot((one.x[a] as number) - (one.x[b] as number), (one.y[a] as number) - (one.y[b] as number));
  let [linked, all] = [0, 0];
  for (let cluster = 1; cluster <= 20; cluster++) {
    linked += distance(cluster, 1 + (cluster % 20)) / 20;
    for (let other = 1; other <= 20; other++) all += distance(cluster, other) / 380;
  }
  assert.ok(linked < all, `${linked} against ${all}`);
});

test('one page, and none, have a place', () => {
  const alone = layoutTree({ parents: Int32Array.from([-1, 0]), clusters: 1, links: [] });
  assert.deepEqual([alone.x[1], alone.y[1]], [0, 0]);
  const none = layoutTree({ parents: Int32Array.from([-1]), clusters: 1, links: [] });
  assert.ok((none.r[0] as number) > 0);
});
