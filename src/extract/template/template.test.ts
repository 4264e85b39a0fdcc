import assert from 'node:assert/strict';
import { test } from 'node:test';
import { preparePage } from '../page/index.ts';
import type { PreparedPage } from '../types.ts';
import { assign, hasDrifted } from './assign.ts';
import { clusterPages, type Template } from './cluster.ts';
import { editShare } from './tokens.ts';

const chrome = (body: string) =>
  `<!doctype html><title>Shop</title><div id=top><ul class=menu><li><a href=/>Home</a><li><a href=/shop>Shop</a></ul></div>${body}<div id=foot><p class=legal>Imprint</p></div>`;

const prepared = (path: string, body: string): PreparedPage =>
  preparePage({ name: path, url: `http://shop.example${path}`, html: chrome(body) });

const detail = (at: number) =>
  prepared(
    `/product/${at}`,
    `<div class=product><h1 class=title>Thing ${at}</h1><img class=photo src=/${at}.png><div class=price><b>$${at}</b></div>
     <table class=specs><tr><th class=label>Weight<td class=value>${at} kg<tr><th class=label>Colour<td class=value>red</table>
     ${at % 2 ? '<p class=note>Nearly sold out</p>' : ''}<form class=buy><input class=count><button class=add>Buy</button></form></div>`,
  );

const list = (at: number) =>
  prepared(
    `/category/${at}`,
    `<div class=listing><h2 class=heading>Category ${at}</h2><ol class=hits>${Array.from({ length: 3 + at }, (_, nth) => `<li class=hit><a class=link href=/product/${nth}>Thing ${nth}</a><span class=cost>$${nth}</span></li>`).join('')}</ol><div class=pager><a class=next href=?p=2>Next</a></div></div>`,
  );

const error = prepared(
  '/product/999',
  '<div class=failure><h3 class=code>404</h3><pre class=trace>no such thing</pre><hr></div>',
);

const pages = [...[1, 2, 3, 4, 5, 6].map(detail), ...[1, 2, 3, 4].map(list), error];

const templateWith = (templates: readonly Template[], name: string) =>
  templates.find(({ pages: names }) => names.includes(name)) as Template;

test('details, lists and an error page are three templates, however long the lists', () => {
  const templates = clusterPages(pages);
  assert.deepEqual(
    templates.map(({ pages: names }) => [...names].sort()),
    [
      ['/product/1', '/product/2', '/product/3', '/product/4', '/product/5', '/product/6'],
      ['/category/1', '/category/2', '/category/3', '/category/4'],
      ['/product/999'],
    ],
  );
  assert.equal(new Set(templates.map(({ name }) => name)).size, 3);
});

test('new pages go to their template, and pages of none to none', () => {
  const templates = clusterPages(pages);
  assert.equal(assign(detail(77), templates)?.template, templateWith(templates, '/product/1'));
  assert.equal(assign(list(20), templates)?.template, templateWith(templates, '/category/1'));
  const article = preparePage({
    name: 'a',
    url: null,
    html: '<article><header><time>1 May</time></header><section><p>Text<p>Text<blockquote>Words</blockquote></section><aside>Ads</aside></article>',
  });
  assert.equal(assign(article, templates), null);
});

test('a template that changes is noticed, and one that varies as before is not', () => {
  const templates = clusterPages(pages);
  const product = templateWith(templates, '/product/1');
  const distance = (page: PreparedPage) => assign(page, [product])?.distance ?? 1;
  assert.equal(
    hasDrifted(
      product,
      [7, 8, 9, 10, 11, 12].map((at) => distance(detail(at))),
    ),
    false,
  );
  const renewed = (at: number) =>
    prepared(
      `/product/${at}`,
      `<div class=card><h1 class=title>Thing ${at}</h1><div class=gallery><img src=/${at}.png></div><dl class=facts><dt>Weight<dd>${at} kg</dl><aside class=buybox><span class=amount>$${at}</span></aside></div>`,
    );
  assert.equal(
    hasDrifted(
      product,
      [20, 21, 22, 23, 24].map((at) => distance(renewed(at))),
    ),
    true,
  );
  assert.equal(hasDrifted(product, [1, 1, 1]), false, 'too few to tell');
});

test('the edit distance of tokens is a share of the longer list', () => {
  assert.equal(editShare([], []), 0);
  assert.equal(editShare(['a', 'b'], ['a', 'b']), 0);
  assert.equal(editShare(['a', 'b', 'c', 'd'], ['a', 'c', 'd']), 0.25);
  assert.equal(editShare(['a'], ['b', 'c']), 1);
});
