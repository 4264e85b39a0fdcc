import assert from 'node:assert/strict';
import { test } from 'node:test';
import { labelledPages, strangers, templates } from '../../bench/training/types/pages.ts';
import fc from '../../test/cases.ts';
import { clusterPages, OnlineTypes } from './clusters.ts';
import { skeletonOf } from './skeleton.ts';

const labelled = labelledPages({ ...templates, ...strangers }, 8, 3).map(({ type, document }, number) => ({
  type,
  page: { number, address: document.url, skeleton: skeletonOf(document) },
}));
const pages = labelled.map(({ page }) => page);

test('pages of one template come together, those of others stay apart, and are named after their addresses', () => {
  const clusters = clusterPages(pages);
  const mixed = clusters.filter((cluster) => new Set(cluster.pages.map((at) => labelled[at]?.type)).size > 1);
  assert.deepEqual(mixed, []);
  assert.ok(clusters.length >= 12 && clusters.length <= 14, clusters.map(({ name }) => name).join(' '));
  for (const name of ['list', 'product', 'thread', 'calendar'])
    assert.ok(
      clusters.some((cluster) => cluster.name.startsWith(name)),
      name,
    );
  assert.equal(clusters.flatMap((cluster) => cluster.pages).length, pages.length);
});

test('the order in which pages came does not matter', () => {
  const few = pages.filter(({ number }) => number % 3 === 0);
  const expected = clusterPages(few);
  const orders = fc.shuffledSubarray(few, { minLength: few.length });
  fc.assert(
    fc.property(orders, (order) => assert.deepEqual(clusterPages(order), expected)),
    { numRuns: 5 },
  );
});

test('no pages have no types, and one page has one', () => {
  assert.deepEqual(clusterPages([]), []);
  const [only, ...more] = clusterPages(pages.slice(0, 1));
  assert.deepEqual([only?.name, only?.pages, more], ['list', [0], []]);
});

test('types learned while pages come in hold pages of one template each', () => {
  const online = new OnlineTypes();
  const owners = new Map<string, Set<string>>();
  for (let at = 0; at < labelled.length; at++) {
    const { type, page } = labelled[(at * 37) % labelled.length] as (typeof labelled)[number];
    const id = online.assignSkeleton(page.skeleton);
    owners.set(id, (owners.get(id) ?? new Set()).add(type));
  }
  assert.deepEqual(
    [...owners.values()].filter((types) => types.size > 1),
    [],
  );
  assert.ok(online.count <= 16, `${online.count}`);
});

test('a page that was given a type keeps it', () => {
  const online = new OnlineTypes();
  const before = pages.map(({ skeleton }) => online.assignSkeleton(skeleton));
  assert.deepEqual(
    pages.map(({ skeleton }) => online.assignSkeleton(skeleton)),
    before,
  );
  assert.equal(online.skeletonsOf('type1')[0], pages[0]?.skeleton);
});
