import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../../test/cases.ts';
import type { FieldRule } from '../types.ts';
import { applyRules } from './apply.ts';
import { books, found, type Look, pagesOf, shopRules, table } from './fixture.ts';
import { repairField } from './repair.ts';
import { tail, Watch } from './watch.ts';

const rules = shopRules();
const some = books(12);
const known = some.map(({ title, author, price }) => ({ title, author, price }));

function watched(look: Look, withKnown: boolean): Watch {
  const watch = new Watch(rules);
  for (const [at, page] of pagesOf(some, look).entries())
    watch.add(page, applyRules(rules, page), withKnown ? known[at] : undefined);
  return watch;
}

test('an unchanged template is not noticed, nor one in which the rules still hold', () => {
  assert.deepEqual(watched(table, true).notices(), []);
  assert.deepEqual(watched((book) => `<p>Sale!</p>${table(book)}`, true).notices(), []);
});

/** Everything by which the price was found is another. */
const moved: Look = ({ title, author, price }) =>
  `<div id="shop"><h1>${title}</h1><table class="facts"><tr><th>Author:</th><td>${author}</td></tr></table>
   <section class="buy"><span>now</span><b>${price}</b></section></div>`;

test('a field that has moved is noticed by the values that are known, and without them', () => {
  for (const withKnown of [true, false]) {
    const notices = watched(moved, withKnown).notices();
    assert.deepEqual(
      notices.map(({ field }) => field),
      ['price'],
    );
    assert.equal(notices[0]?.count, 12);
    assert.equal(notices[0]?.pages, 12);
  }
});

test('a label that has moved into the values is noticed', () => {
  const look: Look = (book) => table({ ...book, author: `Written_by ${book.author}` });
  assert.deepEqual(
    watched(look, false)
      .notices()
      .map(({ field, kind }) => [field, kind]),
    [['author', 'strange']],
  );
});

test('a rule is repaired where pages still show the known values, and holds on others', () => {
  const price = rules.fields.find(({ name }) => name === 'price') as FieldRule;
  const pages = pagesOf(some, moved).map((page, at) => ({
    page,
    known: known[at] as (typeof known)[number],
  }));
  const repaired = repairField(price, pages);
  assert.ok(repaired);
  const fresh = books(5, 40);
  for (const [at, page] of pagesOf(fresh, moved).entries())
    assert.deepEqual(found(repaired, page), [fresh[at]?.price]);
});

test('a value that has got its label into its text is cut out of it', () => {
  const author = rules.fields.find(({ name }) => name === 'author') as FieldRule;
  const look: Look = ({ title, author: who }) => `<h1>${title}</h1><p class="by">Author: ${who}</p>`;
  const pages = pagesOf(some, look).map((page, at) => ({ page, known: known[at] as (typeof known)[number] }));
  const repaired = repairField(author, pages);
  assert.ok(repaired);
  assert.deepEqual(found(repaired, pagesOf(books(1, 2), look)[0] as never), ['Eve Finch']);
});

test('nothing is repaired where pages show other values', () => {
  const price = rules.fields.find(({ name }) => name === 'price') as FieldRule;
  const pages = pagesOf(some, ({ title }) => `<h1>${title}</h1>`).map((page, at) => ({
    page,
    known: known[at] as (typeof known)[number],
  }));
  assert.equal(repairField(price, pages), null);
});

test('the chance of odd pages falls with their number and with how normal they are', () => {
  const count = fc.integer({ min: 0, max: 20 });
  fc.assert(
    fc.property(
      count,
      fc.integer({ min: 20, max: 40 }),
      fc.integer({ min: 0, max: 50 }),
      (odd, pages, usual) => {
        const chance = tail(odd, pages, usual, 60);
        assert.ok(chance >= -1e-9 && chance <= 1 + 1e-9);
        assert.ok(tail(odd + 1, pages, usual, 60) <= chance + 1e-9);
        assert.ok(tail(odd, pages, usual + 1, 60) >= chance - 1e-9);
      },
    ),
  );
  assert.ok(Math.abs(tail(0, 10, 1, 10) - 1) < 1e-9);
});
