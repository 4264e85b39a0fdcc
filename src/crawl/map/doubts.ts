import type { Via } from '../commit/step-updates.ts';
import type { Passage } from '../navigate/passage.ts';
import type { State } from './states.ts';

/**
 * An event that was fired where more was chosen than the way to its page says, in the belief that nothing of that
 * matters to it.
 */
export interface Doubt {
  readonly list: string;
  /** The lists of which more was chosen. */
  readonly others: readonly string[];
  readonly state: State;
  /** The step that it counts as; `null` where it was fired on a state between pages. */
  readonly via: Via | null;
  /** The page that it has found, if any. */
  readonly found: number | null;
  /** The way that was written down. */
  readonly written: Passage | null;
  /** The way on which what was chosen of some lists is chosen again. */
  readonly way: (deciding: readonly string[]) => Passage | null;
}

/** Doubts that are remembered in a document, the latest. */
const doubtsKept = 1000;

/** The firings of a document that may turn out to depend on choices which nobody has written down. */
export class Doubts {
  #all: Doubt[] = [];

  note(doubt: Doubt): void {
    this.#all.push(doubt);
    if (this.#all.length > doubtsKept) this.#all.shift();
  }

  /** Takes out those of a list, now that it is known to depend on others. */
  take(list: string, deciding: readonly string[]): readonly Doubt[] {
    const isMeant = (doubt: Doubt) =>
      doubt.list === list && doubt.others.some((other) => deciding.includes(other));
    const taken = this.#all.filter(isMeant);
    this.#all = this.#all.filter((doubt) => !isMeant(doubt));
    return taken;
  }
}
