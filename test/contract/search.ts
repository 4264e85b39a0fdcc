import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { IndexedPage, PageText, SearchIndex, SiteStore } from '../../src/model/index.ts';
import { tokensFrom } from '../../src/search/find.ts';
import {
  catchUp,
  indexedRecord,
  pageInlinks,
  pageMatches,
  parseQuery,
  ranked,
  recordBatches,
  recordMatches,
} from '../../src/search/index.ts';
import { contentOf, fingerprintOf, queuedPage, transitionOf } from './store.ts';

const encoder = new TextEncoder();

/** A page by address, or a state of one, that shows some lines. */
export function shown(
  number: number,
  lines: readonly string[],
  { of, title = `Page ${number}` }: { of?: number; title?: string } = {},
) {
  const address = `http://site.test/${of ?? number}`;
  const tree = {
    url: address,
    base: address,
    doctype: 'html',
    title,
    lang: 'en',
    root: { tag: 'html', kids: [{ tag: 'body', kids: lines.map((line) => ({ tag: 'p', kids: [line] })) }] },
  };
  const entry =
    of === undefined ? {} : { entry: { kind: 'action', source: of, ord: number } as const, document: of };
  const content = {
    ...contentOf(number, fingerprintOf(lines.join(' '))),
    address,
    title,
    charset: undefined,
  };
  const { charset: _, ...kept } = content;
  return {
    queued: [queuedPage(number, entry)],
    kept: { number, content: kept, document: encoder.encode(JSON.stringify(tree)) },
  };
}

/** Numbers of what is found, hit by hit. */
async function find(index: SearchIndex, text: string): Promise<readonly (readonly number[])[]> {
  return ranked(await pageMatches(index, parseQuery(text))).map(({ pages }) =>
    pages.map(({ number }) => number),
  );
}

const numbers = async (index: SearchIndex, text: string) =>
  (await find(index, text)).flat().sort((one, other) => one - other);

const text = (...lines: string[]): PageText => ({ places: ['/p'], lines: lines.map((line) => [0, line]) });

function entry(number: number, own: PageText, more: Partial<IndexedPage> = {}): IndexedPage {
  return {
    number,
    kind: 'page',
    group: number,
    document: number,
    shown: `http://site.test/${number}`,
    host: 'site.test',
    type: null,
    title: '',
    depth: 0,
    text: own,
    ...more,
  };
}

/** Something with one part of it replaced. */
function withPart<T extends object, K extends keyof T>(whole: T, name: K, part: T[K]): T {
  const get = (target: T, key: string | symbol) => {
    const own: unknown = key === name ? part : Reflect.get(target, key);
    return typeof own === 'function' ? own.bind(target) : own;
  };
  return new Proxy(whole, { get });
}

