import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { SearchIndex, SiteStore } from '../../src/model/index.ts';
import {
  catchUp,
  indexedRecord,
  pageMatches,
  parseQuery,
  ranked,
  recordBatches,
  recordMatches,
} from '../../src/search/index.ts';
import { shown } from './search.ts';
import { transitionOf } from './store.ts';

const english = 'spider web silk orb garden frost moth thread venom winter egg leaf night hunter cross'.split(
  ' ',
);
const chinese = '金蛛 花园 织网 研究生 生命 西湖 冬天 毒液 夜里 蜘蛛网 研究 叶子'.split(' ');
const names = [
  'getItem',
  'HTTPServer',
  'os.path.join',
  'file_name',
  'python3',
  'C++',
  '😀 smile',
  'שלום עולם',
];

/** The n-th words of a list, by a rule that gives each page others. */
const drawn = (list: readonly string[], page: number, count: number) =>
  Array.from(
    { length: count },
    (_, at) => list[(page * 7 + at * at * (1 + (page % 5))) % list.length] as string,
  );

function linesOf(page: number): readonly string[] {
  const lines = [
    `${drawn(english, page, 4 + (page % 9)).join(' ')}.`,
    drawn(chinese, page, 3 + (page % 4)).join(''),
  ];
  if (page % 3 === 0)
    lines.push(`The ${drawn(english, page + 1, 3).join(' ')} and ${drawn(chinese, page, 1)}`);
  if (page % 4 === 0) lines.push(drawn(names, page, 2).join(' '));
  return lines;
}

/** A mixed site: pages, states of every fifth, links, merges, pages that changed, came back or went, and records. */
async function fill(site: SiteStore): Promise<void> {
  for (let page = 0; page < 40; page++) {
    const of = page % 5 === 4 ? { of: page - 4 } : {};
    const title = page % 2 === 0 ? drawn(english, page, 2).join(' ') : drawn(chinese, page, 2).join('');
    await site.commit(shown(page, linesOf(page), { ...of, title }));
    await site.commit({ transitions: [transitionOf(page, 0, Math.floor(page / 3))] });
  }
  await catchUp(site);
  await site.commit({ merged: [{ number: 7, into: 2 }], gone: [11] });
  await site.commit({
    kept: shown(13, ['quite another spider web, 研究生 here'], { title: 'Changed' }).kept,
  });
  await catchUp(site);
  const records = Array.from({ length: 30 }, (_, page) => {
    const fields = {
      title: drawn(chinese, page, 2).join(''),
      author: drawn(['张伟', '余华', 'Ann Smith'], page, 1)[0] as string,
      price: `¥${10 + ((page * 13) % 50)}.50`,
      year: String(1990 + page),
      about: drawn(english, page, 4).join(' '),
    };
    const type = page % 4 === 0 ? 'thing' : 'book';
    return indexedRecord({ page: String(page), url: null, type, path: null, fields, confidence: {} });
  });
  await site.search.putRecords('some', recordBatches(records));
}

/** Questions about pages, and about records: words, scripts, phrases, beginnings, parts, filters, ranges. */
const questions = [
  ...[
    'spider',
    'spider web',
    'web spider',
    'silk orb garden',
    'the',
    '"spider orb"',
    '"orb garden"',
    'sp*',
    'gard* fro*',
  ],
  ...['spider OR frost', 'spider -web', '-web', 'frost -silk OR egg', 'changed', '1', 'nothing-like-it'],
  ...[
    '研究生',
    '研究',
    '花园',
    '金蛛 花园',
    '网',
    '西湖的金蛛',
    '"金蛛西湖"',
    'spider 研究生',
    '生命 web*',
    '毒液 OR venom',
  ],
  ...[
    'title:spider',
    'title:金蛛',
    'url:13',
    'title:spi* web',
    'type:thread',
    'web type:thread',
    'spider site:site.test',
  ],
  ...[
    'spider site:test',
    'spider site:other.test',
    'site:s_te.test',
    'site:%',
    'getItem',
    'item',
    'http server',
    'python',
  ],
  ...['os.path.join', 'file_name', 'c++', '😀', 'שלום', 'ｓｐｉｄｅｒ', 'NEAR(spider web)', '"spider'],
  ...[
    'price<30',
    'price:20..45 author:张伟',
    'author=余华 spider',
    'year>=2000 -author:smith',
    'type:book price>0',
  ],
  ...['title:花园 price>0', 'about:spider*  price<50', 'price>1000'],
] as const;

async function answered(index: SearchIndex, text: string): Promise<unknown> {
  const query = parseQuery(text);
  if (query.fields.length === 0) {
    const hits = ranked(await pageMatches(index, query));
    return { total: hits.length, hits: hits.slice(0, 10) };
  }
  const all = await recordMatches(index, query);
  const ids = all.map(({ id }) => id);
  return { total: all.length, hits: all.slice(0, 10), facets: await index.facets(ids, 5) };
}

/** Two stores with the same crawl give the same answers: hits, their order, their scores, totals and facets. */
export function aboutSameAnswers(sites: () => Promise<readonly [SiteStore, SiteStore]>): void {
  it('the same questions give the same answers in both stores', async () => {
    const [one, other] = await sites();
    await fill(one);
    await fill(other);
    let found = 0;
    for (const question of questions) {
      const [here, there] = [await answered(one.search, question), await answered(other.search, question)];
      assert.deepEqual(here, there, question);
      if ((here as { total: number }).total > 0) found++;
    }
    assert.ok(found > 45, `${found} of ${questions.length} questions have answers`);
  });
}
