import assert from 'node:assert/strict';
import { test } from 'node:test';
import { books, type Look, pagesOf, shopRules, table } from '../rules/fixture.ts';
import type { PreparedPage, TemplateRules } from '../types.ts';
import { LiveTemplate } from './template.ts';

/** Pages that have no price more often than those that the rules were learned from. */
const priceless: Look = (book) => table({ ...book, price: '' });

function sees(template: LiveTemplate, pages: readonly PreparedPage[]): readonly string[] {
  for (const page of pages) template.see(page, template.apply(page), undefined);
  return template.notices().map(({ field, kind }) => `${field} ${kind}`);
}

/** Rules as they come out of learning: nothing is said about what is normal. */
function fresh(): TemplateRules {
  const { fields, ...rules } = shopRules();
  return { ...rules, pages: [], fields: fields.map(({ normal: _, ...field }) => field) };
}

const some = pagesOf(books(12, 3), priceless);
const more = pagesOf(books(12, 9), priceless);

test('rules from before notice at once that their template has changed', () => {
  assert.deepEqual(sees(new LiveTemplate(shopRules(), null, false), some), ['price missing']);
});

test('rules that were just made see first what is normal, notice what is not, and keep both', () => {
  const template = new LiveTemplate(fresh(), null, true);
  assert.deepEqual(sees(template, some), []);
  assert.deepEqual(sees(template, more), []);
  const price = template.settled().fields.find(({ name }) => name === 'price');
  assert.deepEqual(price?.normal, { pages: 44, missing: 24, strange: 0, split: 0 });
  const renamed: Look = () => '<p>Nothing is here any more</p>';
  assert.deepEqual(sees(template, pagesOf(books(12), renamed)), ['title missing', 'author missing']);
});
