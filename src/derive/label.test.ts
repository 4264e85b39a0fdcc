import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EntryStep } from './entry-path.ts';
import { pageLabel } from './label.ts';

const open: EntryStep = { open: 'https://site.test/shop/item?id=99' };
const fire = (label: string, more: Partial<Extract<EntryStep, { fire: string }>> = {}): EntryStep => ({
  fire: 'click',
  id: null,
  xpath: '/HTML/BODY[1]/A[1]',
  instruction: 'inline:go()',
  label,
  ...more,
});

test('a state page is called by its title and by what led to it', () => {
  assert.equal(pageLabel('New thing', [open, fire('Reviews')]), 'New thing › Reviews');
  assert.equal(pageLabel('New thing', [open]), 'New thing');
  assert.equal(pageLabel(' ', [open, fire('Reviews')]), 'site.test/shop/item?id=99 › Reviews');
  assert.equal(pageLabel('Lost', []), 'Lost');
});

test('the same step in a row is counted, and long ways keep their beginning and their end', () => {
  const next = fire('Next');
  assert.equal(pageLabel('News', [open, next, next, next]), 'News › Next ×3');
  const way = ['a', 'b', 'c', 'd', 'e', 'f'].map((label) => fire(label));
  assert.equal(pageLabel('News', [open, ...way]), 'News › a › … › e › f');
});

test('of the numbers of a pager the last one tells where it led', () => {
  const turn = (page: number) => fire(`${page}`, { instruction: `http://site.test/a.js:load(${page})` });
  assert.equal(pageLabel('News', [open, turn(2), turn(3), turn(5)]), 'News › 5');
  const other = fire('7', { instruction: 'http://site.test/a.js:rate(7)' });
  assert.equal(pageLabel('News', [open, turn(2), other]), 'News › 2 › 7');
});

test('a route is called by its title, and what was fired on it by that alone', () => {
  const route = (label: string) => fire(label, { instruction: `https://site.test/#/${label}`, route: true });
  const way = [open, route('Cover'), fire('Menu'), route('Quick start')];
  assert.equal(pageLabel('Quick Start', way), 'Quick Start');
  assert.equal(pageLabel('Quick start', [...way, fire('More')]), 'Quick start › More');
  assert.equal(pageLabel('The app', way), 'The app › Quick start');
});

test('elements of one label are told apart by their place among them', () => {
  assert.equal(pageLabel('Shop', [open, fire('Details', { nth: 3 })]), 'Shop › Details (3)');
});

test('an element that says nothing is called by its value, its id, or its event', () => {
  assert.equal(pageLabel('Shop', [open, fire('Sort', { value: 'price' })]), 'Shop › Sort: price');
  assert.equal(pageLabel('Shop', [open, fire('', { value: 'ArrowRight' })]), 'Shop › ArrowRight');
  assert.equal(pageLabel('Shop', [open, fire('', { id: 'more' })]), 'Shop › more');
  assert.equal(pageLabel('Shop', [open, fire('', { fire: 'scroll' })]), 'Shop › scroll');
});

test('a label is one line of few words, whatever the element holds', () => {
  const label = pageLabel('A\n  title', [open, fire(`Read\u200b the ${'very '.repeat(30)}long\nstory`)]);
  assert.equal(label, 'A title › Read the very very very very…');
});
