import { PageQueue, type Waiting } from '../order/queue.ts';

/** The frontier as one of several workers has it: what waits in the documents that it has leased, and nothing else. */
export class LeasedQueue extends PageQueue {
  readonly #held = new Set<number>();

  /** Documents that are this worker's. */
  get held(): Iterable<number> {
    return this.#held;
  }

  hold(document: number): void {
    this.#held.add(document);
  }

  /** A document is given back: what waits in it is another's to visit. */
  drop(document: number): void {
    this.#held.delete(document);
    this.withdraw(document);
    for (const { number } of [...this.states(document)]) this.withdraw(number);
  }

  /** What was found in other documents waits in the store, for whoever leases them. */
  override add(page: Waiting): void {
    if (this.#held.has(page.document)) super.add(page);
  }
}
