import { TotalTimeout } from './errors.ts';
import type { Exchange } from './exchange.ts';

/**
 * Ends exchanges that take too long. All have the same patience, so the one that was added first is due
 * first, and one timer serves them all: a timer of its own for each request costs more than the request.
 */
export class Deadlines {
  readonly #underWay = new Set<Exchange>();
  #timer: NodeJS.Timeout | null = null;

  add(exchange: Exchange): void {
    this.#underWay.add(exchange);
    if (this.#timer === null) this.#arm(exchange);
  }

  remove(exchange: Exchange): void {
    this.#underWay.delete(exchange);
  }

  close(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #arm({ deadline }: Exchange): void {
    this.#timer = setTimeout(() => this.#endLate(), Math.max(1, deadline - performance.now())).unref();
  }

  #endLate(): void {
    this.#timer = null;
    const now = performance.now();
    for (const exchange of this.#underWay) {
      if (exchange.deadline > now) {
        this.#arm(exchange);
        return;
      }
      this.#underWay.delete(exchange);
      exchange.abort(new TotalTimeout());
    }
  }
}
