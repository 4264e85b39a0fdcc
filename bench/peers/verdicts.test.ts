import assert from 'node:assert/strict';
import { it } from 'node:test';
import { claimsAgainst, type Measured, perPage, sumOf } from './verdicts.ts';

const row = (
  crawler: string,
  site: string,
  found: number,
  seconds: number,
  more: Partial<Measured> = {},
) => ({
  crawler,
  site,
  found,
  seconds,
  kind: 'app' as const,
  pages: 10,
  events: 5,
  requests: 3,
  ended: 'done' as const,
  ...more,
});

it('sums sites, and has no sum of events where one site tells none', () => {
  const rows = [row('K', 'a', 2, 1), row('K', 'b', 3, 4, { events: null })];
  assert.deepEqual(sumOf(rows), { pages: 20, found: 5, events: null, requests: 6, seconds: 5 });
  assert.equal(sumOf(rows.slice(0, 1)).events, 5);
});

it('seconds per page need a page', () => {
  assert.equal(perPage({ seconds: 4, found: 2 }), 2);
  assert.equal(perPage({ seconds: 4, found: 0 }), null);
});

it('claims more pages and a share of the seconds per page over all apps together', () => {
  const measured = [
    row('Argiope', 'a', 10, 1),
    row('Argiope', 'b', 10, 1),
    row('P', 'a', 10, 5),
    row('P', 'b', 9, 5),
  ];
  const claims = claimsAgainst({ name: 'P', slower: 5 }, measured);
  assert.deepEqual(
    claims.map(({ ok, measured: figures }) => [ok, figures]),
    [
      [true, '20 and 19 of 20'],
      [true, '0.100 and 0.526 s, 5.26 times'],
    ],
  );
  assert.equal(claimsAgainst({ name: 'P', slower: 6 }, measured)[1]?.ok, false);
});

it('as many pages are enough on the blog and too few on the apps', () => {
  for (const kind of ['blog', 'app'] as const) {
    const measured = [row('Argiope', 'a', 10, 1, { kind }), row('P', 'a', 10, 50, { kind })];
    assert.equal(claimsAgainst({ name: 'P', slower: 5 }, measured)[0]?.ok, kind === 'blog');
  }
});

it('sites where the peer failed are not compared, those where Argiope failed are', () => {
  const failed = { ended: 'failed' as const };
  const measured = [
    ...[row('Argiope', 'a', 1, 1), row('P', 'a', 0, 1, failed)],
    ...[row('Argiope', 'b', 0, 1, failed), row('P', 'b', 4, 9)],
  ];
  const claims = claimsAgainst({ name: 'P', slower: 5 }, measured);
  assert.deepEqual(
    claims.map(({ ok, measured: figures }) => [ok, figures]),
    [
      [false, '0 and 4 of 10'],
      [false, 'no page found by one of them'],
    ],
  );
  assert.deepEqual(claimsAgainst({ name: 'P', slower: 5 }, measured.slice(0, 2)), []);
});

it('a peer that finds nothing is slower than any', () => {
  const measured = [row('Argiope', 'a', 1, 100), row('P', 'a', 0, 1)];
  assert.deepEqual(
    claimsAgainst({ name: 'P', slower: 5 }, measured).map(({ ok }) => ok),
    [true, true],
  );
});
