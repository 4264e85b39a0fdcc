import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseDocument } from '../../html/tree.ts';
import { type AnswerData, answerData, markupIn, recordLink } from './data.ts';
import { onwardRequests } from './onward.ts';
import { dataOnPage, dataPage, fragmentPage } from './page.ts';
import {
  filledTemplate,
  isSameRequest,
  nextRequest,
  pagersOf,
  type ScriptRequest,
  templateOf,
} from './template.ts';

const get = (url: string): ScriptRequest => ({ url, question: null, headers: {} });
const post = (contentType: string, body: string): ScriptRequest => ({
  url: 'http://a.test/find',
  question: { contentType, body },
  headers: {},
});

/** The request for other values, made of one that was seen. */
function again(request: ScriptRequest, seen: Record<string, string>, values: Record<string, string>) {
  const template = templateOf(request, seen);
  return template && filledTemplate(template, values);
}

test('a value is found in the query, the path, the pairs and the JSON of a request, and others are put there', () => {
  const [seen, values] = [{ q: 'zuzu' }, { q: 'a b&c' }];
  assert.equal(
    again(get('http://a.test/s?page=1&q=zuzu'), seen, values)?.url,
    'http://a.test/s?page=1&q=a%20b%26c',
  );
  assert.equal(again(get('http://a.test/s/zuzu/1'), seen, values)?.url, 'http://a.test/s/a%20b%26c/1');
  assert.equal(
    again(get('http://a.test/s?f=title:zuzu*'), seen, { q: 'sea' })?.url,
    'http://a.test/s?f=title%3Asea*',
  );
  const pairs = post('application/x-www-form-urlencoded', 'term=zuzu&x=1');
  assert.equal(again(pairs, seen, values)?.question?.body, 'term=a%20b%26c&x=1');
  const json = post('application/json', '{"query":{"text":"zuzu"},"size":20}');
  assert.equal(again(json, seen, { q: 'sea' })?.question?.body, '{"query":{"text":"sea"},"size":20}');
});

test('a short value is told by the name of its field, and by nothing where several places hold it', () => {
  const url = 'http://a.test/s?page=1&year=1&kind=2';
  assert.equal(again(get(url), { year: '1' }, { year: '7' })?.url, 'http://a.test/s?page=1&year=7&kind=2');
  assert.equal(templateOf(get(url), { other: '1' }), null);
  assert.equal(templateOf(get(url), { q: 'zuzu' }), null);
});

test('requests are the same apart from moments', () => {
  const one = get('http://a.test/s?q=sea&_=1700000000001');
  assert.ok(isSameRequest(one, get('http://a.test/s?q=sea&_=1700000000777')));
  assert.ok(!isSameRequest(one, get('http://a.test/s?q=river&_=1700000000001')));
  assert.ok(!isSameRequest(one, get('http://a.test/s?q=sea&token=k3&_=1700000000001')));
});

test('the next page of an answer is asked for where the request names a page or a place', () => {
  const next = (request: ScriptRequest, shown: number) => {
    const [pager] = pagersOf(request, ['1']).pagers;
    return pager === undefined ? null : nextRequest(request, pager, shown);
  };
  assert.equal(next(get('http://a.test/s?q=1&page=2'), 10)?.url, 'http://a.test/s?q=1&page=3');
  assert.equal(next(get('http://a.test/s?offset=20'), 10)?.url, 'http://a.test/s?offset=30');
  assert.equal(next(post('application/json', '{"from":0}'), 25)?.question?.body, '{"from":25}');
  assert.equal(next(get('http://a.test/s?q=1'), 10), null);
});

test('a value that was asked for is no offset, whatever it is called', () => {
  const asked = get('http://a.test/s?from=2001&page=1');
  assert.deepEqual(
    pagersOf(asked, ['2001']).pagers.map(({ slot }) => slot.name),
    ['page'],
  );
});

test('where no value is called as pages are, those that begin to count are tried, but what was asked for', () => {
  const asked = post('application/json', '{"variables":{"q":"1","o":0,"n":10}}');
  const { named, pagers } = pagersOf(asked, ['1']);
  assert.equal(named, false);
  assert.deepEqual(
    pagers.map((pager) => JSON.parse(nextRequest(asked, pager, 10)?.question?.body ?? '').variables.o),
    [10, 1],
  );
});

