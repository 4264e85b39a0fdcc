import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crawled, type Table } from '../fixture.ts';
import { tuning } from '../tuning.ts';
import { longerPast } from './past.ts';

// What was looked at before decides what the menu holds, and nothing shows it.
const visited: Table = {
  '/': { content: 'start', calls: { 'see()': 'seen', 'open()': 'short' } },
  seen: { calls: { 'home()': 'again' } },
  again: { content: 'start', calls: { 'see()': 'seen', 'open()': 'long' } },
  long: { calls: { 'pick(1)': 'one', 'pick(2)': 'two', 'pick(3)': 'three' } },
  short: {},
  one: {},
  two: {},
  three: {},
};

for (const strategy of ['nearest', 'breadth', 'depth'] as const)
  test(`a state that depends on all that was done before is reached by doing it once more (${strategy})`, async () => {
    await crawled(visited, { settings: { strategy, workers: 1 } }, async (crawl, { explored }) => {
      const found = ['long', 'one', 'seen', 'short', 'start', 'three', 'two'];
      assert.deepEqual(await crawl.pages(), found);
      assert.equal(explored.totals.errors, 0);
    });
  });

const birds = [
  'heron',
  'egret',
  'dunlin',
  'curlew',
  'plover',
  'linnet',
  'merlin',
  'osprey',
  'puffin',
  'quail',
];
const steps = { 'next()': 'one', 'more()': 'two' };

// What is shown is made up anew each time, and so each has steps of its own.
const made: Table = {
  '/': { calls: { 'enter()': (times) => birds[times % birds.length] as string } },
  ...Object.fromEntries(birds.map((bird) => [bird, { calls: steps }])),
  ...{ one: {}, two: {} },
};

test('what can be had on a state made up anew at each load is had where it shows something else', async () => {
  await crawled(made, { settings: { workers: 1 } }, async (crawl, { explored }) => {
    assert.ok((await crawl.pages()).includes('two'));
    assert.equal(explored.totals.errors, 0);
  });
});

test('a past that is too long to be lived through once more is forgotten', () => {
  const order = { id: null, xpath: '/HTML/BODY[1]/P[1]', event: 'click' };
  const whole = { start: 0, orders: Array.from({ length: tuning.relivedEvents }, () => order) };
  assert.equal(
    longerPast({ ...whole, orders: whole.orders.slice(1) }, order)?.orders.length,
    tuning.relivedEvents,
  );
  assert.equal(longerPast(whole, order), null);
  assert.equal(longerPast(null, order), null);
});
