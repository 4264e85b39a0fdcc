import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from '../../../../test/cases.ts';
import { Schedule } from './schedule.ts';
import { precedes, type Ranked, type SiteQueue } from './site-queue.ts';

const bound = 4;

/** A schedule over a frontier, with a clock and manners of its own: a host rests after each request. */
class World {
  now = 0;
  readonly slots: number;
  readonly rest: number;
  readonly frontier = new Map<string, Ranked[]>();
  readonly ready = new Map<string, number>();
  readonly schedule: Schedule<Ranked>;
  readonly taken: { host: string; item: Ranked; at: number }[] = [];
  readonly held = new Map<SiteQueue<Ranked>, number>();
  /** What of the frontier is left there for somebody else. */
  leaves: (item: Ranked) => boolean = () => false;
  #next = 0;

  constructor(slots: number, rest: number, most = 1000) {
    this.slots = slots;
    this.rest = rest;
    this.schedule = new Schedule({
      bound,
      most,
      slots: () => slots,
      readyAt: (host) => this.ready.get(host) ?? 0,
    });
  }

  file(host: string, priority: number): void {
    const item = { number: this.#next++, priority };
    const list = this.frontier.get(host) ?? [];
    this.frontier.set(host, list);
    list.push(item);
    list.sort((one, other) => (precedes(one, other) ? -1 : 1));
    this.schedule.file(host, item, this.now);
  }

  lease(): SiteQueue<Ranked> | null {
    const queue = this.schedule.lease(this.now);
    if (queue) this.held.set(queue, (this.held.get(queue) ?? 0) + 1);
    return queue;
  }

  /** One page of a leased queue, from the frontier where it must be, stored at once. */
  serve(queue: SiteQueue<Ranked>): void {
    const { host } = queue;
    let item = this.schedule.take(queue);
    if (item === null && queue.more) {
      const order = queue.order();
      this.schedule.refill(queue, (this.frontier.get(host) ?? []).slice(0, order.asked), order, this.now);
      item = this.schedule.take(queue);
    }
    if (item === null) return;
    this.taken.push({ host, item, at: this.now });
    this.ready.set(host, this.now + this.rest);
    if (this.leaves(item)) {
      this.schedule.setAside(host, item.number, this.now);
      return;
    }
    const list = this.frontier.get(host) as Ranked[];
    list.splice(list.indexOf(item), 1);
    this.schedule.settle(host, item.number, this.now);
  }

  release(queue: SiteQueue<Ranked>): void {
    this.held.set(queue, (this.held.get(queue) as number) - 1);
    if (this.held.get(queue) === 0) this.held.delete(queue);
    this.schedule.release(queue, this.now);
  }

  /** Whether some host could be asked now: it has work, may be asked, and not too many have it in hand. */
  get couldServe(): boolean {
    const leases = new Map([...this.held].map(([queue, count]) => [queue.host, count]));
    return [...this.frontier].some(
      ([host, list]) =>
        list.length > 0 && (this.ready.get(host) ?? 0) <= this.now && (leases.get(host) ?? 0) < this.slots,
    );
  }
}

/** In the order of a list. */
function byOrder(list: readonly Ranked[]): (one: Ranked, other: Ranked) => number {
  return (one, other) => list.indexOf(one) - list.indexOf(other);
}

type Step =
  | { readonly kind: 'file'; readonly host: string; readonly priority: number }
  | { readonly kind: 'lease' }
  | { readonly kind: 'serve' | 'release'; readonly which: number }
  | { readonly kind: 'wait'; readonly ms: number };

const steps = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constant('file' as const),
        host: fc.constantFrom('a', 'b', 'c', 'd'),
        priority: fc.constantFrom(0, 0, 0, 1, -1),
      }),
    },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('lease' as const) }) },
    {
      weight: 4,
      arbitrary: fc.record({ kind: fc.constantFrom('serve' as const, 'release' as const), which: fc.nat(7) }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('wait' as const), ms: fc.nat(15) }) },
  ),
  { maxLength: 150 },
);

function perform(world: World, step: Step): void {
  if (step.kind === 'file') world.file(step.host, step.priority);
  else if (step.kind === 'lease') world.lease();
  else if (step.kind === 'wait') world.now += step.ms;
  else {
    const queue = [...world.held.keys()][step.which];
    if (queue) world[step.kind](queue);
  }
}

