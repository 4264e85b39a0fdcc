import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LeftAlone } from './left-alone.ts';

function told(left: LeftAlone): readonly string[] {
  const notes: string[] = [];
  left.report((event) => void (event.kind === 'note' && notes.push(event.text)));
  return notes;
}

test('what was left alone is told by its words, each place once', () => {
  const left = new LeftAlone();
  assert.deepEqual(told(left), []);
  left.note(' Remove\n all ', 'on http://h/a', '/P[1]');
  assert.deepEqual(told(left), [
    '1 action was left alone that may change the site (--unsafe fires them): "Remove all", on http://h/a',
  ]);
  for (const at of ['/P[1]', '/P[2]', '/P[1]']) left.note('Delete', 'on http://h/b', at);
  left.note('', 'to http://h/b');
  assert.deepEqual(told(left), [
    '4 actions were left alone that may change the site (--unsafe fires them): "Delete", 2 times, first on http://h/b; "Remove all", on http://h/a; one without words, to http://h/b',
  ]);
});

test('of many only some are named', () => {
  const left = new LeftAlone();
  for (let at = 0; at < 9; at++) left.note(`Delete ${at}`, 'on http://h/', `/B[${at}]`);
  assert.match(told(left)[0] ?? '', /^9 actions .*"Delete 4", on http:\/\/h\/; and 4 more$/);
});
