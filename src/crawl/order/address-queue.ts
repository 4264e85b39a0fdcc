import { addressHost } from '../../model/address.ts';
import type { Waiting } from './queue.ts';

/** Addresses that wait: those of the highest priority first, in the order in which they came within each. */
export class AddressQueue {
  readonly #ranks = new Map<number, AddressRank>();
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
      rank = new AddressRank();
      this.#ranks.set(priority, rank);
      this.#order = [...this.#order, priority].sort((one, other) => other - one);
    }
    rank.add(page);
    this.#priorities.set(page.number, priority);
  }

  get(number: number): Waiting | undefined {
    const priority = this.#priorities.get(number);
    return priority === undefined ? undefined : this.#ranks.get(priority)?.pages.get(number);
  }

  remove({ number }: Pick<Waiting, 'number'>): void {
    const priority = this.#priorities.get(number);
    if (priority === undefined) return;
    this.#priorities.delete(number);
    const rank = this.#ranks.get(priority);
    rank?.remove(number);
    if (rank?.pages.size !== 0) return;
    this.#ranks.delete(priority);
    this.#order = this.#order.filter((other) => other !== priority);
  }

  *values(): Iterable<Waiting> {
    for (const priority of this.#order) yield* this.#ranks.get(priority)?.pages.values() ?? [];
  }

  /**
   * The first with tabs shared among hosts: within a priority, addresses of those that have the least come first.
   * `busy` has what hosts have; without any the order is that in which addresses came.
   */
  first(busy: ReadonlyMap<string, number>, wanted: (page: Waiting) => boolean): Waiting | null {
    for (const page of this.#shared(busy)) if (wanted(page)) return page;
    return null;
  }

  *#shared(busy: ReadonlyMap<string, number>): Iterable<Waiting> {
    if (busy.size === 0) return yield* this.values();
    for (const priority of this.#order)
      for (const pages of this.#ranks.get(priority)?.byShare(busy) ?? []) yield* pages.values();
  }
}

/** Addresses of one priority, in the order in which they came, and by host. */
class AddressRank {
  readonly pages = new Map<number, Waiting>();
  readonly #hosts = new Map<string, Map<number, Waiting>>();

  add(page: Waiting): void {
    this.pages.set(page.number, page);
    const host = addressHost(page.url ?? '');
    const own = this.#hosts.get(host) ?? new Map<number, Waiting>();
    this.#hosts.set(host, own.set(page.number, page));
  }

  remove(number: number): void {
    const host = addressHost(this.pages.get(number)?.url ?? '');
    this.pages.delete(number);
    const own = this.#hosts.get(host);
    own?.delete(number);
    if (own?.size === 0) this.#hosts.delete(host);
  }

  byShare(busy: ReadonlyMap<string, number>): Iterable<ReadonlyMap<number, Waiting>> {
    if (this.#hosts.size <= 1) return this.#hosts.values();
    const first = (own: ReadonlyMap<number, Waiting>) => own.keys().next().value ?? 0;
    return [...this.#hosts]
      .map(([host, own]) => ({ own, share: busy.get(host) ?? 0, since: first(own) }))
      .sort((one, other) => one.share - other.share || one.since - other.since)
      .map(({ own }) => own);
  }
}
