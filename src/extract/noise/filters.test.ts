import assert from 'node:assert/strict';
import { test } from 'node:test';
import { preparePage } from '../page/index.ts';
import { FilterList } from './filters.ts';

const page = (body: string) => preparePage({ name: 'p', url: 'http://shop.test/1', html: `<body>${body}` });

function marked(list: FilterList, body: string): readonly string[] {
  const prepared = page(body);
  return list.advertisements(prepared).map((index) => {
    const { tag, attrs } = prepared.nodes[index] as (typeof prepared.nodes)[number];
    return `${tag}${attrs.id ? `#${attrs.id}` : ''}${attrs.class ? `.${attrs.class}` : ''}`;
  });
}

test('the built-in list knows what calls itself an advertisement, and servers of them', async () => {
  const list = await FilterList.of();
  const body = `<div class="advertisement"><p class="ad-box">buy</p></div><div id="div-gpt-ad-7"></div>
    <img src="https://ad.doubleclick.net/x.gif"><img src="/cover.jpg">
    <p class="price">$ 5</p><p class="shadow">adieu</p><iframe src="//www.googlesyndication.com/f"></iframe>`;
  assert.deepEqual(marked(list, body), ['div.advertisement', 'div#div-gpt-ad-7', 'img', 'iframe']);
});

test('lists may select by structure, for one site only, and make exceptions', async () => {
  const list = await FilterList.of([
    'shop.test##div > .promo:not(.own)\nother.test##.price\n##.teaser\nshop.test#@#.teaser\n##:not-a-selector(',
  ]);
  const body =
    '<div><p class="promo">a</p><p class="promo own">b</p></div><p class="price">5</p><p class="teaser">t</p>';
  assert.deepEqual(marked(list, body), ['p.promo']);
});

test('no list marks nothing', async () => {
  assert.deepEqual(marked(await FilterList.of([]), '<div class="advertisement">a</div>'), []);
});

test('what a list hides is marked on the page, and is still there', async () => {
  const list = await FilterList.of(['##.price']);
  const prepared = preparePage({ name: 'p', url: null, html: '<p class=price>$ 5</p><p>x</p>' }, (each) =>
    list.advertisements(each),
  );
  const price = prepared.nodes.find(({ text }) => text === '$ 5');
  assert.ok(price);
  assert.equal(prepared.noise.get(price.index), 'advertisement');
});
