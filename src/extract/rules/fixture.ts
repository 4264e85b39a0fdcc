import { profileOf } from '../../values/index.ts';
import { type LearnedLocator, learnLocators } from '../locate/index.ts';
import { pathOf, preparePage } from '../page/index.ts';
import type { FieldRule, PreparedPage, TemplateRules } from '../types.ts';
import { applyRules, find } from './apply.ts';
import { Watch } from './watch.ts';

/** Small shops for the tests of this room. */

/** A book as a page shows it. */
export interface Book {
  readonly title: string;
  readonly author: string;
  readonly price: string;
}

const authors = ['Anna Bell', 'Carl Dorn', 'Eve Finch', 'Gil Hart', 'Ida Jones'];

/** Books that differ in everything. */
export function books(count: number, from = 0): readonly Book[] {
  return Array.from({ length: count }, (_, at) => ({
    title: `Volume ${String.fromCharCode(65 + ((at + from) % 26))} of the sea`,
    author: authors[(at + from) % authors.length] as string,
    price: `$${12 + ((at + from) % 30)}.${10 + ((at + from) % 80)}`,
  }));
}

/** How a shop shows its books. */
export type Look = (book: Book) => string;

/** The usual look: a heading, and a table of labels and values. */
export const table: Look = ({ title, author, price }) =>
  `<div id="shop"><p class="nav">Home Books</p><h1>${title}</h1><table class="facts">
   <tr><th>Author:</th><td>${author}</td></tr><tr><th>Price:</th><td class="price">${price}</td></tr></table></div>`;

/** Pages of books, named by their number. */
export function pagesOf(some: readonly Book[], look: Look): readonly PreparedPage[] {
  return some.map((book, at) =>
    preparePage({
      name: String(at),
      url: `http://shop.test/book/${at}`,
      html: `<title>Shop</title>${look(book)}`,
    }),
  );
}

/** Rules as they are learned from pages of the usual look, with what is normal. */
export function shopRules(some = books(20)): TemplateRules {
  const pages = pagesOf(some, table);
  const fields = (['title', 'author', 'price'] as const).map((name): FieldRule => {
    const samples = pages.map((page, at) => ({
      page,
      spots: page.nodes
        .filter(({ text }) => text === some[at]?.[name])
        .map(({ index, text }) => ({ path: pathOf(page, index), node: index, text })),
    }));
    const rule = { name, confidence: 0.9, list: null, attribute: null, locators: learnLocators(samples) };
    return { ...rule, profile: profileOf(some.map((book) => [book[name]])) };
  });
  const about = { domain: 'shop.test', template: 'book', version: 1, learnedAt: '2026-05-01T12:00:00.000Z' };
  const rules = { ...about, pages: pages.map(({ name }) => name), fields, lists: [] };
  const watch = new Watch(rules);
  for (const page of pages) watch.add(page, applyRules(rules, page));
  const normal = watch.oddities();
  return {
    ...rules,
    fields: fields.map((field, at) => ({ ...field, ...(normal[at] && { normal: normal[at] }) })),
  };
}

/** What a rule finds on a page, as texts. */
export function found(rule: FieldRule, page: PreparedPage): readonly string[] {
  return find(rule, page).spots.map(({ text }) => text);
}

/** What locators find together on a page, as a rule of nothing but them. */
export function textsBy(locators: readonly LearnedLocator[], page: PreparedPage): readonly string[] {
  const rule = {
    name: 'field',
    confidence: 1,
    list: null,
    attribute: null,
    locators,
    profile: profileOf([]),
  };
  return find(rule, page).spots.map(({ text }) => text);
}
