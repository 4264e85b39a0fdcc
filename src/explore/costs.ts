/** Smoothed cost of one kind of step, in milliseconds. */
class Cost {
  #value: number;

  constructor(guess: number) {
    this.#value = guess;
  }

  get value(): number {
    return this.#value;
  }

  add(ms: number): void {
    this.#value += (ms - this.#value) * 0.1;
  }
}

/** What steps cost on this site and machine, measured while crawling: decides between event and reload. */
export class Costs {
  readonly event: Cost = new Cost(6);
  readonly load: Cost = new Cost(50);
}
