import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from '../../test/cases.ts';
import type { DocumentTree, ElementNode, TreeNode } from '../model/document.ts';
import { differences, type Showing } from './differences.ts';
import { visitParts } from './parts.ts';

function documentOf(...kids: TreeNode[]): DocumentTree {
  const root: ElementNode = { tag: 'html', kids: [{ tag: 'body', kids }] };
  return { url: 'http://h/', base: 'http://h/', doctype: 'html', title: '', lang: '', root };
}

const p = (text: string): ElementNode => ({ tag: 'p', kids: [text] });
const box = (...kids: TreeNode[]): ElementNode => ({ tag: 'div', kids });

/** Everything that a document shows. */
function shownBy(document: DocumentTree): Set<string> {
  const all = new Set<string>();
  visitParts(document, null, (place, print) => all.add(`${place} ${print}`));
  return all;
}

function agrees(showings: readonly Showing[], document: DocumentTree): boolean {
  const all = shownBy(document);
  return showings.every(({ place, print }) => all.has(`${place} ${print}`));
}

describe('the differences of a document from what it was', () => {
  test('are none where it shows the same', () => {
    const one = documentOf(box(p('a'), p('b')));
    assert.deepEqual(differences(one, documentOf(box(p('a'), p('b'))), null), { added: [], removed: [] });
  });

  test('are in the smallest places, and a third page that shows them agrees', () => {
    const list = (page: number, tab: string) => documentOf(box(p(`list ${page}`)), box(p(`tab ${tab}`)));
    const { added, removed } = differences(list(2, 'a'), list(2, 'b'), null);
    assert.equal(added.length, 1);
    assert.equal(removed.length, 0);
    assert.equal(agrees(added, list(1, 'b')), true, 'tab b is shown beside another list page');
    assert.equal(agrees(added, list(1, 'a')), false);
  });

  test('of something inserted do not depend on what was inserted before it', () => {
    const section = (name: string, open: boolean) => [
      { tag: 'h3', kids: [name] },
      ...(open ? [p(`on ${name}`)] : []),
    ];
    const page = (...open: boolean[]) =>
      documentOf(box(...['x', 'y', 'z'].flatMap((name, at) => section(name, open[at] ?? false))));
    const { added } = differences(page(true, false, false), page(true, true, false), null);
    assert.equal(agrees(added, page(false, true, false)), true);
    assert.equal(agrees(added, page(true, false, true)), false);
  });

  test('of something closed are what went', () => {
    const { added, removed } = differences(documentOf(box(p('a'), p('b'))), documentOf(box(p('a'))), null);
    assert.equal(added.length, 0);
    assert.equal(removed.length, 1);
    assert.equal(agrees(removed, documentOf(box(p('b')))), true);
  });

  test('hidden things are not there', () => {
    const panel = (hidden: boolean): ElementNode => ({
      ...box(p('inside')),
      ...(hidden && { hidden: true as const }),
    });
    const closed = documentOf(p('a'), panel(true));
    assert.equal(agrees(differences(closed, documentOf(p('a'), panel(false)), null).added, closed), false);
    assert.equal(shownBy(closed).size < shownBy(documentOf(p('a'), panel(false))).size, true);
  });

  test('the order of equal rows is one', () => {
    const rows = (...names: string[]) => documentOf(box(...names.map(p)));
    const { added } = differences(rows('a', 'b', 'c'), rows('c', 'a', 'b'), null);
    assert.equal(added.length > 0, true);
    assert.equal(agrees(added, rows('b', 'a', 'c')), false);
  });

  test('never say that two neighbouring pages of a list agree', () => {
    const word = fc.stringMatching(/^[a-z]{3,8}$/);
    const list = fc.uniqueArray(word, { minLength: 9, maxLength: 9 });
    fc.assert(
      fc.property(list, (words) => {
        const page = (number: number) =>
          documentOf(p('template'), box(...words.slice(3 * number, 3 * number + 3).map(p)));
        const { added } = differences(page(0), page(1), null);
        assert.equal(agrees(added, page(1)), true);
        assert.equal(agrees(added, page(0)), false);
        assert.equal(agrees(added, page(2)), false);
      }),
    );
  });
});
