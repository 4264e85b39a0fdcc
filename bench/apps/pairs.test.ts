import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DocumentTree } from '../../src/model/index.ts';
import { countPairs } from './pairs.ts';

function capture(label: string, text: string, likes = 0) {
  const kids = [
    { tag: 'p', kids: [text] },
    { tag: 'b', kids: [`${likes} likes`] },
  ];
  const root = { tag: 'html', kids: [{ tag: 'body', kids }] };
  const document: DocumentTree = { url: 'http://h/', base: '', doctype: null, title: '', lang: '', root };
  return { document, label };
}

test('every pair of captures is counted, also those that are decided together', () => {
  const { pairs, same, contents, falseMerges, falseSplits } = countPairs(
    [
      capture('start', 'A river'),
      capture('start', 'A river'),
      capture('start', 'A river', 3),
      capture('tab', 'A road'),
    ],
    null,
  );
  assert.deepEqual(
    { pairs, same, contents, falseMerges, falseSplits },
    { pairs: 6, same: 3, contents: 2, falseMerges: 0, falseSplits: 0 },
  );
});

test('two contents under one fingerprint are false merges, one under two is a false split', () => {
  const merged = countPairs([capture('one', 'A river'), capture('other', 'A river')], null);
  assert.equal(merged.falseMerges, 1);
  const split = countPairs(
    [capture('one', 'A river'), capture('one', 'A road'), capture('one', 'A road')],
    null,
  );
  assert.equal(split.falseSplits, 2);
  assert.equal(split.same, 3);
  assert.match(split.examples[0] ?? '', /split/);
});
