import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseDocument } from '../html/tree.ts';
import { mainText } from './main-text.ts';
import { readTree } from './reading/tree.ts';

const textOf = (html: string): string => mainText(parseDocument(html, 'http://site.test/', 100));

test('the main text leaves out what leads elsewhere, and keeps what belongs to articles', () => {
  const html = `<header><a href=/>Site</a></header><nav>Menu</nav><main><article><header><h2>Head</h2></header>
    <p>A long paragraph of the article.</p><footer>By somebody</footer></article></main><aside>Ads</aside><footer>Legal</footer>`;
  assert.equal(textOf(html), 'Head\nA long paragraph of the article.\nBy somebody');
});

test('a header with the title of the page belongs to its text', () => {
  assert.equal(textOf('<header><h1>Title</h1></header><p>Text of it'), 'Title\nText of it');
});

test('a page that only leads on keeps what it has', () => {
  assert.equal(
    textOf('<nav>One two three four five six seven</nav><p>x'),
    'One two three four five six seven\nx',
  );
});

test('its length is what reading a page counts', () => {
  for (const html of [
    '<header>Site <nav>menu</nav></header><p>Text of the page<footer>Foot',
    '<header><header>in</header><h1>T</h1> and</header><div role=search>find</div><p>Text of the page',
    '<nav>One two three four five</nav>x',
  ]) {
    const document = parseDocument(html, 'http://site.test/', 100);
    assert.equal(readTree(document).mainLength, mainText(document).replace(/\s+/g, '').length, html);
  }
});
