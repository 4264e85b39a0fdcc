import assert from 'node:assert/strict';
import { test } from 'node:test';
import { modelOf } from '../fixture.ts';
import type { TrainedPattern } from '../model.ts';
import { DriftWatch } from './drift.ts';

const model = modelOf();
const [board, thread] = model.types;
const [turn, title] = (board?.patterns ?? []) as [TrainedPattern, TrainedPattern];
const [next] = (thread?.patterns ?? []) as [TrainedPattern];

function times(count: number, act: () => void): void {
  for (let left = count; left > 0; left--) act();
}

test('a site that is as it was gives no sign', () => {
  const watch = new DriftWatch(model);
  times(10, () => {
    watch.matched(turn, 2);
    watch.matched(title, 3);
    watch.led(turn, 'board');
    watch.led(title, 'thread');
  });
  assert.deepEqual(watch.signs(), []);
});

test('a first page of no type is a sign at once, and only the first is named', () => {
  const watch = new DriftWatch(model);
  watch.strangeStart('http://site.test/');
  watch.strangeStart('http://site.test/other');
  assert.deepEqual(watch.signs(), ['the page at http://site.test/ is of none of its types']);
});

test('elements that every sample had are missed after three pages of their type without any', () => {
  const watch = new DriftWatch(model);
  times(2, () => watch.matched(turn, 0));
  assert.deepEqual(watch.signs(), []);
  watch.matched(turn, 0);
  assert.deepEqual(watch.signs(), ['"click //a.turn" matches nothing on 3 pages of type board']);
  watch.matched(turn, 1);
  assert.deepEqual(watch.signs(), [], 'they are still there');
});

test('elements that not every sample had are not missed', () => {
  const watch = new DriftWatch(model);
  times(9, () => watch.matched(next, 0));
  assert.deepEqual(watch.signs(), []);
});

test('a pattern that leads elsewhere three times and more often than not is a sign', () => {
  const watch = new DriftWatch(model);
  times(2, () => watch.led(title, null));
  assert.deepEqual(watch.signs(), []);
  watch.led(title, 'board');
  assert.deepEqual(watch.signs(), ['"click //a.title" led to thread 0 times and 3 times elsewhere']);
  times(2, () => watch.led(title, 'thread'));
  assert.deepEqual(watch.signs(), ['"click //a.title" led to thread 2 times and 3 times elsewhere']);
  watch.led(title, 'thread');
  assert.deepEqual(watch.signs(), []);
});

test('patterns are watched apart, and every sign is told in the order of the model', () => {
  const watch = new DriftWatch(model);
  times(3, () => watch.led(next, null));
  times(3, () => watch.matched(title, 0));
  watch.strangeStart('http://site.test/');
  assert.deepEqual(
    watch.signs().map((sign) => sign.slice(0, 17)),
    ['the page at http:', '"click //a.title"', '"click //a.next" '],
  );
});
