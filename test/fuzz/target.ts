/** A reader of foreign input, and what must hold for whatever it is given. */
export interface FuzzTarget {
  readonly name: string;
  /** Inputs to begin with, and words that mean something to the reader; bytes stand for themselves (latin1). */
  readonly seeds: readonly string[];
  readonly words: readonly string[];
  /**
   * Reads an input and throws where something does not hold. Gives in few words what came of it: an input with
   * another outcome than all before is kept, and changed further.
   */
  read(input: string): string;
  /** The reading alone, where what must hold costs more: how long it takes is looked at for longer inputs. */
  alone?(input: string): void;
}

/** Fails with what was expected. */
export function must(holds: boolean, what: string): asserts holds {
  if (!holds) throw new Error(what);
}

/** A number in few classes, for outcomes: 0, 1, 2, 4, 8, … */
export function about(count: number): number {
  return count <= 1 ? count : 2 ** Math.floor(Math.log2(count));
}
