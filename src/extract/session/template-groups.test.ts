import assert from 'node:assert/strict';
import { test } from 'node:test';
import { preparePage } from '../page/index.ts';
import { books, pagesOf, table } from '../rules/fixture.ts';
import type { PreparedPage, TemplateRules } from '../types.ts';
import { ownLearner } from './learn.ts';
import { LiveTemplate } from './template.ts';
import { groupsOf } from './template-groups.ts';

const learner = ownLearner(async () => []);
const about = { domain: 'shop.test', version: 1, learnedAt: '2026-05-01T12:00:00.000Z', pages: [] };

/** A template in use whose rules find nothing, but of which pages have been seen. */
function seen(name: string, pages: readonly PreparedPage[]): LiveTemplate {
  const rules: TemplateRules = { ...about, template: name, fields: [], lists: [] };
  const template = new LiveTemplate(rules, null, true);
  for (const page of pages) template.keep(page, template.apply(page));
  return template;
}

const chapters = ['a', 'b', 'c', 'd', 'e', 'f'].map((word) =>
  preparePage({
    name: `chapter-${word}`,
    url: null,
    html: `<title>${word}</title><article class="chapter"><header><h1>${word}</h1></header><section class="text"><p>${word} ${word}<p>More of ${word}</section><aside class="notes"><ol><li>${word}</ol></aside></article>`,
  }),
);

test('pages that have the structure of pages of a template are known for it, others are new', async () => {
  const some = pagesOf(books(9), table);
  const book = seen('book', some.slice(0, 3));
  const groups = await groupsOf([...some.slice(3), ...chapters], [book], learner);
  assert.deepEqual(
    groups.map(({ pages, templates }) => [pages.map(({ name }) => name), templates.map(({ name }) => name)]),
    [
      [some.slice(3).map(({ name }) => name), ['book']],
      [chapters.map(({ name }) => name), []],
    ],
  );
});

test('pages that stand for a template are not given back, and one that comes again is looked at itself', async () => {
  const book = seen('book', pagesOf(books(3), table));
  const [again] = await groupsOf(pagesOf(books(3), table), [book], learner);
  assert.deepEqual(
    again?.pages.map(({ name }) => name),
    ['0', '1', '2'],
  );
  assert.deepEqual(await groupsOf([], [book], learner), []);
});
