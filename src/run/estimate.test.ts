import assert from 'node:assert/strict';
import { test } from 'node:test';
import { figures } from '../cli/fixture.ts';
import { Estimate, type Pace } from './estimate.ts';

const free = { maxPages: null, maxTime: null };

/** A crawl that keeps 10 pages and merges 10 a second, always with 100 waiting. */
function after(seconds: number, estimate: Estimate, from = 0): Pace {
  let pace: Pace = { pagesPerSecond: null, secondsLeft: null };
  for (let second = from; second <= from + seconds; second++) {
    pace = estimate.update(
      figures({ pages: 10 * second, duplicates: 10 * second, frontier: 100, seconds: second }),
    );
  }
  return pace;
}

test('before a second has passed nothing is claimed', () => {
  assert.deepEqual(after(0, new Estimate(free)), { pagesPerSecond: null, secondsLeft: null });
});

test('what waits is divided by how fast numbers are settled, merged ones too', () => {
  assert.deepEqual(after(10, new Estimate(free)), { pagesPerSecond: 10, secondsLeft: 5 });
});

test('a crawl that is resumed counts from where it was resumed', () => {
  assert.deepEqual(after(10, new Estimate(free), 1000), { pagesPerSecond: 10, secondsLeft: 5 });
});

test('only the last half minute counts', () => {
  const estimate = new Estimate(free);
  after(100, estimate);
  const slow = (second: number) =>
    estimate.update(figures({ pages: 1000, duplicates: 1000, frontier: 100, seconds: 100 + second }));
  for (let second = 1; second < 31; second++) slow(second);
  assert.deepEqual(slow(31), { pagesPerSecond: 0, secondsLeft: null });
});

test('limits cap the estimate', () => {
  assert.equal(after(10, new Estimate({ maxPages: 120, maxTime: null })).secondsLeft, 1);
  assert.equal(after(10, new Estimate({ maxPages: null, maxTime: 12 })).secondsLeft, 2);
});
