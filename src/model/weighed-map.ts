/** A map of so many entries that weigh so much together at the most, for what can be had again: the oldest go first. */
export class WeighedMap<K, V> {
  readonly #entries = new Map<K, { readonly value: V; readonly weight: number }>();
  readonly #most: number;
  readonly #mostWeight: number;
  #weight = 0;

  constructor(most: number, mostWeight: number) {
    this.#most = most;
    this.#mostWeight = mostWeight;
  }

  get(key: K): V | undefined {
    return this.#entries.get(key)?.value;
  }

  /** Keeps a value; the one that came last stays, whatever it weighs. */
  set(key: K, value: V, weight: number): void {
    this.#drop(key);
    this.#entries.set(key, { value, weight });
    this.#weight += weight;
    for (const oldest of this.#entries.keys()) {
      if (oldest === key || (this.#entries.size <= this.#most && this.#weight <= this.#mostWeight)) return;
      this.#drop(oldest);
    }
  }

  #drop(key: K): void {
    this.#weight -= this.#entries.get(key)?.weight ?? 0;
    this.#entries.delete(key);
  }
}
