import { TotalTimeout } from './errors.ts';
import type { Exchange, Patience } from './exchange.ts';

/**
 * Ends exchanges that take too long. All have the same patience, so the one that was added first is due
 * first but for those that were held back meanwhile, and one timer serves them all: a timer of its own for each request
 * costs more than the request.
 */
export class Deadlines implements Patience {
  readonly #underWay = new Set<Exchange>();
  #timer: NodeJS.Timeout | null = null;
  #due = Number.POSITIVE_INFINITY;

  add(exchange: Exchange): void {
    this.#underWay.add(exchange);
    if (this.#timer === null || exchange.deadline < this.#due) this.#arm(exchange.deadline);
  }

  remove(exchange: Exchange): void {
    this.#underWay.delete(exchange);
  }

  close(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #arm(deadline: number): void {
    this.close();
    this.#due = deadline;
    this.#timer = setTimeout(() => this.#endLate(), Math.max(1, deadline - performance.now())).unref();
  }

  #endLate(): void {
    this.#timer = null;
    const now = performance.now();
    let next = Number.POSITIVE_INFINITY;
    for (const exchange of this.#underWay) {
      if (exchange.deadline > now) {
        next = Math.min(next, exchange.deadline);
        continue;
      }
      this.#underWay.delete(exchange);
      exchange.abort(new TotalTimeout());
    }
    if (next < Number.POSITIVE_INFINITY) this.#arm(next);
  }
}
