import { type Protocol, protocolOf } from '../../model/index.ts';

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

/** What steps cost in one protocol. */
export interface StepCosts {
  readonly event: Cost;
  readonly load: Cost;
}

/** What steps cost on this site and machine, measured while crawling: decides between event and reload. */
export class Costs {
  /** What it costs to open an address of any kind, by whatever engine. */
  readonly address = new Cost(50);
  readonly #known = new Map<Protocol | null, StepCosts>();

  /** What they cost where a document lies: a key of a board and a click in the browser have nothing in common. */
  of(documentUrl: string | null): StepCosts {
    const protocol = documentUrl === null ? null : protocolOf(documentUrl);
    const known = this.#known.get(protocol) ?? { event: new Cost(6), load: new Cost(50) };
    this.#known.set(protocol, known);
    return known;
  }
}
