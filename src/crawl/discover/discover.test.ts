import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { crawled, edgesOf, type Table } from '../fixture.ts';
import { pager } from '../fixture-tables.ts';

describe('discovering', () => {
  test('double fires each instruction once, a return and one audit, and records every edge', () =>
    crawled(pager('/a', 6), {}, async (crawl, { explored, driver }) => {
      assert.deepEqual(await crawl.pages(), ['/a', '/a 2', '/a 3', '/a 4', '/a 5', '/a 6']);
      assert.deepEqual(await crawl.edges(), edgesOf(pager('/a', 6)));
      const { totals } = explored;
      assert.equal(totals.eventsFired, 5 + 1 + 1);
      assert.deepEqual([totals.instructionsSeen, totals.instructionsUnique], [30, 6]);
      assert.equal(totals.eventsSkipped, 30 - 6);
      assert.deepEqual([totals.eventsAudited, totals.wrongSkips, totals.duplicates], [1, 0, 1]);
      assert.equal(
        driver.log.filter((line) => line.startsWith('fire')).length,
        totals.eventsFired + totals.eventsReplayed,
      );
      assert.deepEqual(explored.pages, { urlPages: 1, statePages: 5 });
      assert.deepEqual([explored.stopped, totals.errors], ['done', 0]);
    }));

  test('single fires every event and finds the same', () =>
    crawled(pager('/a', 6), { settings: { dedupe: 'single' } }, async (crawl, { explored }) => {
      assert.equal((await crawl.pages()).length, 6);
      assert.deepEqual(await crawl.edges(), edgesOf(pager('/a', 6)));
      assert.equal(explored.totals.eventsFired, 30);
      assert.equal(explored.totals.eventsSkipped, 0);
      assert.equal(explored.totals.duplicates, 25);
    }));

  test('none unfolds the site as a tree, down to a depth', () =>
    crawled(pager('/a', 3), { settings: { dedupe: 'none', depth: 3 } }, async (crawl, { explored }) => {
      assert.equal((await crawl.pages()).length, 1 + 2 + 4 + 8);
      assert.equal(explored.totals.eventsFired, 14);
      assert.equal(explored.totals.duplicates, 0);
      const reasons = (await crawl.transitions()).map((transition) => transition.reason);
      assert.equal(reasons.filter((reason) => reason === 'depth').length, 16);
    }));

  test('links that a script hears of and leaves to the browser are pages by their addresses', () =>
    crawled(
      { '/': { heard: ['/a', '/b'] }, '/a': { heard: ['/b', '/'] }, '/b': { heard: ['/'] } },
      {},
      async (crawl, { explored }) => {
        assert.deepEqual(await crawl.pages(), ['/', '/a', '/b']);
        assert.deepEqual(explored.pages, { urlPages: 3, statePages: 0 });
        assert.deepEqual(await crawl.edges(), [
          '/ /a → /a',
          '/ /b → /b',
          '/a / → /',
          '/a /b → /b',
          '/b / → /',
        ]);
        // The first click says it of all.
        assert.deepEqual([explored.totals.eventsFired, explored.totals.errors], [1, 0]);
      },
    ));

  test('the same call in two documents leads to two pages', () =>
    crawled(
      { ...pager('/a', 3, { links: ['/b'] }), ...pager('/b', 3, { links: ['/a'] }) },
      {},
      async (crawl) => {
        assert.deepEqual(await crawl.pages(), ['/a', '/a 2', '/a 3', '/b', '/b 2', '/b 3']);
        const edges = await crawl.edges();
        assert.ok(edges.includes('/b load(2) → /b 2') && edges.includes('/a load(2) → /a 2'));
      },
    ));

  test('equal content is one page: transitions and instructions follow', async () => {
    const table: Table = {
      '/': { links: ['/copy', '/original'] },
      '/original': { content: 'same', calls: { 'load(2)': 'more' }, links: ['/'] },
      '/copy': { content: 'same', calls: { 'load(2)': 'more' }, links: ['/'] },
      more: { links: ['/copy', '/original'] },
    };
    await crawled(table, {}, async (crawl, { explored }) => {
      assert.deepEqual(await crawl.pages(), ['/', 'more', 'same']);
      const into = (await crawl.edges()).filter((edge) => edge.endsWith('→ same'));
      assert.deepEqual(into, [
        '/ /copy → same',
        '/ /original → same',
        'more /copy → same',
        'more /original → same',
      ]);
      assert.equal(explored.totals.duplicates, 1);
      assert.deepEqual(await crawl.site.counts(), {
        queued: 0,
        kept: 3,
        merged: 1,
        failed: 0,
        unchanged: 0,
        gone: 0,
      });
    });
  });

  test('a redirected address and the one it leads to are one page', () =>
    crawled(
      { '/': { links: ['/old', '/new'] }, '/old': { redirect: '/new' }, '/new': {} },
      {},
      async (crawl, { driver }) => {
        assert.deepEqual(await crawl.pages(), ['/', '/new']);
        assert.deepEqual(await crawl.edges(), ['/ /new → /new', '/ /old → /new']);
        assert.equal(driver.log.filter((line) => line === 'open /').length, 1);
      },
    ));

  test('an event that only wants an address becomes that address’s page', async () => {
    const table: Table = {
      '/': {
        calls: {
          "visit('b')": { wants: '/b' },
          "visit('c')": { wants: '/c' },
          away: { wants: 'http://other.test/' },
        },
        links: ['/c'],
      },
      '/b': {},
      '/c': {},
    };
    await crawled(table, {}, async (crawl, { driver, explored }) => {
      assert.deepEqual(await crawl.pages(), ['/', '/b', '/c']);
      assert.deepEqual(await crawl.edges({ reasons: true }), [
        '/ /c → /c (queued)',
        '/ away → nowhere (offsite)',
        "/ visit('b') → /b (fired)",
        "/ visit('c') → /c (fired)",
      ]);
      assert.deepEqual(explored.pages, { urlPages: 3, statePages: 0 });
      assert.equal(driver.log.filter((line) => line.startsWith('open /b')).length, 1);
    });
  });

  test('an event that changes the page and asks for an address gives both', async () => {
    const table: Table = {
      '/': { calls: { 'more(1)': { wants: '/b', shows: 'opened' } } },
      opened: {},
      '/b': {},
    };
    await crawled(table, {}, async (crawl) => {
      assert.deepEqual(await crawl.pages(), ['/', '/b', 'opened']);
      assert.ok((await crawl.edges()).includes('opened /b → /b'));
    });
  });

  test('an event that changes nothing is recorded and leads nowhere', () =>
    crawled({ '/': { calls: { 'blink(1)': '/' } } }, {}, async (crawl, { explored }) => {
      assert.deepEqual(await crawl.edges({ reasons: true }), ['/ blink(1) → nowhere (unchanged)']);
      assert.equal((await crawl.site.counts()).unchanged, 1);
      assert.deepEqual(explored.pages, { urlPages: 1, statePages: 0 });
    }));

  test('what is not followed is recorded with its reason', async () => {
    const table: Table = {
      '/': {
        calls: { 'deleteAll(1)': 'gone' },
        links: ['http://other.test/', '/private/a', 'mailto:a@b.test', '/logout', '/b', '/excluded'],
      },
      '/b': { links: ['/c'], calls: { 'load(2)': 'deep' } },
      gone: {},
    };
    const settings = { depth: 1, exclude: [/excluded/] };
    const robots = 'User-agent: *\nDisallow: /private/';
    await crawled(table, { settings, robots }, async (crawl, { driver }) => {
      assert.deepEqual(await crawl.edges({ reasons: true }), [
        '/ /b → /b (queued)',
        '/ /excluded → nowhere (excluded)',
        '/ /logout → nowhere (unsafe)',
        '/ /private/a → nowhere (robots)',
        '/ deleteAll(1) → nowhere (unsafe)',
        '/ http://other.test/ → nowhere (offsite)',
        '/ mailto:a@b.test → nowhere (excluded)',
        '/b /c → nowhere (depth)',
        '/b load(2) → nowhere (depth)',
      ]);
      assert.deepEqual(driver.log, ['open /', 'open /b']);
    });
  });

  test('whoever watches is told of each page, each action and the figures', () =>
    crawled(pager('/a', 3), {}, async (_, { events }) => {
      const kinds = (kind: string) => events.filter((event) => event.kind === kind);
      assert.deepEqual(
        kinds('page').map((event) => event.kind === 'page' && event.title),
        ['/a', '/a 2', '/a 3'],
      );
      const reasons = kinds('action').map((event) => event.kind === 'action' && event.reason);
      assert.equal(reasons.filter((reason) => reason !== 'fired').length, 6, 'each as it is found');
      assert.ok(reasons.filter((reason) => reason === 'fired').length >= 3, 'each when it is fired');
      const last = kinds('progress').at(-1);
      assert.ok(last?.kind === 'progress');
      assert.deepEqual([last.figures.pages, last.figures.frontier], [3, 0]);
    }));
});
