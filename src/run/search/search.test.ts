import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { testFolder } from '../../../test/folder.ts';
import { jsonLines } from '../../../test/json-lines.ts';
import { books, frameWord, startBookshop } from '../../../test/sites/bookshop.ts';
import type { RunningSite } from '../../../test/sites/site.ts';
import { openStoreAt } from '../../store/index.ts';
import { exportPages, extract, search } from '../library/commands.ts';
import { crawl } from '../library/crawl-run.ts';
import { type CrawlStore, openStore } from '../library/store.ts';
import { onlySite } from '../site.ts';
import type { SearchHit } from './answer.ts';
import { openSearchPage } from './fixture.ts';

const folder = testFolder('search');
const out = join(folder, 'books');

describe('searching a crawled shop', () => {
  let site: RunningSite;
  let store: CrawlStore;

  before(async () => {
    site = await startBookshop();
    await crawl(site.url, { out, keepFiles: 'application/pdf' }).summary;
    store = await openStore(out);
  });
  after(async () => {
    await store?.close();
    await site.close();
  });

  const urls = (hits: readonly SearchHit[]) =>
    hits.map(({ url }) => (url === null ? null : new URL(url).pathname));

  test('a word of the frame gives the page that says it of its own', async () => {
    const { hits, total } = await search(out, frameWord);
    assert.deepEqual([total, urls(hits)], [1, ['/promise']]);
    for (const common of ['delivery', '免费送货', 'leaf']) {
      const nothing = await search(out, common);
      assert.equal(nothing.total, 0, common);
      assert.equal(nothing.inFrame, books.length + 2, 'said to be in the frame');
    }
  });

  test('the list beside each text gives the book and not the pages beside it', async () => {
    for (const [at, { title }] of books.entries()) {
      const { hits } = await search(out, title);
      assert.equal(urls(hits)[0], `/book/${at}`, title);
    }
    assert.equal((await search(out, 'Orchard')).total, 1);
  });

  test('pages without an address are found by what they add, and unfold from their document', async () => {
    for (const [at, { title, review }] of books.entries()) {
      const { hits, total } = await search(out, `"${review.replace(/[.。]$/, '')}"`);
      assert.equal(total, 1, review);
      const [hit] = hits as [SearchHit];
      assert.equal(hit.url, null);
      assert.match(hit.label, new RegExp(`${title}.* › Reviews`));
      assert.deepEqual(
        hit.entry.map((step) => ('open' in step ? new URL(step.open).pathname : step.label)),
        [`/book/${at}`, 'Reviews'],
      );
      assert.match(hit.text, new RegExp(review.slice(0, 4)));
      assert.ok(hit.mirror !== null && existsSync(join(out, hit.mirror)), hit.mirror ?? 'no file');
      assert.match(readFileSync(join(out, hit.mirror), 'utf8'), new RegExp(review.slice(0, 4)));
    }
    const both = await search(out, 'weaver OR photographs', {});
    const silk = both.hits.find(({ title }) => title.startsWith('Silk'));
    assert.equal(silk?.states?.length, 1, 'page and state are one hit');
  });

  test('words are marked where they stand', async () => {
    const { hits } = await search(out, 'hive warm');
    const [{ text, marks }] = hits as [SearchHit];
    assert.deepEqual(
      marks.map(([from, to]) => text.slice(from, to)),
      ['hive', 'warm'],
    );
  });

  test('a word ranks before the same characters in two words', async () => {
    const { hits } = await search(out, '研究生');
    assert.deepEqual(urls(hits), ['/book/7', '/book/8']);
  });

  test('typing errors are answered with what was probably meant', async () => {
    assert.equal((await search(out, 'carvans of salt')).suggestion, 'caravan of salt');
    assert.equal((await search(out, 'caravans')).suggestion, undefined);
  });

  test('the text of kept PDF files is found', async () => {
    const { hits, total } = await search(out, 'wholesale booksellers');
    assert.deepEqual([total, urls(hits)], [1, ['/list.pdf']]);
    assert.equal((await search(out, 'wholesale type:pdf')).total, 1);
  });

  test('an opened store gives the same hits as pages', async () => {
    const { hits, total } = await store.search('origami');
    assert.equal(total, 1);
    assert.match((await hits[0]?.page?.text()) ?? '', /Origami beasts/);
    const { hits: states } = await store.search('delightful');
    assert.equal(states[0]?.page?.kind, 'state');
  });

  test('export --text has what pages say beside the frame', async () => {
    await exportPages(out, { text: true });
    const rows = jsonLines(join(out, 'pages.jsonl'));
    assert.equal(rows.length, books.length * 2 + 2);
    assert.deepEqual(rows.filter(({ text }) => /Page and Leaf|Delivery|送货/.test(text)).length, 0);
    const book = rows.find(({ url }) => url?.endsWith('/book/0'));
    assert.match(book.text, /^Silk and Steel\n/);
    assert.doesNotMatch(book.text, /Night Harbour/);
  });

  test('records are found by fields and ranges as by hand', async () => {
    await extract(out);
    const titles = async (query: string) => {
      const { hits, total } = await search(out, query, { limit: 100 });
      assert.equal(hits.length, total);
      return hits.map(({ title }) => title.split(' | ')[0]).sort();
    };
    const byHand = (test: (book: (typeof books)[number]) => boolean) =>
      books
        .filter(test)
        .map(({ title }) => title)
        .sort();
    assert.deepEqual(
      await titles('price<40'),
      byHand(({ price }) => price < 40),
    );
    assert.deepEqual(
      await titles('price<50 author:张伟'),
      byHand(({ price, author }) => price < 50 && author === '张伟'),
    );
    assert.deepEqual(
      await titles('price:30..50'),
      byHand(({ price }) => price >= 30 && price <= 50),
    );
    assert.deepEqual(
      await titles('author:weaver'),
      byHand(({ author }) => author === 'Ann Weaver'),
    );
    assert.deepEqual(
      await titles('price>40 -author:李娜'),
      byHand(({ price, author }) => price > 40 && author !== '李娜'),
    );
    const { facets } = await search(out, 'price>0');
    const authors = new Map(facets?.author?.values.map(({ value, count }) => [value, count]));
    for (const { author } of books)
      assert.equal(authors.get(author), books.filter((book) => book.author === author).length);
    assert.deepEqual(facets?.price?.range, [9.99, 88]);
  });

  test("the mirror's search page finds words of states from the disk, in English and Chinese", async () => {
    const asked = [
      ['superb', 'Salt Roads'],
      ['感动', '研究生的生活'],
      ['古茶树', '茶与山'],
    ] as const;
    const page = await openSearchPage(pathToFileURL(join(out, 'mirror', 'search.html')).href);
    try {
      for (const [word, title] of asked) {
        const shown = await page.ask(word);
        assert.match(shown.hits[0] ?? '', new RegExp(`^${title}`), word);
        assert.equal(shown.hits.length, 1, word);
        assert.equal(shown.marks[0], word);
        assert.ok(existsSync(new URL(shown.files[0] ?? '')), shown.files[0]);
      }
      assert.deepEqual((await page.ask(frameWord)).hits.length, 1);
      assert.deepEqual((await page.ask('nowhere')).hits, []);
    } finally {
      await page.close();
    }
  });

  test('while somebody else writes the store, the answer says what it lacks', async () => {
    const writer = await openStoreAt(`sqlite:${join(out, 'argiope.db')}`);
    try {
      await (await onlySite(writer, out)).search.forget();
      const { total, waiting } = await search(out, 'origami');
      assert.deepEqual([total, waiting], [0, books.length * 2 + 2]);
    } finally {
      await writer.close();
    }
    const { total, waiting } = await search(out, 'origami');
    assert.deepEqual([total, waiting], [1, undefined], 'and makes it up afterwards');
  });
});
