import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answerData, knownForm, pageForms } from '../forms/index.ts';
import { parseDocument } from '../html/tree.ts';
import { bindRequest } from './bind.ts';
import { meets } from './compare.ts';
import { rowsOfData } from './data-rows.ts';
import { joinRecords } from './join.ts';
import { meaningsOf } from './meanings.ts';
import { conditionText, parseRequest } from './request.ts';
import type { AnswerRow, QueryCondition, UnifiedRecord } from './types.ts';
import { oneSpelling, unifiedRecords } from './unify.ts';

const conditions = (text: string) =>
  parseRequest(text).conditions.map(({ field, sign, value }) => `${field} ${sign} ${value}`);

test('a request has conditions, ranges and words, in English and Chinese', () => {
  assert.deepEqual(conditions('author=张伟, year>=2020'), ['author = 张伟', 'year >= 2020']);
  assert.deepEqual(conditions('作者：张伟，年份≥2020'), ['author = 张伟', 'year >= 2020']);
  assert.deepEqual(conditions('year=2018..2020'), ['year >= 2018', 'year <= 2020']);
  assert.deepEqual(conditions('publisher="Smith, Elder"'), ['publisher = Smith, Elder']);
  assert.deepEqual(parseRequest('deep "sea fish", price<20').words, ['deep', 'sea fish']);
  assert.throws(() => parseRequest(' , '), /needs words or conditions/);
});

function sourceOf(html: string) {
  const [form] = pageForms(parseDocument(`<h1>Search books</h1>${html}`, 'http://books.test/', 1000)).map(
    knownForm,
  );
  assert.ok(form);
  return { form, meanings: meaningsOf(form) };
}

function bound(html: string, text: string) {
  const { form, meanings } = sourceOf(html);
  const query = bindRequest(form, meanings, parseRequest(text));
  return query && { values: query.values, open: query.unexpressed.map(({ said }) => said) };
}

test('conditions go to the fields that mean them, ends of ranges to theirs', () => {
  const form = `<form action=/s><label>Writer <input name=w></label><label>Price from <input name=p1></label>
    <label>to <input name=p2></label><label>Published after <input type=date name=d></label><button>Search</button></form>`;
  assert.deepEqual(bound(form, 'author=Ann Lee, price=10..20, year>=2020, publisher=X'), {
    values: { w: 'Ann Lee', p1: '10', p2: '20', d: '2020-01-01' },
    open: ['publisher'],
  });
  assert.equal(bound(form, 'color=red'), null);
});

test('an option is chosen that leaves nothing out, and what words are looked for in', () => {
  const years = `<form action=/s><input name=q placeholder=关键词><select name=y1 aria-label="Year from"><option>2000<option>2010<option>2020</select><button>搜索</button></form>`;
  assert.deepEqual(bound(years, 'sea, year>=2015')?.values, { q: 'sea', y1: '2010' });
  const choice = `<form action=/s><select name=by><option value=k>关键词<option value=a>作者<option value=t>题名</select><input name=q><button>检索</button></form>`;
  assert.deepEqual(bound(choice, '作者=张伟')?.values, { by: 'a', q: '张伟' });
  assert.deepEqual(bound(choice, '张伟')?.values, { by: 'k', q: '张伟' });
  // What no field says is looked for anywhere, and still checked.
  assert.deepEqual(bound(choice, 'publisher=Springer'), { values: { q: 'Springer' }, open: ['publisher'] });
});

test('a record meets a condition, does not, or does not say', () => {
  const record = {
    author: ['Smith, John; 李明 著'],
    publication_date: ['March 2019'],
    price: ['1,200.50 元'],
    weight: ['500 g'],
  };
  const verdict = (text: string) => meets(record, parseRequest(text).conditions[0] as QueryCondition);
  assert.equal(verdict('author=John Smith'), true);
  assert.equal(verdict('author=李明'), true);
  assert.equal(verdict('author=李明亮'), false);
  assert.equal(verdict('year>=2019'), true);
  assert.equal(verdict('year<2019'), false);
  assert.equal(verdict('price<=1200.5'), true);
  assert.equal(verdict('weight>0.4 kg'), true);
  assert.equal(verdict('publisher=X'), null);
});

test('values have one spelling', () => {
  assert.equal(oneSpelling('price', '￥1,200.50'), '1200.5 CNY');
  assert.equal(oneSpelling('publication_date', '2019年3月5日'), '2019-03-05');
  assert.equal(oneSpelling('isbn', '978-0-306-40615-7'), '9780306406157');
  assert.equal(oneSpelling('weight', '500 g'), oneSpelling('weight', '0.5 kg'));
});

