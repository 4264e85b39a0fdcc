import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Clock, Manners, parseRetryAfter } from './manners.ts';

/** A clock that stands still but for sleeping, which takes no time. */
function stoppedClock(start = 1_000_000): Clock & { time: number; readonly slept: number[] } {
  return {
    time: start,
    slept: [],
    now() {
      return this.time;
    },
    async sleep(ms, signal) {
      signal?.throwIfAborted();
      this.slept.push(ms);
      this.time += ms;
    },
  };
}

async function starts(
  manners: Manners,
  clock: { time: number },
  host: string,
  count: number,
): Promise<number[]> {
  const moments: number[] = [];
  const began = clock.time;
  await Promise.all(
    Array.from({ length: count }, () => manners.waitTurn(host).then(() => moments.push(clock.time - began))),
  );
  return moments;
}

test('loopback is asked without delay', async () => {
  for (const host of ['127.0.0.1:8080', 'localhost', '[::1]:80']) {
    const clock = stoppedClock();
    const manners = new Manners(null, clock);
    manners.answered(host, 5000, 200);
    assert.deepEqual(await starts(manners, clock, host, 4), [0, 0, 0, 0], host);
  }
});

test('a fixed delay holds for every host, also loopback', async () => {
  const clock = stoppedClock();
  const manners = new Manners(1.5, clock);
  assert.deepEqual(await starts(manners, clock, '127.0.0.1', 3), [0, 1500, 3000]);
  assert.deepEqual(await starts(manners, clock, 'a.example', 2), [0, 1500]);
});

test('a fixed delay of none is none', async () => {
  const clock = stoppedClock();
  assert.deepEqual(await starts(new Manners(0, clock), clock, 'a.example', 3), [0, 0, 0]);
});

test('without a delay given, starts lie two response times apart, within 0.25 s and 10 s', async () => {
  const clock = stoppedClock();
  const manners = new Manners(null, clock);
  assert.equal(manners.delayOf('a.example'), 250);
  manners.answered('a.example', 20, 200);
  assert.equal(manners.delayOf('a.example'), 250);
  manners.answered('b.example', 800, 200);
  assert.equal(manners.delayOf('b.example'), 1600);
  assert.deepEqual(await starts(manners, clock, 'b.example', 3), [0, 1600, 3200]);
  manners.answered('c.example', 60_000, 200);
  assert.equal(manners.delayOf('c.example'), 10_000);
});

test('response times are smoothed', () => {
  const manners = new Manners(null, stoppedClock());
  manners.answered('a.example', 1000, 200);
  manners.answered('a.example', 2000, 200);
  assert.equal(Math.round(manners.delayOf('a.example')), 2600);
});

test('Crawl-delay is a floor under both kinds of delay, up to a minute', () => {
  for (const delay of [null, 1]) {
    const manners = new Manners(delay, stoppedClock());
    manners.crawlDelay('a.example', 7);
    manners.crawlDelay('127.0.0.1', 2);
    manners.crawlDelay('b.example', 100_000);
    assert.equal(manners.delayOf('a.example'), 7000);
    assert.equal(manners.delayOf('127.0.0.1'), 2000);
    assert.equal(manners.delayOf('b.example'), 60_000);
  }
});

test('hosts do not wait for each other', async () => {
  const clock = stoppedClock();
  const manners = new Manners(60, clock);
  await manners.waitTurn('a.example');
  await manners.waitTurn('b.example');
  await manners.waitTurn('a.example:8080');
  assert.deepEqual(clock.slept, []);
});

test('turns are given in the order they were asked for', async () => {
  const manners = new Manners(1, stoppedClock());
  const order: number[] = [];
  await Promise.all([1, 2, 3, 4].map((n) => manners.waitTurn('a.example').then(() => order.push(n))));
  assert.deepEqual(order, [1, 2, 3, 4]);
});

test('Retry-After makes a host rest, also loopback', async () => {
  const clock = stoppedClock();
  const manners = new Manners(null, clock);
  manners.answered('127.0.0.1', 10, 503, '30');
  assert.deepEqual(await starts(manners, clock, '127.0.0.1', 2), [30_000, 30_000]);
  manners.answered('127.0.0.1', 10, 200, '30');
  assert.deepEqual(await starts(manners, clock, '127.0.0.1', 1), [0]);
});

