import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { crawled, edgesOf, type Table } from '../fixture.ts';

/** Cards that are open while the pointer is over a name, on each of some pages of a list. */
function cards(names: readonly string[], left: (page: string) => string = (page) => page): Table {
  const pages = ['/', 'list 2'];
  const calls = (page: string) => ({
    ...Object.fromEntries(names.map((name) => [`card('${name}')`, `${page} ${name}`])),
    'list(1)': '/',
    'list(2)': 'list 2',
    'track(7)': page,
  });
  return Object.fromEntries(
    pages.flatMap((page) => [
      [page, { calls: calls(page) }] as const,
      ...names.map((name) => [`${page} ${name}`, { calls: calls(page), left: left(page) }] as const),
    ]),
  );
}

describe('a pointer that leaves', () => {
  const table = cards(['a', 'b', 'c']);

  for (const strategy of ['breadth', 'nearest'] as const)
    test(`closes what it opened: everything is found, and leads where it leads, ${strategy}`, () =>
      crawled(table, { settings: { strategy, thorough: 0.9 } }, async (crawl, { explored, events }) => {
        assert.equal((await crawl.pages()).length, 8);
        const own = (edge: string) => !edge.includes('track');
        assert.deepEqual((await crawl.edges()).filter(own), edgesOf(table).filter(own));
        const tracked = (await crawl.edges()).filter((edge) => !own(edge));
        assert.ok(
          tracked.every((edge) => edge.endsWith('nowhere')),
          'that something closed is no effect of an event that does nothing',
        );
        assert.deepEqual(
          events.filter(({ kind }) => kind === 'failed'),
          [],
        );
        assert.ok(explored.totals.eventsFired + explored.totals.eventsReplayed < 40);
      }));

  test('leaves a page from which the next is told to come', () =>
    crawled(table, { settings: { thorough: 0.9 } }, async (crawl) => {
      const pages = await crawl.site.pages({ status: 'kept' });
      const titles = new Map(pages.map(({ number, content }) => [number, content?.title]));
      const sources = pages.map(({ entry }) => (entry.kind === 'action' ? titles.get(entry.source) : 'none'));
      assert.deepEqual([...new Set(sources)].sort(), ['/', 'list 2', 'none'], 'never from a card');
    }));

  test('may show something new: what the next event leads to from there is found', () => {
    const strange: Table = {
      '/': { calls: { "card('a')": 'card a', 'list(2)': 'list 2' } },
      'card a': { calls: { "card('a')": 'card a', 'list(2)': 'list 2 after' }, left: 'farewell' },
      farewell: { calls: { "card('a')": 'card a', 'list(2)': 'list 2 after' } },
      'list 2': {},
      'list 2 after': {},
    };
    return crawled(strange, { settings: { audit: 'all' } }, async (crawl, { explored }) => {
      const pages = await crawl.pages();
      for (const page of ['/', 'card a', 'list 2 after']) assert.ok(pages.includes(page), page);
      assert.equal(explored.totals.errors, 0);
    });
  });
});
