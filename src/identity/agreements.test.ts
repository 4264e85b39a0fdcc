import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Agreements, withoutLabel } from './agreements.ts';

function fire(agreements: Agreements, source: number, text: string, target: number, label = ''): void {
  const className = text.slice(0, text.indexOf('('));
  agreements.note({ className, document: 0, source, text, label }, target);
}

test('a call that looks like a step is free once it has led to the same page from several', () => {
  const agreements = new Agreements();
  for (const page of [2, 3, 4, 5]) fire(agreements, 1, `goPage(${page})`, page);
  fire(agreements, 2, 'goPage(4)', 4);
  assert.equal(agreements.isFree('goPage'), false);
  fire(agreements, 3, 'goPage(5)', 5);
  assert.equal(agreements.isFree('goPage'), true);
  const asked = { className: 'goPage', document: 0, text: 'goPage(2)', label: '' };
  assert.equal(agreements.targetOf(asked), 2);
  assert.equal(agreements.targetOf({ ...asked, document: 9 }), null);
});

test('a real step never is: it leads elsewhere from elsewhere', () => {
  const agreements = new Agreements();
  for (let page = 1; page < 9; page++) fire(agreements, page, 'turn(1)', page + 1);
  assert.equal(agreements.isFree('turn'), false);
  assert.equal(agreements.targetOf({ className: 'turn', document: 0, text: 'turn(1)', label: '' }), null);
});

test('what is written on elements does not matter where their data lead to the same pages', () => {
  const agreements = new Agreements();
  for (const page of [2, 3, 4]) fire(agreements, 1, `h.click(data-page=${page} ${page})`, page, `${page}`);
  fire(agreements, 2, 'h.click(data-page=3 Next)', 3, 'Next');
  assert.equal(agreements.isByValues('h.click'), false);
  fire(agreements, 1, 'h.click(data-page=4 Last)', 4, 'Last');
  assert.equal(agreements.isByValues('h.click'), true);
  const asked = { className: 'h.click', document: 0, text: 'h.click(data-page=4 Next)', label: 'Next' };
  assert.equal(agreements.targetOf(asked), 4);
});

test('one contradiction ends the belief for good', () => {
  const agreements = new Agreements();
  agreements.trust([{ name: 'goPage', sameFromAnywhere: true, byValues: false, leadsHome: [] }]);
  fire(agreements, 1, 'goPage(2)', 2);
  assert.equal(agreements.isFree('goPage'), true);
  fire(agreements, 2, 'goPage(2)', 4);
  assert.equal(agreements.isFree('goPage'), false);
});

test('a label is taken off the end, and only where data is left', () => {
  assert.equal(withoutLabel('p.click(data-do=go data-args=2 2)', '2'), 'p.click(data-do=go data-args=2)');
  assert.equal(withoutLabel('p.click(data-do=go data-args=10)', '10'), null);
  assert.equal(withoutLabel('p.click(Next)', 'Next'), null);
  assert.equal(withoutLabel('p.click(data-x=1)', ''), null);
});
