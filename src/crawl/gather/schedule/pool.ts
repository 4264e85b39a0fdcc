/** Those that could be served, in the order in which they came; the ones that had to wait in vain come first. */
export class Pool<Queue> {
  readonly #early = new Set<Queue>();
  readonly #others = new Set<Queue>();

  get size(): number {
    return this.#early.size + this.#others.size;
  }

  has(queue: Queue): boolean {
    return this.#early.has(queue) || this.#others.has(queue);
  }

  add(queue: Queue, isEarly: boolean): void {
    (isEarly ? this.#early : this.#others).add(queue);
  }

  delete(queue: Queue): void {
    if (!this.#early.delete(queue)) this.#others.delete(queue);
  }

  /** Takes the one whose turn it is; `null` where nobody waits. */
  shift(): Queue | null {
    const [first] = this.#early.size > 0 ? this.#early : this.#others;
    if (first === undefined) return null;
    this.delete(first);
    return first;
  }
}
