import assert from 'node:assert/strict';
import { test } from 'node:test';
import { preparePage } from '../page/index.ts';
import type { PreparedPage } from '../types.ts';
import { clusterByTemplate } from './cluster.ts';
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
  const templates = clusterByTemplate(pages);
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

/** Pages that have little beside their frame, as small shops have them. */
const plain = (path: string, body: string): PreparedPage =>
  preparePage({
    name: path,
    url: `http://small.example${path}`,
    html: `<!doctype html><title>Shop</title><header><a href=/>Shop</a><nav><a href=/about>About</a></nav></header><main>${body}</main><footer>Imprint</footer>`,
  });
const specs = (at: number) =>
  `<h1 class=title>Book ${at}</h1><table><tr><th>Author:<td>Author ${at}<tr><th>Price:<td>$${at}</table><p>Number ${at} of our list.`;
const small = [
  plain('/', '<h1>All books</h1><ul class=list><li class=item><a href=/book/1>Book 1</a></ul>'),
  plain('/about', '<h1>About us</h1><p>We sell books.</p>'),
  ...[1, 2, 3, 4].map((at) => plain(`/book/${at}`, specs(at))),
  plain(
    '/book/5',
    `${specs(5)}<section class=reviews><h2>Reviews</h2><ul><li class=review><b>Ann</b><q>Fine</q></ul></section>`,
  ),
];

test('on a small site of short pages the list and the imprint are no details, and a detail with more is one', () => {
  assert.deepEqual(
    clusterByTemplate(small).map(({ pages: names }) => names),
    [['/book/1', '/book/2', '/book/3', '/book/4', '/book/5'], ['/'], ['/about']],
  );
});

/** A chapter of a manual, whose parts have ids of their own for links to them. */
const chapter = (at: number) => {
  const word = String.fromCharCode(97 + at);
  const part = (nth: string) =>
    `<section id="${word}${word}-${nth}"><h2>Part ${nth}</h2><p>About ${word}.</p></section>`;
  return plain(
    `/manual/${word}`,
    `<div class=chapter id="chapter-${word}"><h1>Chapter ${word}</h1>${part('first')}${part('second')}</div>`,
  );
};

test('ids that name the parts of single pages do not make each page a template of its own', () => {
  const contents = plain(
    '/manual',
    `<div class=contents><ol>${[1, 2, 3].map((nth) => `<li><a href=/${nth}>Chapter ${nth}</a>`).join('')}</ol></div>`,
  );
  const chapters = Array.from({ length: 8 }, (_, at) => chapter(at));
  assert.deepEqual(
    clusterByTemplate([...chapters, contents]).map(({ pages: names }) => names),
    [chapters.map(({ name }) => name), ['/manual']],
  );
});

test('the edit distance of tokens is a share of the longer list', () => {
  assert.equal(editShare([], []), 0);
  assert.equal(editShare(['a', 'b'], ['a', 'b']), 0);
  assert.equal(editShare(['a', 'b', 'c', 'd'], ['a', 'c', 'd']), 0.25);
  assert.equal(editShare(['a'], ['b', 'c']), 1);
});
