import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Action, Page, Transition } from '../../../src/model/index.ts';
import { waysOf } from './entry.ts';

const page = (number: number, entry: Page['entry']) => ({ number, entry }) as Page;
const step = (source: number, ord: number, xpath: string, value?: string) =>
  ({ source, ord, action: { id: null, xpath, event: 'click', value } as unknown as Action }) as Transition;

const pages = [
  page(0, { kind: 'url', url: 'http://site/' }),
  page(3, { kind: 'action', source: 0, ord: 1 }),
  page(8, { kind: 'action', source: 3, ord: 0 }),
  page(9, { kind: 'action', source: 7, ord: 0 }),
  page(10, { kind: 'action', source: 11, ord: 0 }),
  page(11, { kind: 'action', source: 10, ord: 0 }),
];
const transitions = [
  ...[step(0, 0, '/A'), step(0, 1, '/B'), step(3, 0, '/C', 'red')],
  ...[step(10, 0, '/X'), step(11, 0, '/Y')],
];
const wayTo = waysOf(pages, transitions);

it('a way begins at an address and names the events in the order in which they are fired', () => {
  assert.deepEqual(wayTo(0), { url: 'http://site/', orders: [] });
  assert.deepEqual(wayTo(8), {
    url: 'http://site/',
    orders: [
      { id: null, xpath: '/B', event: 'click' },
      { id: null, xpath: '/C', event: 'click', value: 'red' },
    ],
  });
});

it('a page whose source is gone, or which leads to itself, has no way', () => {
  assert.equal(wayTo(9), null);
  assert.equal(wayTo(10), null);
  assert.equal(wayTo(99), null);
});
