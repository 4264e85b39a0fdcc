/**
 * Notes of the agent on objects of the page: private fields, which no key, prototype, copy or proxy shows to a page.
 * A map of all of them would cost at each collection of garbage.
 */
export interface Stash<T> {
  of(bearer: object): T | undefined;
  /** Notes nothing on what cannot be added to. */
  put(bearer: object, note: T): void;
}

/** Its constructor gives what it is given: fields of classes below are added to that. */
class Bearer {
  constructor(bearer: object) {
    // biome-ignore lint/correctness/noConstructorReturn: this is what the class is for
    return bearer;
  }
}

/** A stash that nobody else has a key for. */
export function newStash<T>(): Stash<T> {
  return class Stashed extends Bearer {
    #note: T;

    constructor(bearer: object, note: T) {
      super(bearer);
      this.#note = note;
    }

    static of(bearer: object): T | undefined {
      return #note in bearer ? bearer.#note : undefined;
    }

    static put(bearer: object, note: T): void {
      if (#note in bearer) bearer.#note = note;
      else
        try {
          new Stashed(bearer, note);
        } catch {
          // Some browsers add nothing to what a script has frozen.
        }
    }
  };
}
