import assert from 'node:assert/strict';
import { test } from 'node:test';
import { preparePage } from '../page/index.ts';
import type { PreparedPage } from '../types.ts';
import { textsIn } from './item-texts.ts';
import { mainListOf } from './main.ts';

/** The first text of each item of the main list of a page. */
function mainTexts(html: string): readonly string[] {
  const page: PreparedPage = preparePage({ name: 'p', url: null, html });
  const [list] = mainListOf([page]) ?? [];
  return (list?.items ?? []).map((item) => textsIn(page, item)[0]?.text ?? '');
}

const repeat = (count: number, make: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => make(at)).join('');

const cards = repeat(
  6,
  (at) => `<li class="item"><a href="/p/${at}">Thing ${at}</a><span class="price">$${at}.50</span></li>`,
);

test('what a shop says in menus and foot, much as it is, does not hide its few short cards', () => {
  const menu = repeat(9, (at) => `<li><a href="/c/${at}">Department number ${at}</a><em>all of it</em></li>`);
  const foot = repeat(
    9,
    (at) => `<p>Paragraph ${at} of what the shop has to say about itself and shipping.</p>`,
  );
  const html = `<div class="nav-container"><ul>${menu}</ul></div><ul class="grid">${cards}</ul><div class="footer-links">${foot}</div>`;
  assert.deepEqual(
    mainTexts(html),
    Array.from({ length: 6 }, (_, at) => `Thing ${at}`),
  );
});

test('columns beside the content are several of one kind and no main list for that', () => {
  const post = (at: number) =>
    `<div class="post"><h2><a href="/${at}">Post ${at}</a></h2><p>What post ${at} says in a sentence or two, here.</p></div>`;
  const widget = (at: number) =>
    `<li class="widget"><h4>Box ${at}</h4><a href="/w/${at}">Another page ${at}</a> with some words on it</li>`;
  const side = `<div class="left-sidebar"><ul>${repeat(8, widget)}</ul></div>`;
  const texts = mainTexts(`${side}${side}<div id="content">${repeat(5, post)}</div>${side}`);
  assert.deepEqual(texts, ['Post 0', 'Post 1', 'Post 2', 'Post 3', 'Post 4']);
});

test('a column that is called after the one beside it is no frame', () => {
  const post = (at: number) =>
    `<div class="post"><a href="/${at}">Post ${at}</a><p>What post ${at} says in a sentence or two.</p></div>`;
  assert.equal(mainTexts(`<div class="span8 right-sidebar">${repeat(7, post)}</div>`).length, 7);
});

test('a heading belongs to what follows it, though only that has a link', () => {
  const day = (at: number) =>
    `<h2>Day ${at}</h2><div class="row"><a href="/e/${at}">Event ${at}</a><p>Where and when number ${at} is.</p></div>`;
  assert.deepEqual(mainTexts(repeat(5, day)), ['Day 0', 'Day 1', 'Day 2', 'Day 3', 'Day 4']);
});

test('elements of one name are an item each, whatever is inside them and whatever else they are called', () => {
  const post = (at: number) =>
    `<div class="pin post-${at} category-${at % 4} tag-${at * 7}"><h3><a href="/${at}">Post ${at}</a></h3>${repeat(
      at % 4,
      (nth) => `<ul class="c${nth}"><li>point ${nth}</li></ul><blockquote>said ${nth}</blockquote>`,
    )}<p>Text of post ${at} in some words.</p></div>`;
  assert.equal(mainTexts(`<div>${repeat(11, post)}</div>`).length, 11);
});
