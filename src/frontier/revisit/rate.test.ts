import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../../test/cases.ts';
import type { PageVisits } from '../../model/visits.ts';
import { estimateRate, pooledRate, possibleRate } from './rate.ts';
import { day, firstVisit, foundGone, seenAgain } from './visits.ts';

const at = (days: number) => new Date(Date.UTC(2026, 0, 1) + days * day).toISOString();

/** A page that was seen at some moments (days), with whether it had changed. */
function seen(...visits: readonly (readonly [number, boolean, number?])[]): PageVisits {
  return visits.reduce(
    (before, [days, changed, modified]) =>
      seenAgain(before, { at: at(days), changed, modified: modified === undefined ? null : at(modified) }),
    firstVisit(0, at(0)),
  );
}

const near = (actual: number, expected: number, share = 1e-3) =>
  assert.ok(Math.abs(actual - expected) <= share * Math.abs(expected), `${actual}, expected ${expected}`);

test('with equal intervals the rate is that of Cho and Garcia-Molina', () => {
  fc.assert(
    fc.property(
      fc.array(fc.boolean(), { minLength: 1, maxLength: 30 }),
      fc.double({ min: 0.01, max: 30, noNaN: true }),
      (changes, interval) => {
        const visits = seen(...changes.map((changed, index) => [interval * (index + 1), changed] as const));
        const [n, x] = [changes.length, changes.filter(Boolean).length];
        const expected = -Math.log((n - x + 0.5) / (n + 0.5)) / interval;
        const actual = estimateRate(visits);
        assert.ok(Math.abs(actual - expected) <= 2e-3 * expected + 1e-6, `${actual} for ${expected}`);
      },
    ),
  );
});

test('a page that never changed has no rate of its own, and that of its kind fades with the time it was quiet', () => {
  const quiet = seen([10, false], [30, false]);
  assert.equal(estimateRate(quiet), 0);
  const prior = { rate: 1, spread: 1 };
  near(estimateRate(firstVisit(0, at(0)), prior), 1);
  const faded = estimateRate(quiet, prior);
  near(faded * 30, -Math.log(faded), 2e-3);
});

test('a date says more than a bit: when it changed last, and that it has been quiet since', () => {
  const dated = seen([10, true, 9.5], [20, true, 19.5]);
  assert.deepEqual([dated.dated, dated.stirs, dated.changedAt], [2, [], at(19.5)]);
  near(dated.quiet, 1);
  near(estimateRate(dated, { rate: 2, spread: 1 }), 2);
  const undated = seen([10, true], [20, true]);
  assert.ok(estimateRate(undated, { rate: 2, spread: 1 }) < estimateRate(dated, { rate: 2, spread: 1 }) * 2);
  const before = seen([10, true, -3]);
  assert.deepEqual([before.dated, before.stirs], [0, [10]], 'a date before the last visit tells nothing');
});

test('more changes in the same time mean a higher rate', () => {
  fc.assert(
    fc.property(fc.array(fc.boolean(), { minLength: 1, maxLength: 20 }), fc.nat(), (changes, index) => {
      const more = changes.map((changed, each) => changed || each === index % changes.length);
      const visits = (list: readonly boolean[]) =>
        seen(...list.map((each, days) => [days + 1, each] as const));
      const prior = { rate: 0.3, spread: 1 };
      assert.ok(estimateRate(visits(more), prior) >= estimateRate(visits(changes), prior) * (1 - 1e-3));
    }),
  );
});

test('old changes are forgotten together with their share of the quiet time', () => {
  const visits = seen(...Array.from({ length: 100 }, (_, index) => [index + 1, index % 2 === 0] as const));
  assert.equal(visits.stirs.length, 32);
  assert.equal(visits.changes, 50);
  assert.ok(visits.quiet < 50);
  near(estimateRate(visits), Math.LN2, 0.1);
});

test('the rate of a kind is that of its pages together, and unknown while they say nothing', () => {
  const pages = Array.from({ length: 50 }, (_, index) =>
    seen([1, index % 4 === 0], [2, index % 4 === 1], [3, index % 4 === 2], [4, index % 4 === 3]),
  );
  near(pooledRate(pages) ?? 0, -Math.log(0.75), 0.05);
  assert.equal(pooledRate([firstVisit(0, at(0))]), null);
  assert.equal(pooledRate([seen([100, true])]), null, 'one long interval with a change tells no rate');
});

test('what is possible lies between the estimate and what is wanted, nearer the less is known', () => {
  const prior = { rate: 1, spread: 1 };
  const few = seen([1, true], [2, false]);
  const doubtOf = (visits: PageVisits) => estimateRate(visits, prior) / possibleRate(visits, prior, 0.001);
  const many = seen(...Array.from({ length: 40 }, (_, index) => [index + 1, index % 2 === 0] as const));
  const best = estimateRate(many, prior);
  assert.ok(doubtOf(few) > doubtOf(many) && doubtOf(many) > 1);
  assert.equal(possibleRate(many, prior, best), best);
  assert.ok(possibleRate(many, prior, 100) > best);
});

test('a page that is gone keeps the moment at which that was found first', () => {
  const gone = foundGone(foundGone(seen([1, false]), at(2)), at(3));
  assert.deepEqual([gone.goneAt, gone.lastSeen, gone.checks], [at(2), at(3), 3]);
  assert.equal(seenAgain(gone, { at: at(4), changed: false, modified: null }).goneAt, null);
});
