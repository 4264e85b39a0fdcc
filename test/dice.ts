/** Numbers as if by chance, the same for the same seed. */
export class Dice {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** A whole number from 0 to below a bound (xorshift after Marsaglia would have more bits than are used here). */
  below(bound: number): number {
    this.#state = (Math.imul(this.#state, 1664525) + 1013904223) >>> 0;
    return Math.floor((this.#state / 2 ** 32) * bound);
  }

  of<T>(list: readonly T[]): T {
    return list[this.below(list.length)] as T;
  }

  /** Some of a list, each once, in any order. */
  some<T>(list: readonly T[], least: number, most: number): readonly T[] {
    const left = [...list];
    return Array.from(
      { length: least + this.below(most - least + 1) },
      () => left.splice(this.below(left.length), 1)[0] as T,
    );
  }
}
