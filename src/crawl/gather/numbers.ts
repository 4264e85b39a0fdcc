import type { NumberRange } from '../../model/index.ts';

/** Gives pages their numbers. */
export interface PageNumbers {
  /** Smallest number not given out yet. */
  readonly next: number;
  take(): number;
  /** Has more at hand where there are fewer than so many; `null` where there are enough. */
  more(wanted: number): Promise<void> | null;
}

/** All numbers from one on: nobody else gives any out. */
export class CountedNumbers implements PageNumbers {
  next: number;

  constructor(first: number) {
    this.next = first;
  }

  take(): number {
    return this.next++;
  }

  more(): null {
    return null;
  }
}

/** Numbers of one block, at least: a store is asked once for about so many addresses. */
const block = 2000;

/** Numbers in blocks that are this worker's alone. */
export class BlockNumbers implements PageNumbers {
  readonly #ask: (count: number) => Promise<NumberRange>;
  readonly #blocks: { next: number; readonly to: number }[] = [];
  #left = 0;
  #asking: Promise<void> | null = null;

  constructor(ask: (count: number) => Promise<NumberRange>) {
    this.#ask = ask;
  }

  get next(): number {
    return this.#blocks[0]?.next ?? 0;
  }

  take(): number {
    const first = this.#blocks[0];
    if (!first) throw new RangeError('expected numbers at hand, and there are none: ask for more first');
    const number = first.next++;
    this.#left--;
    if (first.next === first.to) this.#blocks.shift();
    return number;
  }

  more(wanted: number): Promise<void> | null {
    if (this.#left >= wanted) return null;
    this.#asking ??= this.#fetch(Math.max(block, 2 * wanted)).finally(() => {
      this.#asking = null;
    });
    return this.#asking;
  }

  async #fetch(count: number): Promise<void> {
    const { from, to } = await this.#ask(count);
    this.#blocks.push({ next: from, to });
    this.#left += to - from;
  }
}
