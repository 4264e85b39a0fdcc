import type { Waiting } from './queue.ts';

/** Addresses that wait: those of the highest priority first, in the order in which they came within each. */
export class AddressQueue {
  readonly #ranks = new Map<number, Map<number, Waiting>>();
  /** Priorities of which something waits, the highest first. */
  #order: number[] = [];
  readonly #priorities = new Map<number, number>();

  get size(): number {
    return this.#priorities.size;
  }

  add(page: Waiting): void {
    const priority = page.priority ?? 0;
    this.remove(page);
    let rank = this.#ranks.get(priority);
    if (rank === undefined) {
      rank = new Map();
      this.#ranks.set(priority, rank);
      this.#order = [...this.#order, priority].sort((one, other) => other - one);
    }
    rank.set(page.number, page);
    this.#priorities.set(page.number, priority);
  }

  get(number: number): Waiting | undefined {
    const priority = this.#priorities.get(number);
    return priority === undefined ? undefined : this.#ranks.get(priority)?.get(number);
  }

  remove({ number }: Pick<Waiting, 'number'>): void {
    const priority = this.#priorities.get(number);
    if (priority === undefined) return;
    this.#priorities.delete(number);
    const rank = this.#ranks.get(priority);
    rank?.delete(number);
    if (rank?.size !== 0) return;
    this.#ranks.delete(priority);
    this.#order = this.#order.filter((other) => other !== priority);
  }

  *values(): Iterable<Waiting> {
    for (const priority of this.#order) yield* this.#ranks.get(priority)?.values() ?? [];
  }
}
