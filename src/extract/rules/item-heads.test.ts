import assert from 'node:assert/strict';
import { test } from 'node:test';
import { preparePage } from '../page/index.ts';
import type { TemplateRules } from '../types.ts';
import { applyRules } from './apply.ts';
import { parseRules, rulesText } from './file.ts';
import { shopRules } from './fixture.ts';
import { isHead, learnHeads } from './item-heads.ts';

const rows = (count: number, odd = '') =>
  preparePage({
    name: String(count),
    url: null,
    html: `<table><tr><th>Name</th><th>Price</th></tr>${Array.from({ length: count }, (_, at) => `<tr><td><a href="/${at}">Thing ${at}</a></td><td>$${at}</td></tr><tr><td colspan=2>About thing ${at}</td></tr>`).join('')}${odd}</table>`,
  });

const table = (page: ReturnType<typeof rows>) =>
  page.nodes.find(({ tag }) => tag === 'tbody')?.kids.slice() ?? [];

const sampleOf = (count: number, odd = '') => {
  const page = rows(count, odd);
  const siblings = table(page);
  return { page, siblings, starts: new Set(siblings.filter((_, at) => at % 2 === 1 && at < 2 * count)) };
};

test('what items begin with is told by what their siblings lack', () => {
  const words = learnHeads([sampleOf(4), sampleOf(7), sampleOf(3)]);
  assert.equal(words[0], 'tag tr');
  const page = rows(9);
  const found = table(page).filter((node) => isHead(page, node, words));
  assert.deepEqual(
    found,
    table(page).filter((_, at) => at % 2 === 1),
  );
});

test('a row of another make is no item, whichever page has it', () => {
  const words = learnHeads([sampleOf(8), sampleOf(9, '<tr><td><a href=/more>More</a></td></tr>')]);
  const page = rows(2, '<tr><td><a href=/more>More</a></td></tr>');
  assert.equal(table(page).filter((node) => isHead(page, node, words)).length, 2);
});

const listed = (heads: readonly string[]): TemplateRules => ({
  ...shopRules(),
  fields: [
    {
      name: 'title',
      confidence: 1,
      list: 'l1',
      attribute: null,
      locators: [{ locator: { kind: 'absolute', path: '.[1]/TD[1]/A[1]/text()[1]' }, support: 1 }],
      profile: {
        count: 0,
        distinct: 0,
        missing: 0,
        pages: 0,
        type: 'text',
        lengths: [0, 99],
        forms: {},
        samples: [],
      },
    },
  ],
  lists: [
    {
      id: 'l1',
      within: null,
      span: 2,
      heads,
      locators: [{ kind: 'absolute', path: '/HTML/BODY[1]/TABLE[1]/TBODY[1]' }],
    },
  ],
});

test('rules say in a file what items begin with, and find them by it', () => {
  const rules = listed(['tag tr', 'has a']);
  const [read] = parseRules(rulesText([rules]), 'rules.json');
  assert.deepEqual(read?.lists, rules.lists);
  const { items } = applyRules(read as TemplateRules, rows(3));
  assert.deepEqual(
    items.map(({ nodes, findings }) => [nodes.length, findings[0]?.spots[0]?.text]),
    [
      [2, 'Thing 0'],
      [2, 'Thing 1'],
      [2, 'Thing 2'],
    ],
  );
});

test('a word that says nothing about an item is named with its place', () => {
  assert.throws(
    () => parseRules(rulesText([listed(['tag tr', 'nice'])]), 'rules.json'),
    /lists\[0\]\.heads\[1\]/,
  );
});
