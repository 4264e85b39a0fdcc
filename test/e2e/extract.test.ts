import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { defaultExtraction, defaultSettings } from '../../src/config/index.ts';
import { books, table } from '../../src/extract/rules/fixture.ts';
import type { Hooks } from '../../src/hooks/index.ts';
import type { ExtractedRecord } from '../../src/records/index.ts';
import { runCrawl } from '../../src/run/crawl.ts';
import { runExtraction } from '../../src/run/extract.ts';
import { rules } from '../../src/run/rules.ts';
import { testFolder } from '../folder.ts';
import { jsonLines } from '../json-lines.ts';
import { html, routes } from '../sites/answer.ts';
import { type RunningSite, startSite } from '../sites/site.ts';

const some = books(14);
const dir = testFolder('e2e-extract');
let site: RunningSite;

/** A shop: a list of books, a page for each, and a story. */
function shop() {
  const items = some.map(
    ({ title, price }, at) =>
      `<li class="item"><a href="/book/${at}">${title}</a> <span class="price">${price}</span></li>`,
  );
  const story =
    '<p>In the winter of that year the sea rose, and the boats, which lay in the harbour, were lost to the storm.</p>'.repeat(
      9,
    );
  const pages = Object.fromEntries(
    some.map((book, at) => [
      `/book/${at}`,
      () => html(`<!doctype html><title>${book.title} | Shop</title>${table(book)}`),
    ]),
  );
  return {
    name: 'shop',
    start: '/',
    respond: routes({
      '/': () =>
        html(
          `<!doctype html><title>All books</title><h1>All books</h1><ul class="list">${items.join('')}</ul><a href="/story">Our story</a>`,
        ),
      '/story': () =>
        html(
          `<!doctype html><html lang="en"><title>Our story</title><article><h1>Our story</h1>${story}</article>`,
        ),
      ...pages,
    }),
  };
}

before(async () => {
  site = await startSite(shop());
});
after(async () => {
  await site.close();
});

function records(): readonly ExtractedRecord[] {
  return jsonLines<ExtractedRecord>(join(dir, 'records.jsonl'));
}

const settings = () => {
  const { schema, prior, rules, filters, allFields, minConfidence, records: places } = defaultExtraction(dir);
  return defaultSettings([site.url], {
    out: dir,
    store: `sqlite:${join(dir, 'argiope.db')}`,
    engine: 'http' as const,
    extract: { schema, prior, rules, filters, allFields, minConfidence, records: places },
  });
};

test('a crawl makes records of its pages as they come, and hooks may change and drop them', async () => {
  const hooks: Hooks = {
    name: 'prices',
    record({ record, type }) {
      if (record.title === some[0]?.title && type === 'book') return { drop: 'sold out' };
      return type === 'article' ? { record: { ...record, author: 'Staff' } } : undefined;
    },
  };
  const summary = await runCrawl(settings(), { hooks: [hooks] });
  assert.equal(summary.pages, 16);
  assert.equal(summary.records, records().length);
  const details = records().filter(({ type, path }) => type === 'book' && path === null);
  assert.deepEqual(
    details.map(({ fields: { title, author, price } }) => ({ title, author, price })).toSorted(byTitle),
    some.slice(1).map(({ title, author, price }) => ({ title, author, price })),
  );
  const [article] = records().filter(({ type }) => type === 'article');
  assert.equal(article?.fields.title, 'Our story');
  assert.equal(article?.fields.author, 'Staff');
  assert.match(String(article?.fields.body), /^In the winter/);
});

function byTitle(one: { title?: unknown }, other: { title?: unknown }): number {
  return String(one.title) < String(other.title) ? -1 : 1;
}

test('the same records can be made again from the store, by the rules that were kept', async () => {
  const { templates, steps, pages } = await runExtraction(defaultExtraction(dir, { allFields: true }));
  assert.equal(pages, 16);
  assert.ok(templates.some(({ name, pages: of }) => name === 'book' && of >= 14));
  assert.deepEqual(
    steps.filter(({ kind }) => kind !== 'induced'),
    [],
  );
  // The list says title and price, the page of the book says who wrote it: one record, however often it is shown.
  const { title, author, price } = some[3] ?? {};
  const [book, ...others] = records().filter(({ fields }) => fields.title === title);
  assert.deepEqual([book?.fields.author, book?.fields.price, others.length], [author, price, 0]);
  assert.equal(book?.url, new URL('/book/3', site.url).href);
});

test('a crawl that learns rules anew takes those of other names out of use', async () => {
  const schema = join(dir, 'tome.json');
  writeFileSync(schema, JSON.stringify({ title: 'tome', properties: { title: {}, price: {} } }));
  const named = async () => (await rules.list({ out: dir })).map(({ template }) => template);
  assert.ok((await named()).includes('book'));
  const { extract: own, ...rest } = settings();
  await runCrawl({ ...rest, extract: own && { ...own, schema, rules: 'none' } });
  assert.ok((await named()).includes('tome'));
  assert.ok(!(await named()).includes('book'));
});
