/** A map of at most so many entries, for what can be had again: those set longest ago go first. */
export class BoundedMap<K, V> extends Map<K, V> {
  readonly #most: number;

  constructor(most: number) {
    super();
    this.#most = most;
  }

  override set(key: K, value: V): this {
    this.delete(key);
    if (this.size >= this.#most) this.#thin();
    return super.set(key, value);
  }

  /** Some at a time: finding the first of a map means to pass by all that were deleted before it. */
  #thin(): void {
    let left = Math.max(1, this.#most >> 3);
    for (const key of this.keys()) {
      this.delete(key);
      if (--left === 0) return;
    }
  }

  /** What is kept under a key; made and kept where nothing is. */
  getOrMake(key: K, make: (key: K) => V): V {
    const known = this.get(key);
    if (known !== undefined) return known;
    const made = make(key);
    this.set(key, made);
    return made;
  }
}

/** Characters of a text whose result is remembered: longer ones are seldom met twice, and thousands are kept. */
const longestKey = 4096;

/** A function that remembers its last results: for pure ones that are asked the same again and again. */
export function remembering<K, V>(most: number, make: (key: K) => V): (key: K) => V {
  const kept = new BoundedMap<K, V>(most);
  return (key) =>
    typeof key === 'string' && key.length > longestKey ? make(key) : kept.getOrMake(key, make);
}
