import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { defaultExtraction, defaultSettings } from '../../src/config/index.ts';
import type { ExtractedRecord } from '../../src/records/index.ts';
import { runCrawl } from '../../src/run/crawl.ts';
import { runExtraction } from '../../src/run/extract.ts';
import { testFolder } from '../folder.ts';
import { file, html, routes } from '../sites/answer.ts';
import { chance, paragraph, sentence } from '../sites/prose.ts';
import { type RunningSite, startSite } from '../sites/site.ts';

const random = chance(14);
const authors = 'Anna Bright|Tom Reed|Lucy Hale|Mark Stone|Ella Ford|Jack Lane|Rosa Finch'.split('|');
const tags = 'truth love change life music hope'.split(' ');
const sayings = Array.from({ length: 24 }, (_, at) => ({
  text: `“${sentence(random)}”`,
  author: authors[at % authors.length] as string,
  tags: tags.filter((_, nth) => (at + nth) % 4 === 0),
}));
type Saying = (typeof sayings)[number];
const perPage = 6;
const pages = sayings.length / perPage;

const page = (main: string) => `<!doctype html><html lang="en"><head><title>Sayings to collect</title></head>
  <body><div class="container"><div class="header"><h1><a href="/">Sayings to collect</a></h1><p><a href="/login">Login</a></p></div>
  <div class="row"><div class="col-8">${main}</div>
  <div class="col-4 tags-box"><h2>Top tags</h2>${tags.map((tag) => `<span class="tag-item"><a class="tag" href="/tag/${tag}/">${tag}</a></span>`).join('')}</div></div></div>
  <footer><p>Sayings by <a href="/about">people of all kinds</a></p></footer></body></html>`;

function box({ text, author, tags: own }: Saying): string {
  const links = own.map((tag) => `<a class="tag" href="/tag/${tag}/">${tag}</a>`).join(' ');
  return `<div class="quote"><span class="text">${text}</span><span>by <small class="author">${author}</small>
    <a href="/author/${author.replace(' ', '-')}">(about)</a></span><div class="tags">Tags: ${links}</div></div>`;
}

const onPage = (nth: number) => sayings.slice((nth - 1) * perPage, nth * perPage);

/** As boxes are drawn in the browser. */
const drawing = `function draw(q){var d=document.createElement('div');d.className='quote';
  d.innerHTML='<span class="text">'+q.text+'</span><span>by <small class="author">'+q.author+'</small></span><div class="tags">Tags: '+
  q.tags.map(function(t){return '<a class="tag">'+t+'</a>'}).join(' ')+'</div>';document.querySelector('.quotes').appendChild(d)}`;

/** More is drawn whenever the end of the page is reached. */
const scrolling = page(`<div class="quotes"></div><script>${drawing}
  var next=1,busy=false;function load(){if(busy||!next)return;busy=true;fetch('/api/sayings?page='+next).then(function(r){return r.json()}).then(function(d){
  d.sayings.forEach(draw);next=d.more?next+1:0;busy=false})}
  window.addEventListener('scroll',function(){if(window.scrollY+window.innerHeight>document.documentElement.scrollHeight-100)load()});load();
  document.head.appendChild(document.createElement('style')).textContent='.quote{height:180px}'</script>`);

/** A button draws the next ones below those that are there. */
const more = page(`<div class="quotes"></div><button id="more">More</button><script>${drawing}
  var next=1;function load(){fetch('/api/sayings?page='+next).then(function(r){return r.json()}).then(function(d){
  d.sayings.forEach(draw);next++;if(!d.more)document.getElementById('more').remove()})}
  document.getElementById('more').addEventListener('click',load);load()</script>`);

const paged = (nth: number) =>
  page(
    `${onPage(nth).map(box).join('')}<ul class="pager">${nth > 1 ? `<li class="previous"><a href="/page/${nth - 1}/">← Previous</a></li>` : ''}
    ${nth < pages ? `<li class="next"><a href="/page/${nth + 1}/">Next →</a></li>` : ''}</ul>`,
  );

const answers = {
  '/scroll': () => html(scrolling),
  '/more': () => html(more),
  '/page/:nth/': (_: unknown, [nth]: readonly string[]) => html(paged(Number(nth))),
  '/tag/:tag/': (_: unknown, [tag]: readonly string[]) =>
    html(
      page(
        `<h3>Sayings about ${tag}</h3>${sayings
          .filter((one) => one.tags.includes(tag as string))
          .map(box)
          .join('')}`,
      ),
    ),
  '/author/:name': (_: unknown, [name = '']: readonly string[]) =>
    html(
      page(`<div class="author-details"><h3 class="author-title">${name.replace('-', ' ')}</h3><p><strong>Born:</strong>
      <span class="author-born-date">March ${name.length}, 19${name.length}${name.length % 7}</span></p>
      <strong>Description:</strong><div class="author-description">${paragraph(chance(name.length), 400)}</div></div>`),
    ),
  '/api/sayings': ({ query }: { query: URLSearchParams }) => {
    const nth = Number(query.get('page'));
    return file('application/json', JSON.stringify({ sayings: onPage(nth), more: nth < pages }));
  },
};

let site: RunningSite;
before(async () => {
  site = await startSite({ name: 'sayings', start: '/page/1/', respond: routes(answers) });
});
after(() => site.close());

type Fields = ExtractedRecord['fields'];

/** Fields of the records that a crawl from an address gives. */
async function crawled(path: string): Promise<readonly Fields[]> {
  const out = testFolder('growing');
  await runCrawl(defaultSettings([site.origin + path], { out, store: `sqlite:${join(out, 'argiope.db')}` }));
  await runExtraction(defaultExtraction(out));
  const lines = readFileSync(join(out, 'records.jsonl'), 'utf8').trimEnd().split('\n');
  return lines.map((line) => (JSON.parse(line) as ExtractedRecord).fields);
}

function says(fields: Fields, { text, author }: Saying): boolean {
  const values = Object.values(fields).flat();
  return values.includes(text) && values.includes(author);
}

for (const path of ['/scroll', '/more', '/page/1/'])
  test(`each saying of a list is one record with its author, and what stands beside is none: ${path}`, async () => {
    const found = await crawled(path);
    for (const saying of sayings) assert.equal(found.filter((fields) => says(fields, saying)).length, 1);
    const others = found.filter((fields) => !sayings.some((saying) => says(fields, saying)));
    // The pages of authors are called after them, not after their site.
    assert.deepEqual(others.map(({ title }) => title).sort(), authors.toSorted());
  });
