/** Things of a known size, as many as fit; those that were not used for longest go first. */
export class Kept<T extends { readonly size: number }> {
  readonly #limit: number;
  readonly #things = new Map<string, T>();
  #size = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get count(): number {
    return this.#things.size;
  }

  /** Looks something up, which counts as a use. */
  use(key: string): T | null {
    const thing = this.#things.get(key);
    if (!thing) return null;
    this.#things.delete(key);
    this.#things.set(key, thing);
    return thing;
  }

  put(key: string, thing: T): void {
    if (thing.size > this.#limit) return;
    this.drop(key);
    this.#things.set(key, thing);
    this.#size += thing.size;
    for (const oldest of this.#things.keys()) {
      if (this.#size <= this.#limit) break;
      this.drop(oldest);
    }
  }

  drop(key: string): void {
    this.#size -= this.#things.get(key)?.size ?? 0;
    this.#things.delete(key);
  }

  /** All of them, the least used first. */
  entries(): IterableIterator<[string, T]> {
    return this.#things.entries();
  }
}
