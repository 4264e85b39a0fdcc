import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pageOf } from './fixture.ts';
import { askLabeller, type Labeller } from './labeller.ts';

const pages = ['Oslo', 'Rome'].map((town, at) =>
  pageOf(String(at), `<style>p{}</style><p>Town</p><p>${town}</p><p hidden>secret</p>`),
);

test('a labeller points at texts, and its answers become fields', async () => {
  const asked: string[][] = [];
  const labeller: Labeller = {
    async label(texts, names) {
      asked.push(
        texts.map(({ text }) => text),
        [...names],
      );
      return { town: texts.filter(({ text }) => /Oslo|Rome/.test(text)).map(({ number }) => number) };
    },
  };
  const [town, mayor] = await askLabeller(labeller, pages, ['town', 'mayor']);
  assert.deepEqual(asked.slice(0, 2), [
    ['Town', 'Oslo'],
    ['town', 'mayor'],
  ]);
  assert.deepEqual(
    [...(town?.spots ?? [])].map(([page, spots]) => [page, spots.map(({ text, path }) => [text, path])]),
    [
      ['0', [['Oslo', '/HTML/BODY[1]/P[2]/text()[1]']]],
      ['1', [['Rome', '/HTML/BODY[1]/P[2]/text()[1]']]],
    ],
  );
  assert.equal(mayor?.spots.size, 0);
});

test('what a labeller says that is no number of a text is left out', async () => {
  const labeller: Labeller = {
    label: async () => ({ town: [99, -1, 0.5, Number.NaN, 1, 1], other: [0] }),
  };
  const [town, ...others] = await askLabeller(labeller, pages, ['town']);
  assert.deepEqual(others, []);
  assert.deepEqual(
    [...(town?.spots.values() ?? [])].flat().map(({ text }) => text),
    ['Oslo', 'Rome'],
  );
});
