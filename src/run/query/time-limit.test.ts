import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BrowserTurns } from './browser.ts';
import { TimeLimit } from './time-limit.ts';

test('work that does not end is late, and what waits for its turn is not', async () => {
  const limit = new TimeLimit(0.02, undefined);
  limit.pause();
  const turn = Promise.withResolvers<string>();
  setTimeout(() => turn.resolve('in time'), 60);
  assert.equal(await limit.of(turn.promise), 'in time');
  limit.goOn();
  assert.equal(await limit.of(new Promise(() => {})), 'late');
  limit.close();
});

test('who asks is ended at once, also where the signal was given before', async () => {
  const ending = new AbortController();
  const limit = new TimeLimit(60, ending.signal);
  const work = limit.of(new Promise(() => {}));
  ending.abort();
  assert.equal(await work, 'late');
  limit.close();
  const late = new TimeLimit(60, ending.signal);
  assert.equal(await late.of(new Promise(() => {})), 'late');
  late.close();
});

test('a turn that is given back goes to whoever has waited longest', async () => {
  const turns = new BrowserTurns();
  const order: number[] = [];
  for (let at = 0; at < 6; at++) await turns.take();
  const waiting = [1, 2].map((name) => turns.take().then(() => order.push(name)));
  turns.give();
  await waiting[0];
  assert.deepEqual(order, [1]);
  turns.give();
  await Promise.all(waiting);
  assert.deepEqual(order, [1, 2]);
});
