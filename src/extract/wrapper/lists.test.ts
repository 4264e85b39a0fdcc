import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PageFindings } from '../types.ts';
import { learn, page, textsOf } from './fixture.ts';
import { induce } from './induce.ts';
import { match } from './match.ts';

const results = (items: readonly string[]) =>
  `<h1>Results for q${items.length}</h1><ul class=hits>${items.map((item) => `<li><a href="/${item}">${item}</a><span>${item.length} pages</span></li>`).join('')}</ul><p>End of list</p>`;

const itemTexts = ({ items }: PageFindings, list?: string) =>
  items
    .filter((item) => list === undefined || item.list === list)
    .map(({ values }) => [...values.values()].flatMap((spots) => spots.map(({ text }) => text)));

test('lists have as many items as a page shows: none, one, many', () => {
  const samples = [
    results(['alpha', 'be']),
    results(['gam', 'delta', 'eps', 'zeta']),
    results(['eta', 'theta', 'i']),
  ];
  const { wrapper } = learn(samples, '');
  assert.equal(wrapper.lists.length, 1);
  for (const wanted of [[], ['one'], ['a1', 'b22', 'c333', 'd4444', 'e55555', 'f6', 'g7']]) {
    const found = match(wrapper, page(results(wanted)));
    assert.deepEqual(
      itemTexts(found),
      wanted.map((item) => [`/${item}`, item, `${item.length} pages`]),
    );
  }
});

test('items that only one of the samples shows more than once are a list', () => {
  const { wrapper, found } = learn(
    [results(['alpha']), results(['be', 'gam', 'del']), results(['eps'])],
    results(['x', 'y']),
  );
  assert.equal(wrapper.lists.length, 1);
  assert.equal(found.items.length, 2);
});

test('records that span several siblings are one item each', () => {
  const list = (names: readonly string[]) =>
    `<dl>${names.map((name) => `<dt><a href="/${name}">${name}</a></dt><dd>about ${name}</dd><dd>more ${name}</dd>`).join('')}</dl>`;
  const { wrapper, found } = learn(
    [list(['a', 'b', 'c']), list(['d', 'e']), list(['f', 'g', 'h', 'i'])],
    list(['k', 'l', 'm', 'n', 'o']),
  );
  assert.equal(wrapper.lists.length, 1);
  assert.deepEqual(
    found.items.map(({ nodes }) => nodes.length),
    [3, 3, 3, 3, 3],
  );
  assert.deepEqual(itemTexts(found)[4], ['/o', 'o', 'about o', 'more o']);
});

test('two lists side by side stay two', () => {
  const lists = (links: readonly string[], rows: readonly string[]) =>
    `<div>${links.map((link) => `<a class=tag href="/t/${link}">${link}</a>`).join('')}${rows.map((row) => `<div class=row><b>${row}</b><i>${row}!</i></div>`).join('')}</div>`;
  const { wrapper, found } = learn(
    [
      lists(['a', 'b'], ['one', 'two', 'three']),
      lists(['c', 'd', 'e'], ['four', 'five']),
      lists(['f'], ['six']),
    ],
    lists(['g', 'h', 'i', 'j'], ['seven', 'eight']),
  );
  assert.equal(wrapper.lists.length, 2);
  const [tags, rows] = wrapper.lists;
  assert.deepEqual(itemTexts(found, tags?.id), [
    ['/t/g', 'g'],
    ['/t/h', 'h'],
    ['/t/i', 'i'],
    ['/t/j', 'j'],
  ]);
  assert.deepEqual(itemTexts(found, rows?.id), [
    ['seven', 'seven!'],
    ['eight', 'eight!'],
  ]);
});

test('lists within lists belong to their items', () => {
  const groups = (all: readonly (readonly string[])[]) =>
    `<section>${all.map((names, at) => `<article><h2>Group ${at}${names.length}</h2><ul>${names.map((name) => `<li><b>${name}</b> is ${name}</li>`).join('')}</ul></article>`).join('')}</section>`;
  const { wrapper, found } = learn(
    [
      groups([['a', 'b'], ['c'], ['d', 'e', 'f']]),
      groups([['g'], ['h', 'i']]),
      groups([['j', 'k'], ['l'], ['m'], ['n', 'o']]),
    ],
    groups([['p'], ['q', 'r', 's']]),
  );
  const [outer, inner] = wrapper.lists;
  assert.deepEqual(inner, { id: inner?.id, within: outer?.id });
  assert.equal(found.items.filter(({ list }) => list === outer?.id).length, 2);
  assert.equal(found.items.filter(({ list }) => list === inner?.id).length, 4);
  assert.deepEqual(itemTexts(found, outer?.id)[0], ['Group 01', 'p', 'is p']);
});

test('navigation that all pages share is no list of data', () => {
  const nav = ['Home', 'News', 'Shop', 'About us', 'Contact']
    .map((name) => `<li><a href="/${name}">${name}</a></li>`)
    .join('');
  const body = (title: string) => `<ul>${nav}</ul><h1>${title}</h1>`;
  const { wrapper, found } = learn([body('a'), body('b'), body('c')], body('d'));
  assert.deepEqual(wrapper.lists, []);
  assert.deepEqual(textsOf(wrapper, found), [['d']]);
});

test('repetition made to defeat the search ends soon and spoils nothing else', () => {
  const tags = ['b', 'i', 'u', 's'];
  const noise = (seed: number) => {
    let state = seed;
    return Array.from({ length: 1500 }, () => {
      state = (state * 1103515245 + 12345) % 2147483648;
      const tag = tags[state % tags.length];
      return `<${tag}>${state % 7}</${tag}>`;
    }).join('');
  };
  const body = (at: number) => `<h1>Title ${at}</h1><div>${noise(at)}</div><p>By author ${at}</p>`;
  const before = process.cpuUsage();
  const { wrapper, found } = learn([1, 2, 3, 4, 5].map(body), body(6));
  const spent = process.cpuUsage(before);
  assert.ok(spent.user + spent.system < 20_000_000, 'bounded');
  const texts = textsOf(wrapper, found).flat();
  assert.ok(texts.includes('Title 6') && texts.includes('By author 6'));
});

test('a table of a megabyte is learned and matched', () => {
  const table = (rows: number, seed: number) =>
    `<h1>Stock ${seed}</h1><table>${Array.from({ length: rows }, (_, at) => `<tr><td>Item ${at * seed}</td><td><a href="/item/${at}">See item number ${at * seed}</a></td><td>$${at}.00</td></tr>`).join('')}</table>`;
  const large = table(11_000, 7);
  assert.ok(large.length > 900_000);
  const wrapper = induce([page(table(5, 3)), page(large), page(table(40, 5))]);
  const found = match(wrapper, page(table(10_000, 11)));
  assert.equal(found.items.length, 10_000);
  assert.deepEqual(itemTexts(found)[9999], [
    `Item ${9999 * 11}`,
    '/item/9999',
    `See item number ${9999 * 11}`,
    '$9999.00',
  ]);
});
