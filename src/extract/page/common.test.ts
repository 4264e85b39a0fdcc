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
