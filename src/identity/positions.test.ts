import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Positions } from './positions.ts';

const list = 'pager';
const next = { document: 0, step: 'go Next' };

/** A pager of so many entries on pages 10, 11, … that show one entry each. */
function pager(entries: number, shownOn: readonly number[]): Positions {
  const positions = new Positions();
  const labels = Array.from({ length: entries }, (_, at) => `${at + 1}`);
  for (const at of shownOn) positions.note(0, 10 + at, list, { labels, at });
  return positions;
}

describe('entries that say that they are shown', () => {
  test('name the first page that says so', () => {
    const positions = pager(4, [0, 2]);
    positions.note(0, 99, list, { labels: ['1', '2', '3', '4'], at: 2 });
    assert.equal(positions.pageOf({ document: 0, list, label: '3' }), 12);
    assert.equal(positions.pageOf({ document: 0, list, label: '2' }), null);
    assert.equal(positions.pageOf({ document: 1, list, label: '3' }), null);
    assert.equal(positions.pageOf({ document: 0, list: 'other', label: '3' }), null);
  });

  test('tell where a step leads once it has moved the list alike twice', () => {
    const positions = pager(6, [0, 1, 2, 3, 4]);
    positions.noteStep(next, 10, 11);
    assert.equal(positions.ahead(next, 12), null);
    positions.noteStep(next, 11, 12);
    assert.equal(positions.ahead(next, 12), 13);
    // Nobody has seen the last one, and beyond it there is nothing to tell of.
    assert.equal(positions.ahead(next, 14), null);
    assert.equal(positions.ahead({ document: 0, step: 'go Back' }, 12), null);
  });

  test('say nothing of a step that goes on by groups', () => {
    const positions = pager(3, [0, 1, 2]);
    positions.noteStep(next, 10, 11);
    positions.noteStep(next, 11, 12);
    const beyond = { labels: ['4', '5', '6'], at: 0 };
    positions.note(0, 20, list, beyond);
    positions.noteStep(next, 12, 20);
    assert.equal(positions.ahead(next, 12), null);
  });

  test('say nothing of a step that leads now here, now there', () => {
    const positions = pager(6, [0, 1, 2, 3, 4]);
    positions.noteStep(next, 10, 11);
    positions.noteStep(next, 11, 12);
    positions.noteStep(next, 12, 10);
    assert.equal(positions.ahead(next, 12), null);
  });

  test('say nothing of a list that a step leaves as it is', () => {
    const positions = pager(3, [0]);
    positions.note(0, 30, list, { labels: ['1', '2', '3'], at: 0 });
    positions.noteStep(next, 10, 30);
    positions.noteStep(next, 30, 10);
    assert.equal(positions.ahead(next, 10), null);
  });
});
