import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { noTotals } from '../../model/index.ts';
import { LiveFeed, type LiveNews, PauseGate } from './feed.ts';
import { liveFigures } from './figures.ts';

const figures = (seconds: number, pages: number) =>
  liveFigures({
    info: { totals: { ...noTotals, seconds } },
    pages,
    waiting: 0,
    pace: { pagesPerSecond: null, secondsLeft: null },
    memory: null,
    at: seconds * 1000,
  });

describe('the feed of a crawl', () => {
  test('keeps what it heard for those who come later, and says what tabs do', () => {
    const feed = new LiveFeed();
    feed.hear({ kind: 'page', number: 3, title: 'Three', address: 'http://site.test/3' }, 5);
    feed.hear({ kind: 'tab', tab: 2, page: 4, source: 3, text: 'Next' }, 6);
    feed.hear({ kind: 'tab', tab: 1, page: 5, source: null, text: 'http://site.test/5' }, 6);
    feed.hear({ kind: 'failed', number: 9, code: 'TIMEOUT', message: 'no answer', url: '' }, 7);
    assert.deepEqual(
      feed.lines.map(({ nth, level, page, text }) => [nth, level, page, text]),
      [
        [1, 'info', 3, 'Three  http://site.test/3'],
        [2, 'warning', 9, 'no answer (TIMEOUT)'],
      ],
    );
    assert.deepEqual(
      feed.tabs.map(({ tab, page }) => [tab, page]),
      [
        [1, 5],
        [2, 4],
      ],
    );
    feed.turn(true);
    assert.deepEqual(feed.tabs, []);
  });

  test('tells lines together, in order, and stops telling who has left', () => {
    const feed = new LiveFeed();
    const told: LiveNews[] = [];
    const leave = feed.watch((news) => told.push(news));
    for (const text of ['one', 'two']) feed.hear({ kind: 'note', level: 'info', text });
    feed.turn(false);
    const lines = told.flatMap((news) => (news.kind === 'log' ? [news.lines.map(({ text }) => text)] : []));
    assert.deepEqual(lines, [['one', 'two']]);
    leave();
    const before = told.length;
    feed.sample(figures(1, 1));
    assert.equal(told.length, before);
  });

  test('stays small however long a crawl runs, and spans all of it', () => {
    const feed = new LiveFeed();
    for (let second = 0; second < 10_000; second++) {
      feed.sample(figures(second, second));
      feed.hear({ kind: 'note', level: 'info', text: String(second) });
    }
    assert.ok(feed.samples.length <= 601);
    assert.ok(feed.lines.length <= 3000);
    assert.equal(feed.samples[0]?.pages, 0);
    assert.equal(feed.samples.at(-1)?.pages, 9999);
    const seconds = feed.samples.map((sample) => sample.seconds);
    assert.deepEqual(
      seconds,
      seconds.toSorted((one, other) => one - other),
    );
  });
});

describe('the gate of a pause', () => {
  test('holds whoever comes until it is opened', async () => {
    const gate = new PauseGate();
    assert.equal(gate.isClosed, false);
    await gate.passed;
    gate.close();
    gate.close();
    assert.equal(gate.isClosed, true);
    let passed = false;
    const waiting = gate.passed?.then(() => {
      passed = true;
    });
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(passed, false);
    gate.open();
    await waiting;
    assert.equal(gate.isClosed, false);
  });
});
