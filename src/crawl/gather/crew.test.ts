import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Crew } from './crew.ts';
import { Schedule } from './schedule/schedule.ts';
import type { Ranked, SiteQueue } from './schedule/site-queue.ts';

/** A schedule of hosts that rest between requests, with so many addresses each. */
function scheduleOf(hosts: readonly string[], each: number, rest: number, now = Date.now) {
  const ready = new Map<string, number>();
  const schedule = new Schedule<Ranked>({
    bound: 100,
    most: 1000,
    slots: () => 1,
    readyAt: (host) => ready.get(host) ?? 0,
  });
  let number = 0;
  for (let round = 0; round < each; round++)
    for (const host of hosts) schedule.file(host, { number: number++, priority: 0 }, now());
  return { schedule, restNow: (host: string) => ready.set(host, now() + rest) };
}

describe('a crew', () => {
  it('serves all queues, rests included, and ends when all are empty', async () => {
    const hosts = ['a', 'b', 'c', 'd', 'e'];
    // Time passes where nobody has anything to do, and nowhere else.
    let moment = 0;
    const now = () => moment;
    const { schedule, restNow } = scheduleOf(hosts, 3, 15, now);
    const served: string[] = [];
    const under = new Set<string>();
    let idle = 0;
    const serve = async (queue: SiteQueue<Ranked>) => {
      const { host } = queue;
      assert.ok(!under.has(host), 'one worker at a time');
      under.add(host);
      const item = schedule.take(queue);
      await new Promise((resolve) => setImmediate(resolve));
      if (item) served.push(`${host}${item.number}`);
      restNow(host);
      under.delete(host);
      if (item) schedule.settle(host, item.number, now());
    };
    const onIdle = () => {
      idle++;
      moment += 15;
    };
    await new Crew({ schedule, workers: 2, serve, onIdle, now }).run();
    assert.equal(new Set(served).size, 15);
    assert.deepEqual(
      served
        .slice(0, 5)
        .map((name) => name[0])
        .sort(),
      hosts,
    );
    assert.equal(idle, 2, 'told that nobody had anything to do');
    assert.equal(schedule.isEmpty, true);
  });

  it('waits for what is not stored yet: it may bring more', async () => {
    const { schedule } = scheduleOf(['a'], 1, 0);
    let isOver = false;
    const crew = new Crew({
      schedule,
      workers: 3,
      onIdle: () => {},
      serve: async (queue) => void schedule.take(queue),
    });
    const running = crew.run().then(() => {
      isOver = true;
    });
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(isOver, false);
    schedule.settle('a', 0, Date.now());
    crew.wake();
    await running;
  });

  it('ends when it is stopped, whatever waits', async () => {
    const { schedule, restNow } = scheduleOf(['a', 'b'], 5, 3_600_000);
    restNow('a');
    restNow('b');
    const crew = new Crew({ schedule, workers: 2, serve: async () => {}, onIdle: () => crew.stop() });
    await crew.run();
    assert.equal(schedule.hosts, 2);
  });

  it('ends with the first error, and gives nobody anything more', async () => {
    const { schedule } = scheduleOf(['a', 'b', 'c'], 2, 0);
    let calls = 0;
    const serve = async () => {
      calls++;
      throw new Error('disk full');
    };
    await assert.rejects(new Crew({ schedule, workers: 1, serve, onIdle: () => {} }).run(), /disk full/);
    assert.equal(calls, 1);
  });
});
