import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { MapEdge } from './edges.ts';
import { Told } from './told.ts';

const edge = (text: string, target: number, more: object = {}) =>
  ({ text, target, choice: { className: 'list', text, kind: 'named' }, ...more }) as unknown as MapEdge;

function told(pages: Readonly<Record<number, readonly MapEdge[]>>, idle: readonly string[] = []): Told {
  const all = new Map(Object.entries(pages).map(([page, edges]) => [Number(page), { edges }]));
  return new Told(all, (target) => target, { page: 0, texts: new Map([['list', new Set(idle)]]) });
}

describe('what a page tells of what is chosen', () => {
  test('is told where one entry leads to it and another one to another page', () => {
    const tabs = told({ 0: [edge('A', 1), edge('B', 2)], 1: [], 2: [] });
    assert.deepEqual(
      [tabs.tells(1, 'list'), tabs.tells(2, 'list'), tabs.tells(0, 'list')],
      [true, true, false],
    );
  });

  test('is not told by rows that are only marked, whichever of them was clicked', () => {
    const rows = told({ 0: [], 3: [edge('Ada', 0)] }, ['Bob']);
    assert.equal(rows.tells(0, 'list'), false);
    assert.equal(told({ 0: [edge('Ada', 0, { idle: true })] }).tells(0, 'list'), false);
  });

  test('is not told by a box, which leads to the page when it is ticked and when it is not', () => {
    const choice = { className: 'list', text: 'on', kind: 'toggle' };
    assert.equal(
      told({ 0: [edge('on', 1, { choice })], 1: [edge('on', 0, { choice })] }).tells(1, 'list'),
      false,
    );
  });

  test('counts what did nothing on the page of the document', () => {
    assert.deepEqual([...told({ 0: [] }, ['Bob']).of(0, 'list')], ['Bob']);
  });
});
