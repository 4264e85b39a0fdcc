import assert from 'node:assert/strict';
import { test } from 'node:test';
import { classFacts } from './class-facts.ts';
import type { SeenAction } from './observe.ts';

function fired(source: number, text: string, target: number, label = ''): SeenAction {
  const className = text.slice(0, text.indexOf('('));
  return { source, text, className, target, xpath: '/HTML', event: 'click', label, fired: true };
}

const inOne = () => 0;

test('instructions that led to one page each from several pages need no test', () => {
  const actions = [
    fired(0, 'load(2)', 2),
    fired(0, 'load(3)', 3),
    fired(2, 'load(3)', 3),
    fired(2, 'load(1)', 0),
  ];
  assert.deepEqual(classFacts(actions, inOne), [
    { name: 'load', sameFromAnywhere: true, byValues: false, leadsHome: ['load(1)'] },
  ]);
});

test('one that led elsewhere from another page is no such class', () => {
  const actions = [fired(0, 'next()', 2), fired(2, 'next()', 3), fired(0, 'load(2)', 2)];
  assert.deepEqual(classFacts(actions, inOne), []);
});

test('the same instruction in another document is another one', () => {
  const documentOf = (page: number) => (page < 10 ? 0 : 10);
  const actions = [fired(0, 'load(2)', 2), fired(2, 'load(2)', 2), fired(10, 'load(2)', 12)];
  assert.deepEqual(classFacts(actions, documentOf), [
    { name: 'load', sameFromAnywhere: true, byValues: false, leadsHome: [] },
  ]);
});

test('what was fired from one page only shows nothing', () => {
  assert.deepEqual(classFacts([fired(0, 'load(2)', 2), fired(0, 'load(3)', 3)], inOne), []);
});

test('labels do not matter where data alone decides', () => {
  const actions = [
    fired(0, 'h(data-page=2 2)', 2, '2'),
    fired(0, 'h(data-page=2 Next)', 2, 'Next'),
    fired(2, 'h(data-page=1 1)', 0, '1'),
    fired(2, 'h(data-page=1 Previous)', 0, 'Previous'),
    fired(3, 'h(data-page=2 2)', 2, '2'),
  ];
  assert.deepEqual(classFacts(actions, inOne), [
    { name: 'h', sameFromAnywhere: true, byValues: true, leadsHome: ['h(data-page=1)'] },
  ]);
});
