import assert from 'node:assert/strict';
import { test } from 'node:test';
import { preparePage } from '../page/index.ts';
import type { PreparedPage } from '../types.ts';
import { clusterPages } from './cluster.ts';
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

test('the edit distance of tokens is a share of the longer list', () => {
  assert.equal(editShare([], []), 0);
  assert.equal(editShare(['a', 'b'], ['a', 'b']), 0);
  assert.equal(editShare(['a', 'b', 'c', 'd'], ['a', 'c', 'd']), 0.25);
  assert.equal(editShare(['a'], ['b', 'c']), 1);
});
