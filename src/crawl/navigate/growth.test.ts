import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { crawled, type Table } from '../fixture.ts';

/** A list that "more()" makes longer, `steps` times; at its end the call does nothing. */
function list(steps: number): Table {
  const words = 'ash birch cedar dogwood elm fir gum hazel ivy juniper'.split(' ');
  const nameOf = (at: number) => (at === 0 ? '/' : `grown${'x'.repeat(at)}`);
  return Object.fromEntries(
    Array.from({ length: steps + 1 }, (_, at) => [
      nameOf(at),
      {
        lines: words.slice(0, at + 2),
        labels: { 'more()': 'More' },
        calls: { 'more()': nameOf(Math.min(at + 1, steps)) },
      },
    ]),
  );
}

describe('a list that grows', () => {
  test('is one page in the end, whose entry replays every step', () =>
    crawled(list(6), { settings: { workers: 1 } }, async (crawl, { driver, explored }) => {
      const pages = await crawl.site.pages({ status: 'kept' });
      assert.equal(pages.length, 2);
      assert.equal(driver.log.filter((line) => line.startsWith('fire')).length, 7);
      assert.equal(explored.totals.resets, 0);
      const [, grown] = pages;
      let [steps, at] = [0, grown?.entry];
      for (; at?.kind === 'action'; steps++) at = (await crawl.site.page(at.source))?.entry;
      assert.equal(steps, 6);
    }));

  test('keeps all its states where every distinct one is wanted', () =>
    crawled(list(6), { settings: { states: 'all' } }, async (crawl) => {
      assert.equal((await crawl.pages()).length, 7);
    }));

  test('is cut off and told where it does not end', () =>
    crawled(list(8), { settings: { chain: 3 } }, async (crawl, { explored }) => {
      assert.ok((await crawl.transitions()).some(({ reason }) => reason === 'endless'));
      assert.equal(explored.stopped, 'done');
    }));
});
