import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Action } from '../../model/index.ts';
import { Numbers } from '../discover/numbers.ts';
import { numberPassage, prolonged } from './passage.ts';

const action = (text: string): Action => ({
  id: null,
  xpath: `/${text}`,
  event: 'click',
  label: text,
  instruction: { kind: 'call', scope: 'page', text, fingerprint: text },
});

test('the entry of a page leads through the states between pages that it was found behind', () => {
  const step = { source: 3, ord: 2, through: [] };
  const passage = prolonged(prolonged(step, 4, action('b')), 5, action('c'));
  const page = { number: 9, document: 0, depth: 3 };
  const { queued, merged, transitions, entry } = numberPassage(passage, page, new Numbers(20));
  assert.deepEqual(
    queued.map(({ number, entry }) => [number, entry]),
    [
      [20, { kind: 'action', source: 3, ord: 2 }],
      [21, { kind: 'action', source: 20, ord: 0 }],
    ],
  );
  assert.deepEqual(merged, [
    { number: 20, into: 4 },
    { number: 21, into: 5 },
  ]);
  assert.deepEqual(
    transitions.map(({ source, ord, target, action: { label } }) => [source, ord, label, target]),
    [
      [20, 0, 'b', 21],
      [21, 0, 'c', 9],
    ],
  );
  assert.deepEqual(entry, { source: 21, ord: 0 });
});
