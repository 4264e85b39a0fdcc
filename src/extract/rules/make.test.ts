import assert from 'node:assert/strict';
import { test } from 'node:test';
import { preparePage } from '../page/index.ts';
import { induce, match } from '../wrapper/index.ts';
import { applyRules } from './apply.ts';
import { parseRules, rulesText } from './file.ts';
import { makeRules } from './make.ts';

/** Authors with their books: a list in a list, of any length. */
const html = (page: number) =>
  `<h1>Shelf ${page}</h1>${Array.from(
    { length: 2 + (page % 3) },
    (_, author) =>
      `<section><h2>Author ${page}${author}</h2><ul>${Array.from({ length: 1 + ((page + author) % 4) }, (__, book) => `<li><b>Book ${page}${author}${book}</b> <i>$${page}.${author}${book}</i></li>`).join('')}</ul></section>`,
  ).join('')}`;

const pages = Array.from({ length: 8 }, (_, at) =>
  preparePage({ name: String(at), url: null, html: html(at) }),
);
const wrapper = induce(pages);
const sample = pages.map((page) => ({ page, extraction: match(wrapper, page) }));
const about = {
  domain: 'shelf.test',
  template: 'shelf',
  wrapper,
  sample,
  learnedAt: '2026-05-01T12:00:00.000Z',
};

test('rules find what the wrapper finds, on pages of the sample and on others', () => {
  const rules = makeRules({ ...about, names: [] });
  for (const number of [0, 3, 11]) {
    const page = preparePage({ name: 'x', url: null, html: html(number) });
    const { extraction } = applyRules(rules, page);
    const texts = [
      ...extraction.values.values(),
      ...extraction.items.flatMap(({ values }) => [...values.values()]),
    ]
      .flat()
      .map(({ text }) => text);
    for (const [, text = ''] of html(number).matchAll(/<(?:h1|h2|b|i)>([^<]*)/g))
      assert.ok(
        texts.some((each) => each.includes(text)),
        `${text} on page ${number}`,
      );
  }
});

test('rules that are made can be written and read, also where a list around another is lost', () => {
  const rules = makeRules({ ...about, names: [] });
  assert.deepEqual(parseRules(rulesText([rules]), 'x'), [rules]);
  const outer = wrapper.lists.filter(({ within }) => within === null).map(({ id }) => id);
  const without = sample.map(({ page, extraction }) => ({
    page,
    extraction: { ...extraction, items: extraction.items.filter(({ list }) => !outer.includes(list)) },
  }));
  const lost = makeRules({ ...about, sample: without, names: [] });
  assert.deepEqual(parseRules(rulesText([lost]), 'x'), [lost]);
});

test('of two fields with one name the surer keeps it', () => {
  const [one, other] = wrapper.fields.filter(
    ({ list, attribute }) => list === wrapper.fields[0]?.list && attribute === null,
  );
  const ids = [one, other].flatMap((field) => field?.id ?? []);
  const names = ids.map((field, at) => ({ field, name: 'price', confidence: 0.6 + at * 0.3, because: [] }));
  const named = makeRules({ ...about, names }).fields.filter(({ name }) => name === 'price');
  assert.ok(named.length <= 1 || new Set(named.map(({ list }) => list)).size === named.length);
  assert.equal(Math.max(...named.map(({ confidence }) => confidence)), names.at(-1)?.confidence);
});
