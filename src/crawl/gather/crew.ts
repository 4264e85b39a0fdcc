import { longestTimer } from '../loop/ending.ts';
import type { Schedule } from './schedule/schedule.ts';
import type { Ranked, SiteQueue } from './schedule/site-queue.ts';

/** What a crew works on. */
export interface CrewParts<Item extends Ranked> {
  readonly schedule: Schedule<Item>;
  readonly workers: number;
  /** Serves a queue for as long as that pays off. */
  readonly serve: (queue: SiteQueue<Item>) => Promise<void>;
  /** Nobody has anything to do: what was gathered should be stored now. */
  readonly onIdle: () => void;
  readonly now?: () => number;
  /** Whether nothing more will come; where nobody says, that is so when all queues are empty. */
  readonly isOver?: () => boolean;
}

/**
 * The workers of a gatherer (Yang & Zhou 2005, §1.1): idle ones wait in the order in which they became idle,
 * and get queues in the order in which these became free. Nobody polls: who sleeps is woken by what is filed
 * or put back, or by a timer for the first host that rests.
 */
export class Crew<Item extends Ranked> {
  readonly #parts: CrewParts<Item>;
  readonly #now: () => number;
  readonly #idle: ((queue: SiteQueue<Item> | null) => void)[] = [];
  #timer: NodeJS.Timeout | null = null;
  #failure: { readonly error: unknown } | null = null;
  #stopped = false;

  constructor(parts: CrewParts<Item>) {
    this.#parts = parts;
    this.#now = parts.now ?? Date.now;
  }

  /** Works until all queues are empty or it is stopped; throws what makes going on pointless. */
  async run(): Promise<void> {
    await Promise.all(Array.from({ length: this.#parts.workers }, () => this.#work()));
    if (this.#timer) clearTimeout(this.#timer);
    if (this.#failure) throw this.#failure.error;
  }

  /** Nobody gets another queue. */
  stop(): void {
    this.#stopped = true;
    this.wake();
  }

  /** Nobody gets another queue, and whoever runs the crew is told why. */
  fail(error: unknown): void {
    this.#failure ??= { error };
    this.wake();
  }

  /** Something was filed, put back or stored: whoever is idle looks again. */
  wake(): void {
    const { schedule } = this.#parts;
    const isEmpty = this.#parts.isOver?.() ?? schedule.isEmpty;
    const isOver = this.#stopped || this.#failure !== null || isEmpty;
    while (this.#idle.length > 0) {
      const queue = isOver ? null : schedule.lease(this.#now());
      if (!isOver && queue === null) break;
      this.#idle.shift()?.(queue);
    }
    if (!isOver && this.#idle.length > 0) this.#arm();
  }

  async #work(): Promise<void> {
    const { schedule, serve } = this.#parts;
    for (let queue = await this.#next(); queue !== null; queue = await this.#next()) {
      try {
        await serve(queue);
      } catch (error) {
        this.#failure ??= { error };
      }
      schedule.release(queue, this.#now());
      this.wake();
    }
  }

  #next(): Promise<SiteQueue<Item> | null> {
    const { promise, resolve } = Promise.withResolvers<SiteQueue<Item> | null>();
    this.#idle.push(resolve);
    this.wake();
    if (this.#idle.length === this.#parts.workers) this.#parts.onIdle();
    return promise;
  }

  /** One timer for the first host that may be asked again. */
  #arm(): void {
    const moment = this.#parts.schedule.nextMoment;
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    if (moment === null) return;
    const ms = Math.min(longestTimer, Math.max(0, Math.ceil(moment - this.#now())));
    this.#timer = setTimeout(() => this.wake(), ms);
  }
}
