import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { DocumentTree, ElementNode } from '../model/document.ts';
import { changeOfMarks } from './change.ts';

const row = (name: string, more: Partial<ElementNode> = {}): ElementNode => ({
  tag: 'li',
  kids: [name],
  ...more,
});
const shown = (body: Partial<ElementNode>, ...kids: ElementNode[]): DocumentTree => {
  const root: ElementNode = { tag: 'html', kids: [{ tag: 'body', kids, ...body }] };
  return { url: 'http://h/', base: 'http://h/', doctype: null, title: '', lang: '', root };
};

describe('marks', () => {
  const before = shown({}, row('Ada'), row('Bob'));

  test('are another class or state of an element in the body, or a box that is ticked', () => {
    for (const marked of [
      row('Bob', { attrs: { class: 'on' } }),
      row('Bob', { attrs: { 'aria-selected': 'true' } }),
      row('Bob', { checked: true }),
    ])
      assert.equal(changeOfMarks(before, shown({}, row('Ada'), marked)), true);
  });

  test('are no style, no title, and nothing that the whole body wears', () => {
    const styled = row('Bob', { attrs: { style: 'color:red', title: 'Robert' } });
    assert.equal(changeOfMarks(before, shown({}, row('Ada'), styled)), false);
    assert.equal(changeOfMarks(before, shown({ attrs: { class: 'dark' } }, row('Ada'), row('Bob'))), false);
  });

  test('are none where nothing has changed', () => {
    assert.equal(changeOfMarks(before, before), false);
  });
});
