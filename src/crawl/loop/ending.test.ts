import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Ending } from './ending.ts';

test('pages in hand are cut off a while after the end was asked for', (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const asked = new AbortController();
  const ending = new Ending(asked.signal, null);
  let closed = 0;
  ending.arm(async () => void closed++);
  context.mock.timers.tick(1_000_000);
  asked.abort();
  assert.deepEqual([ending.signal.aborted, ending.isCut], [true, false], 'whoever waits for his turn stops');
  context.mock.timers.tick(4_999);
  assert.deepEqual([closed, ending.isCut], [0, false]);
  context.mock.timers.tick(1);
  assert.deepEqual([closed, ending.isCut], [1, true]);
});

test('pages in hand are cut off a moment after the time is up, whatever the close comes to', (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const ending = new Ending(null, 60);
  ending.arm(() => Promise.reject(new Error('stuck')));
  context.mock.timers.tick(62_999);
  assert.equal(ending.signal.aborted, false);
  context.mock.timers.tick(1);
  assert.deepEqual([ending.signal.aborted, ending.isCut], [true, true]);
});

test('a crawl that ends by itself is cut off by nobody', (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const ending = new Ending(null, 60);
  let closed = 0;
  ending.arm(async () => void closed++);
  ending.disarm();
  context.mock.timers.tick(100_000);
  assert.equal(closed, 0);
});
