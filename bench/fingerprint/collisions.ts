/** Keeps 64-bit values, eight bytes each, and says in the end how many came more than once. */
export class Collisions {
  readonly #values: BigUint64Array;
  readonly #halves: Uint32Array;
  #count = 0;

  constructor(most: number) {
    this.#values = new BigUint64Array(most);
    this.#halves = new Uint32Array(this.#values.buffer);
  }

  /** Takes a value as 16 hex digits. */
  add(hex: string): void {
    const at = 2 * this.#count++;
    this.#halves[at] = Number.parseInt(hex.slice(8), 16);
    this.#halves[at + 1] = Number.parseInt(hex.slice(0, 8), 16);
  }

  /** Takes values as they are: they are compared, not read. */
  addAll(values: BigUint64Array): void {
    this.#values.set(values, this.#count);
    this.#count += values.length;
  }

  /** Bytes that the values take. */
  get bytes(): number {
    return this.#values.byteLength;
  }

  /** Values that are equal to another one; sorts in place, so nothing can be added afterwards. */
  count(): number {
    this.#values.subarray(0, this.#count).sort();
    const halves = this.#halves;
    let equal = 0;
    for (let at = 2; at < 2 * this.#count; at += 2) {
      if (halves[at] === halves[at - 2] && halves[at + 1] === halves[at - 1]) equal++;
    }
    return equal;
  }
}
