import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from '../../../test/cases.ts';
import { matchPattern, parsePattern } from '../../dom/pattern.ts';
import { elementsOf } from '../../dom/xpath.ts';
import type { DocumentTree, ElementNode } from '../../model/document.ts';
import { inducePatterns } from '../patterns.ts';
import { leading, matched, observed } from './fixture.ts';

const attrs = fc.record(
  {
    id: fc.constantFrom('list', 'top'),
    class: fc.constantFrom('item', 'item active', 'box', 'css-1x2y3z'),
    role: fc.constantFrom('navigation'),
    go: fc.constantFrom('', 'list', 'thread', '!x', '!y'),
  },
  { requiredKeys: [], noNullPrototype: true },
);

const { element } = fc.letrec<{ element: ElementNode }>((tie) => ({
  element: fc.record(
    {
      tag: fc.constantFrom('div', 'ul', 'li', 'a', 'nav', 'x-box'),
      attrs,
      kids: fc.array(fc.oneof({ depthSize: 'small' }, fc.constantFrom('Next', 'one'), tie('element')), {
        maxLength: 4,
      }),
      shadow: fc.record({
        mode: fc.constant('open' as const),
        kids: fc.array(fc.record({ tag: fc.constant('a'), attrs }), { maxLength: 2 }),
      }),
    },
    { requiredKeys: ['tag'], noNullPrototype: true },
  ),
}));

const sample: fc.Arbitrary<DocumentTree> = fc.array(element, { maxLength: 5 }).map((kids) => ({
  url: 'u',
  base: 'u',
  doctype: null,
  title: '',
  lang: '',
  root: { tag: 'html', kids: [{ tag: 'body', kids }] },
}));

const samples = fc.array(sample, { minLength: 1, maxLength: 3 });

/** Paths of the elements that lead to unwanted pages. */
function unwanted(document: DocumentTree): readonly string[] {
  return [...elementsOf(document)]
    .filter(({ node }) => node.attrs?.go?.startsWith('!'))
    .map(({ xpath }) => xpath);
}

describe('whatever the pages,', () => {
  test('every element that led to a wanted page is covered', () => {
    fc.assert(
      fc.property(samples, (pages) => {
        const { patterns } = inducePatterns(pages, observed(pages));
        for (const document of pages) {
          for (const type of ['list', 'thread']) {
            const covered = new Set(matched(document, type, patterns));
            for (const xpath of leading(document, type)) assert.ok(covered.has(xpath), xpath);
          }
        }
      }),
    );
  });

  test('no path covers an unwanted element unless a warning names its pattern', () => {
    fc.assert(
      fc.property(samples, (pages) => {
        const { patterns, warnings } = inducePatterns(pages, observed(pages));
        for (const { paths, precision } of patterns) {
          const covered = paths.some((path) =>
            pages.some((document) => {
              const found = matchPattern(parsePattern(path), document);
              return unwanted(document).some((xpath) => found.has(xpath));
            }),
          );
          const warned = warnings.some((warning) => paths.some((path) => warning.startsWith(`${path} (`)));
          assert.equal(warned, covered);
          if (covered) assert.ok(precision < 1);
        }
      }),
    );
  });

  test('a single page never needs a warning', () => {
    fc.assert(
      fc.property(sample, (page) => assert.deepEqual(inducePatterns([page], observed([page])).warnings, [])),
    );
  });

  test('the order of the observations does not matter, and all paths of a pattern lead to the same wanted ones', () => {
    fc.assert(
      fc.property(samples, (pages) => {
        const seen = observed(pages);
        const learned = inducePatterns(pages, seen);
        assert.deepEqual(inducePatterns(pages, seen.toReversed()), learned);
        for (const { paths, leadsTo, support } of learned.patterns) {
          for (const path of paths) {
            const led = pages.flatMap((document) => {
              const found = matchPattern(parsePattern(path), document);
              return leading(document, leadsTo).filter((xpath) => found.has(xpath));
            });
            assert.equal(led.length, support, path);
          }
        }
      }),
    );
  });
});
