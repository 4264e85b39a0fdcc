import { BoundedMap } from '../../model/bounded-map.ts';

/** Kinds of wrappers that are remembered. */
const kindsKept = 10_000;
/** Wrappers of a kind that must have called the same before the others are taken to. */
const askedOfKind = 3;

/** What the wrappers of a kind that were asked have called: all the same, or different things (`null`). */
interface Called {
  readonly place: string | null;
  readonly asked: number;
}

/**
 * Wrappers of one text that answer one event in one kind of place. Most of a page call the same; to ask each what it
 * calls takes several questions to the debugger (on the demos of jQuery Mobile it took three quarters of a visit).
 */
export class Wrappers {
  readonly #kinds = new BoundedMap<string, Called>(kindsKept);

  /** A wrapper of a kind was found to be at a place. */
  note(kind: string, place: string): void {
    const before = this.#kinds.get(kind) ?? { place, asked: 0 };
    this.#kinds.set(kind, {
      place: before.place === place ? place : null,
      asked: before.asked + 1,
    });
  }

  /** Where all wrappers of a kind are, once enough were asked. */
  placeOf(kind: string): string | null {
    const called = this.#kinds.get(kind);
    return called && called.asked >= askedOfKind ? called.place : null;
  }

  /** How many of a kind are asked before it is looked whether they differ. */
  sample(kind: string): number {
    const called = this.#kinds.get(kind);
    return called?.place === null ? Number.POSITIVE_INFINITY : askedOfKind - (called?.asked ?? 0);
  }
}
