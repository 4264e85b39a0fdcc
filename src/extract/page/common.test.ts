import assert from 'node:assert/strict';
import { test } from 'node:test';
import { markCommon } from './common.ts';
import { preparePage } from './prepare.ts';

const page = (main: string) =>
  preparePage({
    name: main,
    url: null,
    html: `<ul class=menu><li>Home<li>Shop</ul><main>${main}</main><footer><p>Imprint</p></footer>`,
  });

test('what pages of different templates say word for word is common, and nothing else', () => {
  const products = ['a', 'b', 'c'].map((name) => page(`<h1>${name}</h1><p>In stock</p>`));
  const lists = ['d', 'e'].map((name) => page(`<ol><li>${name}</ol>`));
  const [marked = [], others = []] = markCommon([products, lists]);
  const common = [...marked, ...others].map(({ nodes, noise }) =>
    nodes.filter(({ index, text }) => text !== '' && noise.get(index) === 'common').map(({ text }) => text),
  );
  assert.deepEqual(common, Array(5).fill(['Home', 'Shop', 'Imprint']));
  assert.equal(products[0]?.noise.size, 0, 'the pages that were given stay as they are');
});

test('within one template nothing is common', () => {
  const [marked = []] = markCommon([[page('a'), page('a')]]);
  assert.deepEqual(
    marked.map(({ noise }) => noise.size),
    [0, 0],
  );
});

test('pages between the same long head and foot are not common for that', () => {
  const words = (text: string, count: number) => Array.from({ length: count }, () => text).join(' ');
  const html = (middle: string) =>
    `<div id=all><div>${words('What the site says above.', 30)}</div><div>${words(middle, 60)}</div><div>${words('And below.', 60)}</div></div>`;
  const make = (name: string) => preparePage({ name, url: null, html: html(`Thing ${name} is here.`) });
  const [marked = []] = markCommon([
    ['a', 'b', 'c'].map(make),
    [make('d')],
    [preparePage({ name: 'list', url: null, html: html('Things are a, b, c.') })],
  ]);
  for (const { name, nodes, noise } of marked) {
    const own = nodes.filter(({ text }) => text.startsWith(`Thing ${name}`));
    assert.deepEqual([own.length, noise.get(own[0]?.index ?? 0)], [1, undefined]);
  }
});
