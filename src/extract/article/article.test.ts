import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseDocument } from '../../html/tree.ts';
import { articleOf } from './article.ts';
import { languageOf } from './language.ts';

const sentences = (word: string) =>
  Array.from(
    { length: 8 },
    (_, nth) =>
      `<p>${word} ${nth} went to the harbour, and told of the storm, which had taken the old pier away.</p>`,
  ).join('');

function read(html: string) {
  return articleOf(parseDocument(html, 'http://news.test/1', 1000));
}

test('an article has title, author, date, paragraphs and language, without what stands around it', async () => {
  const article = await read(`<!doctype html><html lang="en-GB"><head><title>The storm | Daily News</title>
    <meta name="author" content="Jo Doe"><meta property="article:published_time" content="2024-03-01T10:00:00Z">
    </head><body><nav><a href="/">Home</a> <a href="/sport">Sport</a></nav>
    <article><h1>The storm</h1>${sentences('Anna')}</article><footer>All rights reserved</footer></body></html>`);
  assert.ok(article);
  const { body, ...rest } = article;
  assert.deepEqual(rest, {
    title: 'The storm',
    author: 'Jo Doe',
    date: '2024-03-01T10:00:00Z',
    language: 'en-GB',
  });
  const paragraphs = body.split('\n\n');
  assert.equal(paragraphs.length, 8);
  assert.match(paragraphs[0] as string, /^Anna 0 went to the harbour/);
  assert.doesNotMatch(body, /Sport|rights reserved/);
});

test('author and date are taken from marks in the page where the head does not say', async () => {
  const article = await read(`<html><head><title>News: The storm</title></head><body><main><h1>The storm</h1>
    <p>By <a rel="author" href="/jo">Jo Doe</a>, <time datetime="2024-03-01">1 March</time></p>
    ${sentences('Anna')}</main></body></html>`);
  assert.equal(article?.author, 'Jo Doe');
  assert.equal(article?.date, '2024-03-01');
  assert.equal(article?.language, 'en');
});

test('a line that says who and when gives an author and a date, and the only heading is the title', async () => {
  const article = await read(`<html><head><title>The Courier</title></head><body><article><h1>The storm</h1>
    <div class="byline">By Jo Doe · March 1, 2024</div>${sentences('Anna')}</article></body></html>`);
  assert.equal(article?.title, 'The storm');
  assert.equal(article?.author, 'Jo Doe');
  assert.equal(article?.date, 'March 1, 2024');
});

test('a page of links and a short page are no articles', async () => {
  const links = Array.from({ length: 60 }, (_, nth) => `<li><a href="/${nth}">Item number ${nth}</a></li>`);
  assert.equal(await read(`<title>List</title><ul>${links.join('')}</ul>`), null);
  assert.equal(await read('<title>Short</title><h1>Short</h1><p>Nothing to see here.</p>'), null);
});

test('the language is told from the text where it is not declared', async () => {
  assert.equal(languageOf('', '今天的新闻说，暴风雨已经过去了。'), 'zh');
  assert.equal(languageOf('', 'これは日本語の文章です。'), 'ja');
  assert.equal(languageOf('', 'Der Sturm ist vorbei und das Wasser ist nicht mehr auf der Straße'), 'de');
  const listing = Array.from({ length: 3 }, (_, nth) =>
    `Package ${nth} is installed and the rest of it is here`.repeat(4),
  );
  assert.equal(
    languageOf('', ['これは日本語の文章です。', ...listing, '次の例を見てください。'].join('\n\n')),
    'ja',
  );
  assert.equal(languageOf('', ['The word これ is shown here', ...listing, ...listing].join('\n\n')), 'en');
  assert.equal(languageOf('en_US', ''), 'en-US');
  assert.equal(languageOf('', '1234'), '');
});
