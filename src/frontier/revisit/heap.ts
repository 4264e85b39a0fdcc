/** Numbers by the moment at which they are due, the earliest first; a number may be filed anew at any time. */
export class DueHeap {
  readonly #items: { readonly number: number; readonly due: number }[] = [];
  readonly #due = new Map<number, number>();

  /** Files a number, or moves it. */
  set(number: number, due: number): void {
    this.#due.set(number, due);
    this.#items.push({ number, due });
    this.#rise(this.#items.length - 1);
    // What was moved stays behind until it comes up, or until there is too much of it.
    if (this.#items.length > 64 + 4 * this.#due.size) this.#rebuild();
  }

  delete(number: number): void {
    this.#due.delete(number);
  }

  get size(): number {
    return this.#due.size;
  }

  /** The earliest, left where it is. */
  first(): { readonly number: number; readonly due: number } | null {
    for (;;) {
      const top = this.#items[0];
      if (top === undefined) return null;
      if (this.#due.get(top.number) === top.due) return top;
      this.#removeTop();
    }
  }

  #removeTop(): void {
    const last = this.#items.pop();
    if (last === undefined || this.#items.length === 0) return;
    this.#items[0] = last;
    this.#sink();
  }

  #rebuild(): void {
    const live = [...this.#due].map(([number, due]) => ({ number, due })).sort((a, b) => a.due - b.due);
    this.#items.splice(0, this.#items.length, ...live);
  }

  #rise(from: number): void {
    for (let at = from; at > 0; ) {
      const above = (at - 1) >> 1;
      if (this.#dueAt(above) <= this.#dueAt(at)) return;
      this.#swap(above, at);
      at = above;
    }
  }

  #sink(): void {
    for (let at = 0; ; ) {
      const left = 2 * at + 1;
      const least = this.#dueAt(left + 1) < this.#dueAt(left) ? left + 1 : left;
      if (this.#dueAt(least) >= this.#dueAt(at)) return;
      this.#swap(least, at);
      at = least;
    }
  }

  #dueAt(at: number): number {
    return this.#items[at]?.due ?? Number.POSITIVE_INFINITY;
  }

  #swap(one: number, other: number): void {
    const [a, b] = [this.#items[one], this.#items[other]];
    if (!a || !b) return;
    this.#items[one] = b;
    this.#items[other] = a;
  }
}
