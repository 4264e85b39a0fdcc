import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clusterTree } from '../../../../derive/graph/clusters.ts';
import { layoutTree } from './layout.ts';
import { shownLinks } from './links.ts';
import { GraphModel } from './model.ts';
import { svgOf } from './paint.ts';
import { itemAt, type SceneParts, sceneOf } from './scene.ts';

/** A site of a start page, 40 documents and 30 news, linked in a ring; one title would end markup. */
function site() {
  const address = (at: number) =>
    at === 0 ? 'http://s.test/' : `http://s.test/${at <= 40 ? 'docs' : 'news'}/${at}`;
  const pages = Array.from({ length: 71 }, (_, at) => ({
    number: at * 2,
    label: at === 0 ? '<b>"Home" & co</b>' : `Page ${at}`,
    url: address(at),
    address: address(at),
    type: null,
  }));
  const tree = clusterTree('s.test', pages);
  const links = Int32Array.from(pages.flatMap((_, at) => [at, (at + 1) % 71, 1]));
  return new GraphModel(
    {
      site: 's.test',
      stamp: '',
      start: 0,
      pages: {
        number: pages.map(({ number }) => number),
        label: pages.map(({ label }) => label),
        url: pages.map(({ url }) => url),
        type: pages.map(() => null),
        depth: pages.map(() => 1),
        cluster: [...tree.homes],
      },
      clusters: tree.clusters,
      links: [],
    },
    links,
  );
}

test('what stands for a page is the outermost closed group around it', () => {
  const model = site();
  const [docs, news] = [1, 2];
  assert.deepEqual(
    [docs, news].map((id) => model.nameOf(id)),
    ['/docs/', '/news/'],
  );
  const closed = model.shown(new Set([0]));
  assert.deepEqual([closed[0], closed[1], closed[70]], [3, docs, news]);
  const all = model.shown(new Set());
  assert.ok(all.every((item) => item === 0));
  const open = model.shown(new Set([0, docs]));
  assert.deepEqual([open[1], open[70]], [model.itemOfPage(2), news]);
  assert.equal(model.itemOfPage(3), null);
});

test('links are counted between what is shown, and in both directions for what is chosen', () => {
  const model = site();
  const closed = model.shown(new Set([0]));
  assert.deepEqual(shownLinks(model.links, closed), [
    [1, 2, 1],
    [1, 3, 1],
    [2, 3, 1],
  ]);
  const { into, from } = model.neighbours(closed, 1);
  assert.deepEqual([into, from], [[[3, 1, 1]], [[1, 2, 1]]]);
});

test('names and addresses are searched', () => {
  const model = site();
  assert.deepEqual(
    model.find('page 70', 5).map((id) => model.nameOf(id)),
    ['Page 70'],
  );
  assert.deepEqual(model.find('NEWS 71', 5), []);
  assert.equal(model.find('news', 99).length, 31);
});

test('a scene has discs for what is shown, finds what is pointed at, and is well-formed as SVG', () => {
  const model = site();
  const places = layoutTree({ parents: model.parents, clusters: model.clusters.length, links: [] });
  const parts: SceneParts = {
    model,
    places,
    open: new Set([0]),
    camera: { x: 0, y: 0, zoom: 400 / (2 * (places.r[0] as number)) },
    width: 400,
    height: 400,
    links: [[1, 2, 1]],
    focus: null,
    way: [],
    loud: new Set([3]),
  };
  const scene = sceneOf(parts);
  assert.deepEqual(
    scene.discs.map(({ id, kind }) => [id, kind]),
    [
      [1, 'cluster'],
      [2, 'cluster'],
      [3, 'page'],
    ],
  );
  for (const { id, x, y } of scene.discs) assert.equal(itemAt(scene, x, y), id);
  assert.equal(itemAt(scene, -50, -50), null);
  const colours = ['paper', 'ink', 'soft', 'rule', 'edge', 'accent', 'tint', 'warn', 'bad'];
  const palette = { ...Object.fromEntries(colours.map((name) => [name, '#123456'])), font: '"A", b' };
  const svg = svgOf(scene, palette as unknown as Parameters<typeof svgOf>[1]);
  assert.match(svg, /&lt;b&gt;&quot;Home&quot; &amp; co/);
  assert.equal(svg.match(/<circle /g)?.length, 3);
  assert.doesNotMatch(svg, /NaN|undefined/);
});