/** What the index of a store promises. */
export function aboutSearch(newSite: () => Promise<SiteStore>): void {
  it('pages wait for the index from the transaction that kept them, and are found once it caught up', async () => {
    const site = await newSite();
    await site.commit(shown(0, ['The spider weaves', '金蛛在花园里织网']));
    await site.commit(shown(1, ['Frost kills spiders']));
    assert.deepEqual(await site.search.waiting(10), [0, 1]);
    assert.equal((await catchUp(site)).read, 2);
    assert.deepEqual(await site.search.waiting(10), []);
    assert.deepEqual(await numbers(site.search, 'spider'), [0, 1], 'one spider or several');
    assert.deepEqual(await numbers(site.search, 'spider frost'), [1]);
    assert.deepEqual(await numbers(site.search, '花园'), [0]);
    assert.deepEqual(await numbers(site.search, '网'), [0], 'a single character, the last of its run');
    assert.equal(await site.search.count(), 2);
  });

  it('links to pages are counted though a command ended while their words were filed', async () => {
    const site = await newSite();
    for (const number of [0, 1]) await site.commit(shown(number, [`word${number}`]));
    await site.commit({ transitions: [transitionOf(0, 0, 1)] });
    const killed = withPart(
      site,
      'search',
      withPart(site.search, 'unfiled', () => Promise.reject(new Error('killed'))),
    );
    await assert.rejects(catchUp(killed), /killed/);
    await catchUp(site);
    assert.deepEqual(await pageInlinks(site.search), [0, 1]);
  });

  it('merged pages, pages that are gone, and what pages showed before are found no more', async () => {
    const site = await newSite();
    for (const number of [0, 1, 2]) await site.commit(shown(number, [`common word${number}`]));
    await catchUp(site);
    assert.deepEqual(await numbers(site.search, 'common'), [0, 1, 2]);
    await site.commit({ merged: [{ number: 1, into: 0 }], gone: [2] });
    const { kept } = shown(0, ['quite another']);
    await site.commit({ kept });
    await catchUp(site);
    assert.deepEqual(await numbers(site.search, 'common'), []);
    assert.deepEqual(await numbers(site.search, 'another'), [0]);
    await site.commit({ back: [2] });
    await catchUp(site);
    assert.deepEqual(await numbers(site.search, 'word2'), [2]);
  });

  it('what most pages show is found on none, and on the page that says it of its own', async () => {
    const site = await newSite();
    for (let number = 0; number < 8; number++)
      await site.commit(
        shown(number, ['Imprint and contact', number === 3 ? 'All about our imprint' : `text ${number}`]),
      );
    await catchUp(site);
    assert.deepEqual(await numbers(site.search, 'imprint'), [3]);
    assert.deepEqual(await numbers(site.search, 'contact'), []);
  });

  it('what becomes the frame later is taken back from the pages that are indexed', async () => {
    const site = await newSite();
    for (const number of [0, 1]) await site.commit(shown(number, ['Imprint', `text ${number}`]));
    await catchUp(site);
    assert.deepEqual(await numbers(site.search, 'imprint'), [0, 1], 'two pages do not tell');
    for (const number of [2, 3]) await site.commit(shown(number, ['Imprint', `text ${number}`]));
    await catchUp(site);
    assert.deepEqual(await numbers(site.search, 'imprint'), []);
    for (let number = 4; number < 12; number++) await site.commit(shown(number, [`text ${number}`]));
    await catchUp(site);
    assert.deepEqual(await numbers(site.search, 'imprint'), [0, 1, 2, 3], 'and given back');
  });

  it('states of a document are one hit, each by what it adds', async () => {
    const site = await newSite();
    await site.commit(shown(0, ['A lens', 'sharp']));
    await site.commit(shown(1, ['A lens', 'sharp', 'review of Ann'], { of: 0 }));
    await site.commit(shown(2, ['A lens', 'sharp', 'review of Bob'], { of: 0 }));
    await site.commit(shown(3, ['A bag']));
    await catchUp(site);
    assert.deepEqual(
      await find(site.search, 'sharp'),
      [[0]],
      'what the page shows is not said of its states',
    );
    assert.deepEqual(
      (await find(site.search, 'review')).map((pages) => [...pages].sort()),
      [[1, 2]],
    );
    assert.deepEqual(await find(site.search, 'review bob'), [[2]]);
  });

  it('phrases, beginnings, alternatives, exclusions and parts of pages', async () => {
    const site = await newSite();
    await site.commit(shown(0, ['red green blue'], { title: 'Colours' }));
    await site.commit(shown(1, ['green red', 'the colours of autumn'], { title: 'Leaves' }));
    await catchUp(site);
    const of = (query: string) => numbers(site.search, query);
    assert.deepEqual(await of('"red green"'), [0]);
    assert.deepEqual(await of('gre*'), [0, 1]);
    assert.deepEqual(await of('blue OR autumn'), [0, 1]);
    assert.deepEqual(await of('red -autumn'), [0]);
    assert.deepEqual(await of('-autumn'), [0]);
    assert.deepEqual(await of('title:colours'), [0]);
    assert.deepEqual(await of('url:1'), [1]);
    assert.deepEqual(await of('type:thread'), [0], 'pages of a type, without a word');
    assert.deepEqual(await of('red site:site.test'), [0, 1]);
    assert.deepEqual(await of('red site:test'), [0, 1], 'of a domain');
    assert.deepEqual(await of('red site:other.test'), []);
  });

  it('a word that is one stands before the same characters in two words', async () => {
    const site = await newSite();
    await site.commit(shown(0, ['他们研究生命的起源和发展']));
    await site.commit(shown(1, ['她是一名研究生而且很努力']));
    await catchUp(site);
    assert.deepEqual(await find(site.search, '研究生'), [[1], [0]]);
  });

  it('files are found by their text, and a frame that changes leaves them', async () => {
    const site = await newSite();
    await site.search.put(
      [entry(7, text('annual report'), { kind: 'file', type: 'pdf', title: 'Report 2024' })],
      [],
    );
    await catchUp(site);
    assert.deepEqual(await numbers(site.search, 'annual'), [7]);
    assert.deepEqual(await numbers(site.search, 'title:report type:pdf'), [7]);
    assert.deepEqual(await site.search.files(), [7]);
  });

  it('records are found by fields, ranges and words, and their values are counted', async () => {
    const site = await newSite();
    const books = [
      { title: '围城', author: '钱钟书', price: '¥39.00', year: '1947' },
      { title: '活着', author: '余华', price: '¥28.50', year: '1993' },
      { title: '兄弟', author: '余华', price: '¥58.00', year: '2005' },
    ];
    const records = books.map((fields, page) =>
      indexedRecord({ page: String(page), url: null, type: 'book', path: null, fields, confidence: {} }),
    );
    await site.search.putRecords('a', recordBatches(records));
    assert.equal(await site.search.recordsPrint(), 'a');
    const of = async (query: string) => {
      const found = await recordMatches(site.search, parseQuery(query));
      return found.map(({ id }) => id).sort();
    };
    assert.deepEqual(await of('price<50'), [0, 1]);
    assert.deepEqual(await of('price<50 author:余华'), [1]);
    assert.deepEqual(await of('price:30..60'), [0, 2]);
    assert.deepEqual(await of('author=余华 -title:兄弟'), [1]);
    assert.deepEqual(await of('year>=1993 活着'), [1]);
    assert.deepEqual(await of('type:book price>0'), [0, 1, 2]);
    assert.deepEqual(await of('type:shop price>0'), []);
    const all = await recordMatches(site.search, parseQuery('price>0'));
    const { author, price } = await site.search.facets(
      all.map(({ id }) => id),
      5,
    );
    assert.deepEqual(author?.values, [
      { value: '余华', count: 2 },
      { value: '钱钟书', count: 1 },
    ]);
    assert.deepEqual(price?.range, [28.5, 58]);
    await site.search.putRecords('b', recordBatches(records.slice(0, 1)));
    assert.deepEqual(await of('price>0'), [0], 'those of before are gone');
  });

  it('an index that was forgotten is made again as it was', async () => {
    const site = await newSite();
    for (const number of [0, 1, 2, 3]) await site.commit(shown(number, ['Frame here', `text ${number}`]));
    await catchUp(site);
    await site.search.forget();
    assert.deepEqual(await numbers(site.search, 'text'), []);
    assert.equal((await catchUp(site)).read, 4);
    assert.deepEqual(await numbers(site.search, 'text'), [0, 1, 2, 3]);
    assert.deepEqual(await numbers(site.search, 'frame'), []);
  });

  it('tokens are told with the pages that have them', async () => {
    const site = await newSite();
    await site.commit(shown(0, ['quokkable quokkas']));
    await site.commit(shown(1, ['quokkable']));
    await catchUp(site);
    assert.deepEqual(
      [...(await tokensFrom(site.search, 'quok'))],
      [
        ['quokka', 1],
        ['quokkable', 2],
      ],
    );
  });
}