test('a busy host that names no time rests longer each time, until it answers well', () => {
  const clock = stoppedClock();
  const manners = new Manners(null, clock);
  const rests = [429, 503, 429].map((status) => {
    manners.answered('127.0.0.1', 1, status);
    return manners.nextMoment('127.0.0.1') - clock.time;
  });
  assert.deepEqual(rests, [5000, 10_000, 20_000]);
  clock.time += 20_000;
  manners.answered('127.0.0.1', 1, 200);
  manners.answered('127.0.0.1', 1, 429, 'nonsense');
  assert.equal(manners.nextMoment('127.0.0.1') - clock.time, 5000);
});

test('no rest is longer than an hour', () => {
  const clock = stoppedClock();
  const manners = new Manners(null, clock);
  manners.answered('a.example', 1, 429, '99999999');
  assert.equal(manners.nextMoment('a.example') - clock.time, 3_600_000);
});

test('a rest that is asked for while a turn is awaited is kept', async () => {
  const clock = stoppedClock();
  const manners = new Manners(1, clock);
  await manners.waitTurn('a.example');
  const waiting = manners.waitTurn('a.example');
  manners.answered('a.example', 1, 429, '60');
  await waiting;
  assert.equal(clock.time, 1_060_000);
});

test('an aborted request gives its turn to the next', async () => {
  const clock = stoppedClock();
  const manners = new Manners(10, clock);
  const stop = new AbortController();
  await manners.waitTurn('a.example');
  const given = manners.waitTurn('a.example', stop.signal);
  const next = manners.waitTurn('a.example');
  stop.abort(new Error('stopped'));
  await assert.rejects(given, /stopped/);
  await next;
  assert.deepEqual(clock.slept, [10_000]);
});

// A crawl that was to end waited for the hour that a server had asked for, behind a request nobody wanted any more.
test('an aborted request does not wait for those before it', async () => {
  const manners = new Manners(0, { now: () => 0, sleep: () => new Promise(() => {}) });
  manners.answered('a.example', 1, 503, '3600');
  void manners.waitTurn('a.example');
  const stop = new AbortController();
  const behind = manners.waitTurn('a.example', stop.signal);
  stop.abort(new Error('stopped'));
  await assert.rejects(behind, /stopped/);
});

test('the next allowed moment survives a restart', async () => {
  const clock = stoppedClock();
  const before = new Manners(null, clock);
  before.crawlDelay('a.example', 20);
  before.answered('a.example', 400, 200);
  await before.waitTurn('a.example');
  before.answered('b.example', 10, 503, '45');
  const kept = JSON.parse(JSON.stringify(before.snapshot()));
  assert.deepEqual(kept, {
    'a.example': { next: 1_020_000, response: 400, floor: 20_000 },
    'b.example': { next: 1_045_000, response: 10, floor: 0 },
  });

  clock.time += 5000;
  const after = new Manners(null, clock);
  after.restore(kept);
  assert.deepEqual(await starts(after, clock, 'a.example', 2), [15_000, 35_000]);
  assert.equal(after.nextMoment('b.example'), 1_045_000);
});

test('Retry-After is read in both its forms', () => {
  const now = Date.parse('2026-01-01T00:00:00Z');
  assert.equal(parseRetryAfter('120', now), 120_000);
  assert.equal(parseRetryAfter('Thu, 01 Jan 2026 00:01:00 GMT', now), 60_000);
  assert.equal(parseRetryAfter('Wed, 31 Dec 2025 00:00:00 GMT', now), 0);
  assert.equal(parseRetryAfter('later', now), null);
  assert.equal(parseRetryAfter(null, now), null);
});

test('the delay counts from when a request has arrived, where that is told', async () => {
  const clock = stoppedClock();
  const manners = new Manners(1, clock);
  await manners.waitTurn('a.example');
  clock.time += 400;
  manners.arrived('a.example');
  assert.deepEqual(await starts(manners, clock, 'a.example', 2), [1000, 2000]);
});
