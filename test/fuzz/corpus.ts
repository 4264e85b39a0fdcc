import { Dice } from '../dice.ts';
import { mutate } from './mutate.ts';
import type { FuzzTarget } from './target.ts';

/** An input for which something did not hold. */
export interface Failure {
  readonly target: string;
  readonly input: string;
  readonly error: unknown;
}

/** Inputs of one reader: those with an outcome of their own are kept and changed further. */
export class Corpus {
  readonly target: FuzzTarget;
  readonly #dice: Dice;
  readonly #inputs: string[] = [];
  readonly #outcomes = new Set<string>();

  constructor(target: FuzzTarget, seed: number) {
    this.target = target;
    this.#dice = new Dice(seed);
  }

  get size(): number {
    return this.#inputs.length;
  }

  /** The next input to try. */
  next(): string {
    const { words, seeds } = this.target;
    const from = this.#inputs.length > 0 ? this.#inputs : seeds;
    return mutate(this.#dice.of(from), this.#dice, words, this.#dice.of(from));
  }

  /** Tries an input; gives whether its outcome is new, or what failed. */
  try(input: string): boolean | Failure {
    try {
      const outcome = this.target.read(input);
      if (this.#outcomes.has(outcome)) return false;
      this.#outcomes.add(outcome);
      this.#inputs.push(input);
      return true;
    } catch (error) {
      return { target: this.target.name, input, error };
    }
  }

  /** A smaller input that fails as well: pieces are left out for as long as it does. */
  shrink(input: string): string {
    let small = input;
    for (let size = Math.ceil(small.length / 2); size >= 1; size = Math.floor(size / 2))
      for (let at = 0; at < small.length; ) {
        const shorter = small.slice(0, at) + small.slice(at + size);
        if (typeof this.try(shorter) === 'object') small = shorter;
        else at += size;
      }
    return small;
  }
}