test('records of an answer are the list that says most, with how many there are', () => {
  const books = [1, 2, 3].map((id) => ({ id, title: `Book ${id}`, by: { name: 'Reed' }, _score: id / 7 }));
  const data = answerData({ facets: [{ n: 'x' }], meta: { total: 17, took: 3 }, data: { items: books } });
  assert.equal(data?.total, 17);
  assert.deepEqual(
    data?.records.map((record) => record.map(({ value }) => value)),
    [
      ['1', 'Book 1', 'Reed'],
      ['2', 'Book 2', 'Reed'],
      ['3', 'Book 3', 'Reed'],
    ],
  );
  assert.equal(answerData({ error: 'no' }), null);
  assert.equal(markupIn({ html: '<li>One</li>' }), '<li>One</li>');
  assert.equal(markupIn({ items: [{ text: '<p>One</p>' }] }), null);
});

test('of several answers at once the one that is a list is read, and later ones where the first was', () => {
  const hit = (id: number) => ({ objectID: `${id}`, title: `Book ${id}`, author: { name: 'Reed' } });
  const answers = (hits: readonly object[]) => ({ results: [{ hits, nbHits: 2, query: 'sea', index: 'b' }] });
  const first = answerData(answers([hit(1), hit(2), hit(3), hit(4)]));
  assert.deepEqual(first?.path, ['results', 0, 'hits']);
  assert.equal(first?.records.length, 4);
  assert.deepEqual(
    first?.records[0]?.map(({ name, within }) => [name, within]),
    [
      ['objectID', undefined],
      ['title', undefined],
      ['name', 'author'],
    ],
  );
  const { path } = first as AnswerData;
  assert.equal(answerData(answers([hit(1)]), path)?.records.length, 1);
  assert.deepEqual(answerData(answers([]), path)?.records, []);
  assert.equal(answerData({ results: [] }, path), null);
});

test('a page that was made of data gives its records back, and one that came as markup does not', () => {
  const records =
    answerData([{ id: 4, title: 'A "quoted" <b>Book</b> & more', price: { amount: 3 } }])?.records ?? [];
  const page = { title: 'x', data: { records, total: 1 }, link: null, base: 'http://a.test/', offers: {} };
  const read = (text: string) => dataOnPage(parseDocument(text, 'http://a.test/', 1000).root);
  assert.deepEqual(
    read(dataPage(page))?.map(({ record }) =>
      [...record].sort((one, other) => (one.name < other.name ? -1 : 1)),
    ),
    [
      [
        { name: 'amount', within: 'price', value: '3' },
        { name: 'id', value: '4' },
        { name: 'title', value: 'A "quoted" Book & more' },
      ],
    ],
  );
  assert.equal(read(fragmentPage('x', '<ol id="records"><li>One</li></ol>', {})), null);
  assert.match(
    fragmentPage('x', '<tr><td>One</td></tr>', {}, ['Title']),
    /<table><tr><th>Title<\/th><\/tr><tr><td>One/,
  );
});

test('where records lead is learned from the links that the page showed', () => {
  const data = answerData([4, 15].map((id) => ({ id, title: `Book ${id}` })));
  const records = data?.records ?? [];
  const link = recordLink(records, ['http://a.test/book/15', 'http://a.test/book/4']);
  assert.deepEqual(link, { name: 'id', before: 'http://a.test/book/', after: '' });
  assert.equal(recordLink(records, ['http://a.test/about', 'http://a.test/help']), null);
  const page = dataPage({
    title: 'sea',
    data: { records, total: 9 },
    link,
    base: 'http://a.test/',
    offers: {},
  });
  assert.match(page, /<p>9 results<\/p>.*<a href="http:\/\/a.test\/book\/4">.*Book 4/);
});

test('what an answer gives to ask for more with is an address, or a token under the name that takes it', () => {
  const request = get('http://a.test/s?q=sea');
  const urls = (answer: unknown) =>
    onwardRequests(request, answerData(answer) ?? { records: [], total: null, onward: [], path: [] }).map(
      ({ url }) => url,
    );
  const items = [{ id: 1, title: 'One' }];
  assert.deepEqual(urls({ next: 'http://a.test/s?q=sea&page=2', items }), ['http://a.test/s?q=sea&page=2']);
  assert.equal(urls({ meta: { next_cursor: 'YXQ6' }, items })[0], 'http://a.test/s?q=sea&cursor=YXQ6');
  assert.equal(urls({ nextPageToken: 'x1', items })[0], 'http://a.test/s?q=sea&pageToken=x1');
  assert.deepEqual(urls({ next: null, items: [{ next: 'not of the list', title: 'One' }] }), []);
  assert.deepEqual(urls({ next: 'http://other.test/', items }), []);
  const asked = post('application/json', '{"variables":{"q":"sea","after":null}}');
  const answer = answerData({ pageInfo: { endCursor: 'Y3' }, items }) as AnswerData;
  assert.equal(onwardRequests(asked, answer)[0]?.question?.body, '{"variables":{"q":"sea","after":"Y3"}}');
});