test('records of several sources about one thing are one; other authors, years and numbers are others', () => {
  const record = (source: string, fields: Record<string, string>): UnifiedRecord => ({
    source,
    url: `http://${source}/1`,
    text: Object.values(fields).join(' '),
    place: 0,
    unchecked: [],
    fields: Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, [value]])),
  });
  const joined = joinRecords(
    [
      record('a', { title: 'Deep Sea!', author: 'John Smith', year: '2019' }),
      record('b', { title: 'deep sea', author: 'Smith, John', publication_date: '2019-03' }),
      record('c', { title: 'Deep Sea', author: 'Ann Lee', year: '2019' }),
      record('d', { title: 'Deep Sea', author: 'John Smith', year: '2021' }),
    ],
    parseRequest('sea'),
  );
  assert.deepEqual(joined.map(({ sources }) => sources.map(({ source }) => source)).sort(), [
    ['a', 'b'],
    ['c'],
    ['d'],
  ]);
});

test('a filter of field, comparison and value says one condition, by what it offers', () => {
  const html = `<form action="/t"><select name="c"><option value="">- column -</option><option>author</option><option>height</option></select>
    <select name="o"><option value="exact">=</option><option value="contains">contains</option><option value="gte">≥</option></select>
    <input name="v"><button>Search</button></form>`;
  const [found] = pageForms(parseDocument(html, 'http://x.test/t', 100));
  assert.ok(found);
  const form = knownForm(found);
  const asked = (text: string) => bindRequest(form, meaningsOf(form), parseRequest(text))?.values;
  assert.deepEqual(asked('author=Reed'), { c: 'author', o: 'contains', v: 'Reed' });
  assert.deepEqual(asked('height>=20'), { c: 'height', o: 'gte', v: '20' });
  assert.equal(asked('height<20'), undefined);
});

test('with a box for any words beside such a filter, each takes its own', () => {
  const html = `<form action="/t"><input type="search" name="s" aria-label="Search"><select name="c"><option value="">- column -</option><option>author</option><option>year</option></select>
    <select name="o"><option value="exact">=</option><option value="contains">contains</option><option value="gte">≥</option></select>
    <input name="v"><button>Search</button></form>`;
  assert.deepEqual(bound(html, 'year>=2005, sea')?.values, { c: 'year', o: 'gte', v: '2005', s: 'sea' });
  assert.deepEqual(bound(html, 'sea')?.values, { s: 'sea' });
});

test('records of data are called as the answer calls them, and an object by what it is', () => {
  const records = answerData([
    {
      id: 7,
      name: 'Deep Sea',
      writers: [{ name: 'Ann Lee', id: 3 }],
      price: { amount: 12.5, currency: 'EUR' },
      document: { label: 'x' },
    },
  ])?.records;
  const [row] = rowsOfData([{ record: records?.[0] ?? [], href: '/book/7' }], 'http://a.test/find');
  assert.equal(row?.url, 'http://a.test/book/7');
  assert.deepEqual(row?.fields, {
    id: ['7'],
    name: ['Deep Sea'],
    writers: ['Ann Lee'],
    writers_id: ['3'],
    price: ['12.5 EUR'],
    currency: ['EUR'],
    label: ['x'],
  });
});

test('what lies beyond the end of a range is said to be unchecked where a record does not tell', () => {
  const row = (title: string): AnswerRow => ({ fields: { title: [title] }, url: '', text: title, place: 0 });
  const { conditions } = parseRequest('year<2010, year>=2000');
  const [record] = unifiedRecords(
    'a',
    [row('Deep Sea')],
    { title: 'title' },
    {
      conditions,
      expressed: conditions,
      words: [],
    },
  );
  assert.deepEqual(record?.unchecked.map(conditionText), ['year<2010']);
});

test('where some records say what was asked for as words, the others are about something else', () => {
  const row = (text: string): AnswerRow => ({ fields: { title: [text] }, url: text, text, place: 0 });
  const { conditions } = parseRequest('author=Ann Lee');
  const titles = (rows: readonly string[]) =>
    unifiedRecords('a', rows.map(row), { title: 'title' }, { conditions, expressed: [], words: [] }).map(
      ({ text }) => text,
    );
  assert.deepEqual(titles(['Sea, Ann Lee', 'Ann Smith']), ['Sea, Ann Lee']);
  assert.deepEqual(titles(['Sea', 'River']), ['Sea', 'River']);
});
