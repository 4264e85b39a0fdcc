import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PageHistory } from '../model/history.ts';
import { historyText } from './history.ts';

function head(seen: Partial<PageHistory>): readonly string[] {
  const history: PageHistory = {
    command: 'history',
    number: 7,
    address: 'http://site.test/item',
    label: 'Item › Reviews',
    status: 'kept',
    firstSeen: '2026-05-01T12:00:00Z',
    lastSeen: '2026-05-08T12:00:00Z',
    checks: 1,
    changes: 0,
    perDay: null,
    goneAt: null,
    versions: [],
    diffs: [],
    ...seen,
  };
  return historyText(history, { colour: false, columns: 80 }).split('\n').slice(0, 4);
}

test('a page is named by what led to it, with its address below', () => {
  assert.deepEqual(head({}).slice(0, 2), ['page 7  Item › Reviews', 'http://site.test/item']);
});

test('what was never seen to change is not said to change every so often', () => {
  assert.match(head({})[2] ?? '', /seen 2 times from 2026-05-01 to 2026-05-08; no change was seen$/);
  assert.match(head({ checks: 0 })[2] ?? '', /seen 1 time from 2026-05-01 to 2026-05-08$/);
  assert.match(head({ checks: 3, changes: 1, perDay: 0.5 })[2] ?? '', /; it has changed once$/);
  assert.match(
    head({ checks: 3, changes: 2, perDay: 0.5 }).join(' '),
    /it has changed 2 times, about every 2 days/,
  );
});
