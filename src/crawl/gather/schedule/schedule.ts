import { Pool } from './pool.ts';
import { RestingQueues } from './resting.ts';
import { type Ranked, type RefillOrder, SiteQueue } from './site-queue.ts';

/** What decides when and how often a host may be asked. */
export interface ScheduleRules {
  /** Addresses of one host that are held in memory. */
  readonly bound: number;
  /** Addresses that may be held in all; queues that nobody has are emptied beyond that. */
  readonly most: number;
  /** Workers that may have the queue of a host at once. */
  slots(host: string): number;
  /** Moment from which a host may be asked, in milliseconds. */
  readyAt(host: string): number;
  /** Told of hosts of which nothing waits and nothing is in hand any more. */
  done?(host: string): void;
}

/**
 * Brings site queues and idle workers together (Yang & Zhou 2005, §1.1): queues that could be served wait in
 * a pool, and whoever is idle gets the one that has waited longest. A queue whose host must rest waits for
 * its moment instead. Nothing is looked through: each step costs the same however many hosts there are.
 *
 * Pure but for its own state: the moment is always given, and who sleeps and wakes is the crew's concern.
 */
export class Schedule<Item extends Ranked> {
  readonly #rules: ScheduleRules;
  readonly #queues = new Map<string, SiteQueue<Item>>();
  readonly #pool = new Pool<SiteQueue<Item>>();
  readonly #resting = new RestingQueues<SiteQueue<Item>>();
  #held = 0;

  constructor(rules: ScheduleRules) {
    this.#rules = rules;
  }

  /** Whether nothing waits and nobody is at work. */
  get isEmpty(): boolean {
    return this.#queues.size === 0;
  }

  /** Hosts that have something waiting or in hand. */
  get hosts(): number {
    return this.#queues.size;
  }

  /** Queues that could be served and are not. */
  get waiting(): number {
    return this.#pool.size;
  }

  /** Addresses in memory. */
  get held(): number {
    return this.#held;
  }

  /** A host of which the frontier holds addresses, none of them in memory. */
  open(host: string, now: number): void {
    const queue = this.#queueOf(host);
    queue.more = true;
    this.#place(queue, now);
  }

  /** The frontier has got more addresses of a host, if that is one of those that are served here. */
  grown(host: string, now: number): void {
    const queue = this.#queues.get(host);
    if (!queue) return;
    queue.grow();
    this.#place(queue, now);
  }

  /** Serves a host no longer, whatever waits of it; `false` where something of it is in hand. */
  close(host: string): boolean {
    const queue = this.#queues.get(host);
    if (!queue) return true;
    if (queue.leases > 0 || queue.inHand > 0) return false;
    this.#counting(queue, () => queue.forget());
    this.#remove(queue);
    return true;
  }

  /** The distributor: files an address that the frontier holds, or is about to, under its host. */
  file(host: string, item: Item, now: number): void {
    const queue = this.#queueOf(host);
    this.#counting(queue, () => queue.file(item));
    this.#place(queue, now);
  }

  /** The queue that has waited longest, leased to a worker; `null` where none can be served now. */
  lease(now: number): SiteQueue<Item> | null {
    for (const queue of this.#resting.due(now)) this.#place(queue, now);
    for (let queue = this.#pool.shift(); queue !== null; queue = this.#pool.shift()) {
      // While it waited in the pool, its host may have been asked for something else.
      if (this.#mayServe(queue) && this.#rules.readyAt(queue.host) <= now) {
        queue.leases++;
        queue.wasDeferred = false;
        this.#place(queue, now);
        return queue;
      }
      this.#place(queue, now);
    }
    return null;
  }

  /** A worker puts a queue back. */
  release(queue: SiteQueue<Item>, now: number): void {
    queue.leases--;
    if (queue.leases === 0 && this.#held > this.#rules.most && queue.size > 0) {
      this.#counting(queue, () => queue.forget());
    }
    this.#place(queue, now);
  }

  /** The next address of a leased queue, taken into hand; `null` where the frontier must be asked first. */
  take(queue: SiteQueue<Item>): Item | null {
    return this.#counting(queue, () => queue.take());
  }

  /** Hands the first of the frontier over to a queue. */
  refill(queue: SiteQueue<Item>, first: readonly Item[], order: RefillOrder, now: number): void {
    this.#counting(queue, () => queue.refill(first, order));
    this.#place(queue, now);
  }

  /** It is stored what became of an address. */
  settle(host: string, number: number, now: number): void {
    const queue = this.#queues.get(host);
    if (!queue) return;
    queue.settle(number);
    this.#place(queue, now);
  }

  /** An address that was taken waits on for somebody else. */
  setAside(host: string, number: number, now: number): void {
    const queue = this.#queues.get(host);
    if (!queue) return;
    queue.setAside(number);
    this.#place(queue, now);
  }

  /** An address that was taken waits again. */
  putBack(host: string, item: Item, now: number): void {
    const queue = this.#queueOf(host);
    this.#counting(queue, () => queue.putBack(item));
    this.#place(queue, now);
  }

  /** An address was taken, but its host must rest first: the queue has its turn as soon as the host is ready. */
  defer(queue: SiteQueue<Item>, item: Item, now: number): void {
    queue.wasDeferred = true;
    this.putBack(queue.host, item, now);
  }

  /** The first moment at which a resting host may be asked; `null` where none rests. */
  get nextMoment(): number | null {
    return this.#resting.first;
  }

  #mayServe(queue: SiteQueue<Item>): boolean {
    return queue.hasWork && queue.leases < this.#rules.slots(queue.host);
  }

  /** Puts a queue where it belongs: into the pool, to rest, or nowhere. */
  #place(queue: SiteQueue<Item>, now: number): void {
    if (queue.isDone) {
      this.#remove(queue);
      return;
    }
    if (!this.#mayServe(queue)) {
      this.#pool.delete(queue);
      this.#resting.delete(queue);
      return;
    }
    if (this.#pool.has(queue)) return;
    const moment = this.#rules.readyAt(queue.host);
    if (moment <= now) {
      this.#resting.delete(queue);
      this.#pool.add(queue, queue.wasDeferred);
    } else this.#resting.add(queue, moment);
  }

  #remove(queue: SiteQueue<Item>): void {
    this.#queues.delete(queue.host);
    this.#pool.delete(queue);
    this.#resting.delete(queue);
    this.#rules.done?.(queue.host);
  }

  #queueOf(host: string): SiteQueue<Item> {
    let queue = this.#queues.get(host);
    if (!queue) {
      queue = new SiteQueue(host, this.#rules.bound, false);
      this.#queues.set(host, queue);
    }
    return queue;
  }

  #counting<T>(queue: SiteQueue<Item>, change: () => T): T {
    const before = queue.size;
    const result = change();
    this.#held += queue.size - before;
    return result;
  }
}
