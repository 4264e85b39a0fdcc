import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type CrawlSettings, defaultSettings } from '../../config/index.ts';
import { noTotals } from '../../model/store.ts';
import { Limits } from './limits.ts';

function limits(
  settings: Partial<CrawlSettings>,
  more: { signal?: AbortSignal; kept?: number } = {},
): Limits {
  return new Limits({
    settings: defaultSettings(['http://h/'], settings),
    signal: more.signal ?? null,
    totals: { ...noTotals, seconds: 100, eventsFired: 7 },
    urlPages: more.kept ?? 0,
    statePages: 0,
  });
}

describe('limits', () => {
  test('without any, nothing stops', () => {
    const free = limits({});
    free.countPage(true);
    assert.deepEqual([free.stopped(), free.isFull(1000), free.reason], [false, false, null]);
  });

  test('the number of pages stops when it is reached, pages of earlier runs included', () => {
    const three = limits({ maxPages: 3 }, { kept: 1 });
    three.countPage(false);
    assert.equal(three.stopped(), false);
    three.countPage(true);
    assert.deepEqual([three.stopped(), three.reason], [true, 'limit']);
  });

  test('no more pages are taken into hand than are allowed', () => {
    const three = limits({ maxPages: 3 }, { kept: 1 });
    assert.deepEqual([three.isFull(0), three.isFull(1), three.isFull(2)], [false, false, true]);
  });

  test('time stops, and counts this run only', () => {
    assert.deepEqual([limits({ maxTime: 50 }).stopped(), limits({ maxTime: 0 }).stopped()], [false, true]);
    assert.ok(limits({}).seconds >= 100, 'the total includes earlier runs');
  });

  test('an interruption wakes whoever waits, and is the reason', () => {
    const control = new AbortController();
    const stopping = limits({ maxPages: 1 }, { signal: control.signal, kept: 1 });
    let woken = 0;
    stopping.onStop(() => woken++);
    const letGo = stopping.onStop(() => (woken += 10));
    letGo();
    control.abort();
    assert.deepEqual([stopping.stopped(), stopping.reason, woken], [true, 'interrupted', 1]);
  });

  test('figures say what was counted', () => {
    const some = limits({}, { kept: 2 });
    some.countPage(false);
    const { pages, urlPages, statePages, frontier, fired } = some.figures(5);
    assert.deepEqual(
      { pages, urlPages, statePages, frontier, fired },
      { pages: 3, urlPages: 2, statePages: 1, frontier: 5, fired: 7 },
    );
  });
});
