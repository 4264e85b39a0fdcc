import assert from 'node:assert/strict';
import { test } from 'node:test';
import { choicesIn } from '../../dom/choices.ts';
import { contentUnits } from '../../dom/units.ts';
import type { DocumentTree, ElementNode, TreeNode } from '../../model/index.ts';
import { withoutAccounts } from './accounts.ts';
import { Seen } from './seen.ts';

const e = (tag: string, attrs: Record<string, string>, ...kids: TreeNode[]): ElementNode => ({
  tag,
  attrs,
  kids,
});
const select = (...names: string[]) => e('select', {}, ...names.map((name) => e('option', {}, name)));

function page(...body: TreeNode[]): DocumentTree {
  const url = 'http://h/';
  const root = e('html', {}, e('body', {}, ...body));
  return { url, base: url, doctype: 'html', title: '', lang: '', root };
}

const lists = [
  e('form', {}, select('Small', 'Large'), select('Red', 'Green', 'Dark blue')),
  e('label', {}, e('input', { type: 'checkbox' }), 'Wrapped'),
  e('input', { type: 'radio', id: 'post' }),
  e('label', { for: 'post' }, 'By post'),
  e('label', { for: 'name' }, 'Your name'),
];

/** What a state shows that says something, after a page was seen that says something else. */
function news(before: string, after: string): readonly string[] {
  const seen = new Seen();
  seen.add(0, contentUnits(page(...lists, e('p', {}, before)), null), []);
  const document = page(...lists, e('p', {}, after));
  const shown = withoutAccounts(contentUnits(document, null), document, seen);
  return seen.news(shown, [], { numbers: new Set(), turns: false });
}

test('an account of what is chosen is nothing new: five lists made 179 pages of one', () => {
  const first = 'You have chosen size large, colour red';
  assert.deepEqual(news(first, 'You have chosen size small, colour dark blue, wrapped'), []);
  assert.deepEqual(news(first, 'You have chosen red, green'), []);
  assert.deepEqual(news(first, 'small, red, by post'), []);
});

test('what says more than the choices, or no more than one of each of two lists, is something', () => {
  const first = 'You have chosen size large, colour red';
  assert.equal(news(first, 'You have chosen small, red, wrapped for 3 crowns').length, 1);
  assert.equal(news(first, 'You have chosen size small, colour green').length, 1);
  assert.equal(news(first, 'You have chosen green').length, 1);
  const prose = 'The garden is green and the sky is red when the sun goes down over it';
  assert.equal(
    news(`${prose}; by a small path`, 'The small garden is red when the sky goes green').length,
    1,
  );
});

test('choices are options, and what boxes and radio buttons are labelled with', () => {
  const said = choicesIn(page(...lists)).map((list) => [...list].join());
  assert.deepEqual(said, [
    'text small,text large',
    'text red,text green,text dark blue',
    'text wrapped',
    'text by post',
  ]);
});

test('what can be chosen itself is no account: the towns of another land were left out', () => {
  const towns = (land: string) =>
    page(select('North', 'South'), select('Town', `${land} town 1`, `${land} town 2`));
  const seen = new Seen();
  seen.add(0, contentUnits(towns('North'), null), []);
  const shown = withoutAccounts(contentUnits(towns('South'), null), towns('South'), seen);
  assert.ok(seen.news(shown, [], { numbers: new Set(), turns: false }).includes('text south town #'));
});
