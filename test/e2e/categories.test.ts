import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { testFolder } from '../folder.ts';
import { html } from '../sites/answer.ts';
import { startSite } from '../sites/site.ts';
import { crawl } from './command.ts';

/** All fruit at first, and fewer of them by each category: links that a script answers, as routers of apps do. */
const app = `<!doctype html><title>Fruit</title>
  <nav>${['red', 'blue', 'green'].map((name) => `<a href="/fruit/${name}">${name}</a>`).join(' ')}
    <a href="/?order=name">by name</a></nav><ul></ul>
  <script>
    const fruit = { apple: 'red', cherry: 'red', plum: 'blue', kiwi: 'green' };
    function draw() {
      const wanted = location.pathname.split('/')[2];
      const names = Object.keys(fruit).filter((name) => !wanted || fruit[name] === wanted);
      if (location.search) names.reverse();
      document.querySelector('ul').innerHTML = names.map((name) => '<li>' + name + '</li>').join('');
    }
    for (const link of document.querySelectorAll('a')) link.onclick = (event) => {
      event.preventDefault();
      history.pushState(null, '', link.href);
      draw();
    };
    draw();
  </script>`;

test('a link of an app whose page shows less than another is a page of its address: it was lost', async () => {
  const site = await startSite({ name: 'fruit', start: '/', respond: () => html(app) });
  const out = testFolder('categories');
  try {
    assert.equal((await crawl(site.url, out)).pages, 4, 'another order is no page');
    const lines = readFileSync(join(out, 'pages.jsonl'), 'utf8').trim().split('\n');
    const pages = lines.map((line) => JSON.parse(line) as { url: string; file: string });
    const paths = pages.map(({ url }) => new URL(url).pathname).sort();
    assert.deepEqual(paths, ['/', '/fruit/blue', '/fruit/green', '/fruit/red']);
    const texts = pages.map(({ url, file }) => [
      new URL(url).pathname,
      readFileSync(join(out, 'mirror', file), 'utf8')
        .match(/(?<=<li>)\w+/g)
        ?.join(' '),
    ]);
    assert.equal(Object.fromEntries(texts)['/fruit/red'], 'apple cherry');
  } finally {
    await site.close();
  }
});

/** Documents behind fragments, each with links to its own sections, as generators of manuals write them (docsify). */
const manual = `<!doctype html><title>Manual</title>
  <nav>${['one', 'two', 'three', 'four'].map((name) => `<a href="#/${name}">${name}</a>`).join(' ')}</nav><main></main>
  <script>
    function draw() {
      const name = location.hash.slice(2).split('?')[0] || 'home';
      const section = (id) => '<h2' + (location.hash.endsWith('=' + id) ? ' class="here"' : '') + '><a href="#/' + name + '?id=' + id + '">' + id + ' of ' + name + '</a></h2><p>Text on ' + id + ' of ' + name;
      document.title = location.hash.split('?')[1] || name;
      document.querySelector('main').innerHTML = section('first') + section('second');
    }
    addEventListener('hashchange', draw);
    draw();
  </script>`;

test('a link to a section of a page behind a fragment is no page, opened by its address either', async () => {
  const site = await startSite({ name: 'manual', start: '/', respond: () => html(manual) });
  const out = testFolder('sections');
  try {
    await crawl(site.url, out);
    const lines = readFileSync(join(out, 'pages.jsonl'), 'utf8').trim().split('\n');
    const urls = lines.map((line) => new URL((JSON.parse(line) as { url: string }).url).hash).sort();
    assert.deepEqual(urls, ['', '#/four', '#/one', '#/three', '#/two']);
  } finally {
    await site.close();
  }
});
