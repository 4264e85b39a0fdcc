import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../../test/cases.ts';
import { addressDate, FreshOrder, priorityOf } from './freshness.ts';
import { DueHeap } from './heap.ts';
import { dueOrder } from './order.ts';
import { addressShape, kindOf } from './page-kind.ts';
import { RevisitSchedule } from './schedule.ts';
import { day, firstVisit, seenAgain } from './visits.ts';

const start = Date.UTC(2026, 0, 1);
const iso = (days: number) => new Date(start + days * day).toISOString();
const pagesOf = (count: number, kind = 'a') =>
  Array.from({ length: count }, (_, at) => ({ kind, visits: firstVisit(at, iso(0)) }));

/** Runs a schedule for some days; a page changes every so many days. Gives the visits of each page. */
function play(
  schedule: RevisitSchedule,
  count: number,
  days: number,
  every: (page: number) => number,
): number[] {
  const state = Array.from({ length: count }, (_, at) => firstVisit(at, iso(0)));
  const visits = state.map(() => 0);
  for (let next = schedule.next(); next && next.at < start + days * day; next = schedule.next()) {
    const before = state[next.page] ?? firstVisit(next.page, iso(0));
    const [from, to] = [(Date.parse(before.lastSeen) - start) / day, (next.at - start) / day];
    const modified = iso(Math.floor(to / every(next.page)) * every(next.page));
    const changed = Math.floor(to / every(next.page)) > Math.floor(from / every(next.page));
    const seen = seenAgain(before, { at: new Date(next.at).toISOString(), changed, modified });
    state[next.page] = seen;
    visits[next.page] = (visits[next.page] ?? 0) + 1;
    schedule.seen(seen);
  }
  return visits;
}

test('the budget is kept, whatever the pages do', () => {
  const visits = play(
    new RevisitSchedule(pagesOf(50), 100, start),
    50,
    10,
    (page) => 0.05 * 2 ** (page % 10),
  );
  const spent = visits.reduce((sum, each) => sum + each, 0);
  assert.ok(spent <= 1000 && spent >= 980, String(spent));
});

test('pages that change once a day are seen more often than those that never or always do, and none is forgotten', () => {
  const every = (page: number) => [1, 1e9, 0.001][page % 3] ?? 1;
  const visits = play(new RevisitSchedule(pagesOf(60), 60, start), 60, 20, every);
  const mean = (kind: number) =>
    visits.filter((_, page) => page % 3 === kind).reduce((sum, each) => sum + each, 0) / 20;
  assert.ok(mean(0) > 2 * mean(1) && mean(0) > 2 * mean(2), `${mean(0)} ${mean(1)} ${mean(2)}`);
  assert.ok(Math.min(...visits) >= 1);
});

test('pages that were taken wait until it is told what became of them', () => {
  const schedule = new RevisitSchedule(pagesOf(10), 10, start);
  const taken = schedule.take(start + day);
  assert.ok(taken.length >= 9 && new Set(taken).size === taken.length);
  assert.deepEqual(schedule.take(start + day), []);
  const [first = 0, second = 0] = taken;
  schedule.seen(seenAgain(firstVisit(first, iso(0)), { at: iso(1), changed: false, modified: null }));
  schedule.missed(second, start + day);
  const later = schedule.take(start + 40 * day);
  assert.ok(later.includes(first) && later.includes(second));
});

test('the heap gives the earliest, also after moves', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(20), fc.nat(1000)), { maxLength: 200 }), (moves) => {
      const heap = new DueHeap();
      const due = new Map<number, number>();
      for (const [number, moment] of moves) {
        heap.set(number, moment);
        due.set(number, moment);
        assert.equal(heap.first()?.due, Math.min(...due.values()));
      }
      assert.equal(heap.size, due.size);
    }),
  );
});

test('a run begins with what is worth most, and every tenth place is for what waits longest', () => {
  const pages = Array.from({ length: 40 }, (_, at) => {
    const seen = firstVisit(at, iso(at === 39 ? -100 : -10));
    const changed = at < 10;
    return {
      kind: `${at}`,
      visits: at === 39 ? seen : seenAgain(seen, { at: iso(0), changed, modified: null }),
    };
  });
  const order = dueOrder(pages, start + 5 * day).map(({ page }) => page);
  assert.deepEqual(
    order.toSorted((a, b) => a - b),
    pages.map(({ visits }) => visits.page),
  );
  assert.ok(
    order.slice(0, 8).every((page) => page < 10 || page === 39),
    order.join(),
  );
  assert.ok(order.indexOf(39) < 10);
});

test('pages of one shape are one kind', () => {
  assert.equal(addressShape('http://a.test/news/2026/05/a-long-day?id=7&b=1'), 'a.test/news/#/#/*?b&id');
  assert.equal(addressShape('http://a.test/about'), 'a.test/about');
  assert.equal(addressShape('http://a.test/p17.html'), 'a.test/*.html');
  const entry = { kind: 'url', url: 'http://a.test/t/1' } as const;
  assert.equal(
    kindOf({ content: null, entry }),
    kindOf({ content: null, entry: { ...entry, url: 'http://a.test/t/2' } }),
  );
});

test('fresh pages have the higher priority, and dates of the future count as none', () => {
  const ages = [0, 0.1, 1, 3, 10, 100, 1000];
  const priorities = ages.map((age) => priorityOf(iso(-age), start));
  assert.deepEqual(
    priorities,
    priorities.toSorted((a, b) => b - a),
  );
  assert.ok(new Set(priorities).size >= 6 && priorities.every((each) => Number.isInteger(each) && each >= 0));
  assert.equal(priorityOf(iso(30), start), priorityOf(null, start));
  assert.ok(
    priorityOf(null, start) > priorityOf(iso(-30), start) &&
      priorityOf(null, start) < priorityOf(iso(-1), start),
  );
});

test('addresses tell their dates', () => {
  assert.equal(addressDate('http://a.test/2026/05/01/day.html'), '2026-05-01T00:00:00.000Z');
  assert.equal(addressDate('http://a.test/2026-05-01-day'), '2026-05-01T00:00:00.000Z');
  assert.equal(addressDate('http://a.test/20260501/x'), '2026-05-01T00:00:00.000Z');
  assert.equal(addressDate('http://a.test/2026/05/day'), '2026-05-01T00:00:00.000Z');
  for (const none of [
    'http://a.test/20269901/x',
    'http://a.test/p/2026',
    'http://a.test/120260501',
    'nothing',
  ])
    assert.equal(addressDate(none), null, none);
});

test('in the order of freshness a quarter of all addresses come first whatever their date', () => {
  const order = new FreshOrder(start);
  const ranks = Array.from({ length: 40 }, () => order.rank('http://a.test/1999/01/01/old'));
  assert.equal(ranks.filter((rank) => rank === Math.max(...ranks)).length, 10);
  assert.equal(new Set(ranks).size, 2);
});
