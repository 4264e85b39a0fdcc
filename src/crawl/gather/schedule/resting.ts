/** One that rests, with the moment that it was told last. */
interface Rest<Queue> {
  readonly queue: Queue;
  readonly moment: number;
}

/**
 * Queues that wait for their moments, the first one at hand: a heap. One that is told another moment, or
 * leaves, stays in the heap until it comes up there and is passed over.
 */
export class RestingQueues<Queue> {
  readonly #heap: Rest<Queue>[] = [];
  /** What counts of each. */
  readonly #moments = new Map<Queue, number>();

  add(queue: Queue, moment: number): void {
    if (this.#moments.get(queue) === moment) return;
    this.#moments.set(queue, moment);
    this.#push({ queue, moment });
  }

  delete(queue: Queue): void {
    this.#moments.delete(queue);
  }

  /** The earliest moment, `null` where none rests. */
  get first(): number | null {
    this.#dropStale();
    return this.#heap[0]?.moment ?? null;
  }

  /** Those whose moments have come, in the order of these; they rest no longer. */
  due(now: number): readonly Queue[] {
    const found: Queue[] = [];
    for (let first = this.first; first !== null && first <= now; first = this.first) {
      const { queue } = this.#heap[0] as Rest<Queue>;
      this.#moments.delete(queue);
      found.push(queue);
    }
    return found;
  }

  #dropStale(): void {
    for (let top = this.#heap[0]; top && this.#moments.get(top.queue) !== top.moment; top = this.#heap[0])
      this.#pop();
  }

  #push(rest: Rest<Queue>): void {
    const heap = this.#heap;
    let at = heap.push(rest) - 1;
    while (at > 0) {
      const above = (at - 1) >> 1;
      if ((heap[above] as Rest<Queue>).moment <= rest.moment) break;
      heap[at] = heap[above] as Rest<Queue>;
      at = above;
    }
    heap[at] = rest;
  }

  #pop(): void {
    const heap = this.#heap;
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return;
    let at = 0;
    for (;;) {
      let below = 2 * at + 1;
      if (below >= heap.length) break;
      const right = heap[below + 1];
      if (right !== undefined && right.moment < (heap[below] as Rest<Queue>).moment) below++;
      if ((heap[below] as Rest<Queue>).moment >= last.moment) break;
      heap[at] = heap[below] as Rest<Queue>;
      at = below;
    }
    heap[at] = last;
  }
}
