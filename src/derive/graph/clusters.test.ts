import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../../test/cases.ts';
import { clusterLinks } from './cluster-file.ts';
import { type Cluster, clusterTree, type GraphedPage } from './clusters.ts';

const at = (number: number, address: string, more: Partial<GraphedPage> = {}): GraphedPage => ({
  number,
  label: `Page ${number}`,
  url: address,
  address,
  type: null,
  ...more,
});

const many = (count: number, address: (nth: number) => string, from = 0) =>
  Array.from({ length: count }, (_, nth) => at(from + nth, address(nth)));

const childrenOf = (clusters: readonly Cluster[], id: number) =>
  clusters.filter(({ parent }) => parent === id).map(({ kind, name, pages }) => [kind, name, pages]);

test('a small site is one cluster: there is nothing to fold', () => {
  const { clusters, homes } = clusterTree(
    'site',
    many(40, (nth) => `http://s.test/${nth}`),
  );
  assert.deepEqual(
    clusters.map(({ name, pages, parent }) => [name, pages, parent]),
    [['site', 40, null]],
  );
  assert.ok(homes.every((home) => home === 0));
});

test('folders of addresses are clusters, within each other, and few pages of a kind stay beside them', () => {
  const pages = [
    at(0, 'http://s.test/'),
    ...many(50, (nth) => `http://s.test/docs/api/${nth}`, 1),
    ...many(30, (nth) => `http://s.test/docs/guide/${nth}`, 51),
    ...many(2, (nth) => `http://s.test/about/${nth}`, 81),
  ];
  const { clusters, homes } = clusterTree('site', pages);
  assert.deepEqual(childrenOf(clusters, 0), [['path', '/docs/', 80]]);
  assert.deepEqual(childrenOf(clusters, 1), [
    ['path', '/docs/api/', 50],
    ['path', '/docs/guide/', 30],
  ]);
  assert.deepEqual([homes[0], homes[81], homes[82]], [0, 0, 0]);
});

test('types come before addresses, hosts before both', () => {
  const typed = (nth: number, type: string, host: string) => at(nth, `http://${host}/x/${nth}`, { type });
  const pages = [
    ...Array.from({ length: 30 }, (_, nth) => typed(nth, nth % 2 ? 'thread' : 'user', 'a.test')),
    ...Array.from({ length: 30 }, (_, nth) => typed(30 + nth, 'thread', 'b.test')),
    ...Array.from({ length: 30 }, (_, nth) => typed(60 + nth, nth % 2 ? 'thread' : 'user', 'a.test')),
  ];
  const { clusters } = clusterTree('site', pages);
  assert.deepEqual(childrenOf(clusters, 0), [
    ['host', 'a.test', 60],
    ['host', 'b.test', 30],
  ]);
  assert.deepEqual(childrenOf(clusters, 1), [
    ['type', 'user', 30],
    ['type', 'thread', 30],
  ]);
});

test('the states of a document are one cluster, called by its page', () => {
  const states = Array.from({ length: 30 }, (_, nth) =>
    at(100 + nth, 'http://s.test/app', { url: null, label: `App › Tab ${nth}` }),
  );
  const pages = [
    at(99, 'http://s.test/app', { label: 'App' }),
    ...states,
    ...many(20, (nth) => `http://s.test/p${nth}`),
  ];
  const { clusters } = clusterTree('site', pages);
  assert.deepEqual(childrenOf(clusters, 0), [['states', 'App', 31]]);
  assert.equal(clusters[1]?.states, 30);
});

test('ten thousand pages of one folder, or as many folders, are divided until a person can look at them', () => {
  for (const address of [
    (nth: number) => `http://s.test/item/${nth}`,
    (nth: number) => `http://s.test/w${nth}x/`,
    (nth: number) => `http://s.test/user${Math.floor(nth / 5)}/${nth}`,
    (nth: number) => `http://s.test/list?page=${nth}`,
    (nth: number) => `http://s.test/?q=${nth}`,
  ]) {
    const pages = many(10_000, address);
    const { clusters, homes } = clusterTree('site', pages);
    const direct = new Int32Array(clusters.length);
    for (const home of homes) direct[home] = (direct[home] ?? 0) + 1;
    const inside = clusters.map(({ id }) => clusters.filter(({ parent }) => parent === id).length);
    for (const { id } of clusters)
      assert.ok(
        (direct[id] ?? 0) + (inside[id] ?? 0) <= 80,
        `${clusters[id]?.name}: ${direct[id]}, ${inside[id]}`,
      );
  }
});

const anyPages = fc
  .uniqueArray(
    fc.record({
      number: fc.nat(5000),
      path: fc.array(fc.constantFrom('a', 'b', 'c', '1', '22', ''), { maxLength: 4 }),
      query: fc.constantFrom('', '?p=1', '?p=2', '?q'),
      type: fc.constantFrom(null, 'x', 'y'),
      isState: fc.boolean(),
    }),
    { selector: ({ number }) => number, minLength: 1, maxLength: 300 },
  )
  .map((rows) =>
    rows.map(({ number, path, query, type, isState }) => {
      const address = `http://s.test/${path.join('/')}${query}`;
      return at(number, address, { type, url: isState ? null : address });
    }),
  );

test('every page is in one cluster, counts add up, and the order of pages does not matter', () => {
  fc.assert(
    fc.property(anyPages, (pages) => {
      const { clusters, homes } = clusterTree('site', pages);
      const sums = clusters.map(() => 0);
      for (const home of homes)
        for (let id: number | null = home; id !== null; id = clusters[id]?.parent ?? null)
          sums[id] = (sums[id] ?? 0) + 1;
      assert.deepEqual(
        sums,
        clusters.map((cluster) => cluster.pages),
      );
      const turned = clusterTree('site', pages.toReversed());
      assert.deepEqual(turned.clusters, clusters);
      assert.deepEqual([...turned.homes].reverse(), [...homes]);
    }),
  );
});

test('a link is counted between the two clusters that part its ends, and nowhere else', () => {
  const pages = [
    ...many(50, (nth) => `http://s.test/docs/api/${nth}`),
    ...many(30, (nth) => `http://s.test/docs/guide/${nth}`, 50),
    ...many(30, (nth) => `http://s.test/news/${nth}`, 80),
  ];
  const tree = clusterTree('site', pages);
  const name = (id: number) => tree.clusters[id]?.name;
  // Within a cluster, api to guide twice, guide to news three times.
  const links = Int32Array.from([0, 1, 5, 0, 60, 2, 61, 90, 3]);
  assert.deepEqual(
    clusterLinks(tree, links).map(([one, other, count]) => [name(one), name(other), count]),
    [
      ['/docs/', '/news/', 3],
      ['/docs/api/', '/docs/guide/', 2],
    ],
  );
});
