import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pathOf } from '../page/index.ts';
import { fieldAt, pageOf } from './fixture.ts';
import { nameFields } from './name.ts';
import type { NamelessField, Pages } from './types.ts';
import { nameFrom } from './words.ts';

const things = ['Desk lamp', 'Linen cover', 'Copper kettle', 'Felt slippers', 'Oak tray'];
const made = (body: (thing: string, at: number) => string): Pages =>
  things.map((thing, at) => pageOf(String(at), body(thing, at), '<title>Hearth</title>'));

function named(pages: Pages, fields: readonly NamelessField[]): Readonly<Record<string, string>> {
  const names = nameFields({ pages, fields }).filter(({ field, name }) => field !== name);
  return Object.fromEntries(names.map(({ name, spots }) => [name, spots.get('1')?.[0]?.text ?? '']));
}

test('the only heading is the title and the price beside it the price, though nothing says so', () => {
  const pages = made(
    (thing, at) =>
      `<h1 data-f="a">${thing}</h1><p><span data-f="b">$${at + 12}.50</span><span class="ml-2 line-through" data-f="c">$${at + 31}.00</span></p>`,
  );
  const fields = ['a', 'b', 'c'].map((id) => fieldAt(id, pages));
  assert.deepEqual(named(pages, fields), { title: 'Linen cover', price: '$13.50' });
});

test('of two headings none is the title, and of two prices at one place none is the price', () => {
  const pages = made(
    (thing, at) =>
      `<h1 data-f="a">${thing}</h1><h1 data-f="b">No. ${at * 7}</h1><p><i data-f="c">$${at + 12}.50</i><i data-f="d">$${at + 31}.00</i></p>`,
  );
  assert.deepEqual(
    named(
      pages,
      ['a', 'b', 'c', 'd'].map((id) => fieldAt(id, pages)),
    ),
    {},
  );
});

test('what is paid by the year is a salary', () => {
  const pages = made((thing, at) => `<h1 data-f="a">${thing}</h1><p data-f="b">$${at + 60},000 a year</p>`);
  assert.deepEqual(
    named(
      pages,
      ['a', 'b'].map((id) => fieldAt(id, pages)),
    ),
    { title: 'Linen cover', salary: '$61,000 a year' },
  );
});

/** The dates that `time` elements have for machines. */
function machineDates(pages: Pages): NamelessField {
  const spots = pages.map((page) => {
    const node = page.nodes.findIndex(({ tag }) => tag === 'time');
    const text = page.nodes[node]?.attrs.datetime ?? '';
    return [page.name, [{ path: pathOf(page, node, 'datetime'), node, text }]] as const;
  });
  return { id: 'machine', list: null, attribute: 'datetime', spots: new Map(spots) };
}

test('"3 days ago" gives its name to the date that is written for machines, and a whole date keeps it', () => {
  const ago = made(
    (_, at) => `<p>Date posted: <time datetime="2026-03-0${at + 1}" data-f="a">${at + 2} days ago</time></p>`,
  );
  assert.deepEqual(named(ago, [fieldAt('a', ago), machineDates(ago)]), { date_posted: '2026-03-02' });
  const whole = made(
    (_, at) =>
      `<p>Date posted: <time datetime="2026-03-0${at + 1}" data-f="a">March ${at + 1}, 2026</time></p>`,
  );
  assert.deepEqual(named(whole, [fieldAt('a', whole), machineDates(whole)]), {
    date_posted: 'March 2, 2026',
  });
});

test('the label of a control of a form, and a sentence, name nothing that comes after them', () => {
  const control = made((thing) => `<label for="q">Search:</label><input id="q"><p data-f="a">${thing}</p>`);
  assert.deepEqual(named(control, [fieldAt('a', control)]), {});
  const sentence = made((_, at) => `<p data-f="a">${at + 404}</p><p>We could not find that page.</p>`);
  assert.deepEqual(named(sentence, [fieldAt('a', sentence)]), {});
});

test('what stands before a colon in a listing of a program is no label', () => {
  const pages = made((thing) => `<pre>/dev/md1: <b data-f="a">${thing}</b></pre>`);
  assert.deepEqual(named(pages, [fieldAt('a', pages)]), {});
});

test('names of structured data are written like others', () => {
  assert.equal(nameFrom('recipeIngredient'), 'recipe_ingredient');
  assert.equal(nameFrom('iPhone Model:'), 'iphone_model');
});
