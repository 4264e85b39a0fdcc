import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../test/cases.ts';
import { parseQuery } from './query.ts';
import { snippetOf, soughtOf } from './snippets.ts';

const snippet = (text: string, query: string, length?: number) => {
  const { text: piece, marks } = snippetOf([text], soughtOf(parseQuery(query).all), length);
  return { piece, marked: marks.map(([from, to]) => piece.slice(from, to)) };
};

test('the part with the most of the words is shown, and they are marked as they are written', () => {
  const text = `${'nothing here '.repeat(40)}Spiders weave. ${'more words '.repeat(40)}A spider and its silk.`;
  const { piece, marked } = snippet(text, 'spider silk', 60);
  assert.match(piece, /^….*A spider and its silk\.$/);
  assert.deepEqual(marked, ['spider', 'silk']);
});

test('words of scripts without blanks are marked where they stand', () => {
  assert.deepEqual(snippet('五月的清晨，金蛛在花园里织网', '金蛛 花园').marked, ['金蛛', '花园']);
  assert.deepEqual(snippet('beginnings begin', 'begin*').marked, ['beginnings', 'begin']);
});

test('marks lie inside the snippet and do not overlap, whatever is asked', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '金', '蛛', '𠮷', 'ﬁ', '.'), maxLength: 80 });
  fc.assert(
    fc.property(text, text, (said, asked) => {
      const { text: piece, marks } = snippetOf(
        [said],
        soughtOf(parseQuery(`x ${asked.replaceAll('.', ' ')}`).all),
        20,
      );
      let last = 0;
      for (const [from, to] of marks) {
        assert.ok(from >= last && to > from && to <= piece.length);
        last = to;
      }
    }),
  );
});
