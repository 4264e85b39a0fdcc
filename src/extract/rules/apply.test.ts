import assert from 'node:assert/strict';
import { test } from 'node:test';
import { preparePage } from '../page/index.ts';
import type { FieldRule, TemplateRules } from '../types.ts';
import { applyRules, find } from './apply.ts';
import { books, found, pagesOf, shopRules, table } from './fixture.ts';

const rules = shopRules();
const field = (name: string) => rules.fields.find((each) => each.name === name) as FieldRule;

test('rules find the fields of pages that they were not learned from, without alarms', () => {
  const fresh = books(5, 20);
  for (const [at, page] of pagesOf(fresh, table).entries()) {
    const { extraction, alarms } = applyRules(rules, page);
    const { title, author, price } = fresh[at] as (typeof fresh)[number];
    assert.deepEqual(
      [...extraction.values].map(([name, spots]) => [name, spots.map(({ text }) => text)]),
      [
        ['title', [title]],
        ['author', [author]],
        ['price', [price]],
      ],
    );
    assert.deepEqual(alarms, []);
    assert.ok(extraction.fit > 0.9);
  }
});

test('alternatives outvote one that has gone wrong', () => {
  const [page] = pagesOf(books(1), (book) => `<div class="banner"><p>Sale</p></div>${table(book)}`);
  assert.ok(page);
  assert.deepEqual(found(field('price'), page), ['$12.10']);
  assert.deepEqual(found(field('title'), page), ['Volume A of the sea']);
});

test('a value that is unlike all before it is told, and so is one that is absent', () => {
  const [strange, absent] = pagesOf(books(2), table).map((page, at) => {
    const html = table(books(2)[at] as never);
    const changed =
      at === 0
        ? html.replace('$12.10', 'Please ask our friendly staff')
        : html.replace(/<tr><th>Price.*?<\/tr>/s, '');
    return preparePage({ name: page.name, url: page.url, html: changed });
  });
  const told = [strange, absent].map((page) =>
    applyRules(rules, page as never).alarms.map(({ kind, field: name, text }) => [kind, name, text]),
  );
  assert.deepEqual(told[0], [
    ['strange', 'price', 'expected a value such as "$12.10", got "Please ask our friendly staff"'],
  ]);
  assert.deepEqual(told[1], [['missing', 'price', 'expected a value such as "$12.10", found none']]);
});

test('alternatives that disagree are told', () => {
  const rule = field('price');
  const other = {
    locator: { kind: 'label', label: 'Author:', steps: '../../TD[1]/text()[1]' } as const,
    support: 20,
  };
  const split: FieldRule = {
    ...rule,
    locators: [rule.locators[0] as never, other],
    profile: { ...rule.profile, count: 0 },
  };
  const [page] = pagesOf(books(1), table);
  const { alarms } = applyRules({ ...rules, fields: [split] }, page as never);
  assert.deepEqual(
    alarms.map(({ kind }) => kind),
    ['split'],
  );
});

test('items of lists have their own fields, whatever number of siblings they are made of', () => {
  const list: TemplateRules = {
    ...rules,
    fields: [
      {
        ...field('title'),
        list: 'l1',
        locators: [{ locator: { kind: 'absolute', path: '.[1]/text()[1]' }, support: 1 }],
      },
      {
        ...field('price'),
        list: 'l1',
        locators: [{ locator: { kind: 'absolute', path: '.[2]/text()[1]' }, support: 1 }],
      },
    ],
    lists: [
      {
        id: 'l1',
        within: null,
        locators: [{ kind: 'absolute', path: '/HTML/BODY[1]/DL[1]/DT[*]' }],
        span: 2,
      },
    ],
  };
  const html =
    '<dl><dt>Volume A of the sea</dt><dd>$1.10</dd><dt>Volume B of the sea</dt><dt>Volume C of the sea</dt><dd>$3.10</dd></dl>';
  const { items } = applyRules(list, preparePage({ name: 'p', url: null, html }));
  const texts = items.map(({ findings }) => findings.map(({ spots }) => spots[0]?.text ?? null));
  assert.deepEqual(texts, [
    ['Volume A of the sea', '$1.10'],
    ['Volume B of the sea', null],
    ['Volume C of the sea', '$3.10'],
  ]);
});

test('what was marked as advertisement is extracted all the same where rules say so', () => {
  const [book] = books(1);
  const page = preparePage({ name: 'p', url: null, html: table(book as never) }, ({ nodes }) =>
    nodes.filter(({ attrs }) => attrs.class === 'price').map(({ index }) => index),
  );
  const price = page.nodes.find(({ text }) => text === '$12.10');
  assert.equal(page.noise.get(price?.index ?? -1), 'advertisement');
  assert.deepEqual(
    find(field('price'), page).spots.map(({ text }) => text),
    ['$12.10'],
  );
});