/** Works everything off: what is held is put back, and whoever may be served is. */
function finish(world: World): void {
  for (const queue of [...world.held.keys()]) while (world.held.has(queue)) world.release(queue);
  for (let guard = 0; !world.schedule.isEmpty; guard++) {
    assert.ok(guard < 10_000, 'it ends');
    const queue = world.lease();
    if (queue) {
      world.serve(queue);
      world.release(queue);
    } else {
      const { nextMoment } = world.schedule;
      assert.ok(nextMoment !== null && nextMoment > world.now, 'who cannot be served rests until a moment');
      world.now = nextMoment;
    }
  }
}

describe('a schedule', () => {
  it('serves a queue that was handed out too early as soon as its host is ready, before others that wait', () => {
    const world = new World(1, 0);
    for (const host of ['a', 'b', 'c', 'd']) world.file(host, 0);
    const early = world.lease() as SiteQueue<Ranked>;
    const item = world.schedule.take(early) as Ranked;
    world.ready.set('a', 200);
    world.schedule.defer(early, item, world.now);
    world.release(early);
    const served: string[] = [];
    const serveNext = () => {
      const queue = world.lease();
      if (!queue) return;
      served.push(queue.host);
      world.serve(queue);
      world.release(queue);
    };
    serveNext();
    world.now = 200;
    for (let turn = 0; turn < 4; turn++) serveNext();
    assert.deepEqual(served, ['b', 'a', 'c', 'd']);
    assert.ok(world.schedule.isEmpty);
  });

  it('lets nobody be idle while a host could be asked, and asks none more often than it may', () => {
    fc.assert(
      fc.property(steps, fc.constantFrom(1, 2, 3), fc.constantFrom(0, 10), (all, slots, rest) => {
        const world = new World(slots, rest);
        for (const step of all) {
          perform(world, step);
          for (const leases of world.held.values()) assert.ok(leases <= slots);
          if (step.kind !== 'lease') continue;
          const could = world.couldServe;
          const queue = world.lease();
          if (could) assert.ok(queue, 'a queue could be served');
          if (queue) world.release(queue);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('hands out everything once and ends, whatever its memory and whatever is left for others', () => {
    fc.assert(
      fc.property(
        steps,
        fc.constantFrom(1, 3),
        fc.constantFrom(0, 10),
        fc.constantFrom(0, 5, 1000),
        (...world) => {
          const [all, slots, rest, most] = world;
          for (const leaves of [() => false, ({ number }: Ranked) => number % 3 === 0]) {
            const made = new World(slots, rest, most);
            made.leaves = leaves;
            for (const step of all) perform(made, step);
            finish(made);
            const filed = all.filter(({ kind }) => kind === 'file').length;
            assert.equal(made.taken.length, filed);
            assert.equal(new Set(made.taken.map(({ item }) => item.number)).size, filed);
            assert.deepEqual([made.schedule.held, made.schedule.waiting, made.schedule.hosts], [0, 0, 0]);
            const left = [...made.frontier.values()].flat();
            assert.deepEqual(
              left,
              made.taken
                .map(({ item }) => item)
                .filter(leaves)
                .sort(byOrder(left)),
            );
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  it('takes of each host in the order of the frontier', () => {
    fc.assert(
      fc.property(steps, fc.constantFrom(1, 2), (all, slots) => {
        const world = new World(slots, 0, 3);
        for (const step of all) {
          const before = world.taken.length;
          const firsts = new Map([...world.frontier].map(([host, [first]]) => [host, first]));
          perform(world, step);
          const last = world.taken.at(-1);
          if (world.taken.length > before && last) assert.equal(last.item, firsts.get(last.host));
        }
      }),
      { numRuns: 300 },
    );
  });

  it('keeps no more of a host in memory than its bound', () => {
    const world = new World(1, 0);
    for (let at = 0; at < 1000; at++) world.file('a', at % 3);
    assert.equal(world.schedule.held, bound);
    finish(world);
    assert.equal(world.taken.length, 1000);
  });

  it('serves first who has waited longest', () => {
    const world = new World(1, 0);
    for (const host of ['c', 'a', 'b']) for (let count = 0; count < 2; count++) world.file(host, 0);
    const order: string[] = [];
    for (let queue = world.lease(); queue; queue = world.lease()) {
      order.push(queue.host);
      world.serve(queue);
      world.release(queue);
    }
    assert.deepEqual(order, ['c', 'a', 'b', 'c', 'a', 'b']);
  });

  it('wakes a resting host at its moment and not before', () => {
    const world = new World(1, 100);
    world.file('a', 0);
    world.file('a', 0);
    const first = world.lease();
    assert.ok(first);
    world.serve(first);
    world.release(first);
    world.now = 99;
    assert.equal(world.lease(), null);
    assert.equal(world.schedule.nextMoment, 100);
    world.now = 100;
    assert.equal(world.lease()?.host, 'a');
  });
});
