/** What questions of one kind have brought lately, beside what was expected of them. */
interface Yield {
  expected: number;
  came: number;
  /** Answers that were heard when it was last brought up to date. */
  at: number;
}

/** Records that are taken to have come as expected, so that few answers say little; .5 to 2 gave the same in made databases. */
const trusted = 1;
/** Share that an answer counts for after each further one: half after 140; .99 to .999 gave the same. */
const kept = 0.995;

/**
 * How far questions of a kind keep what is expected of them. What was long ago is forgotten, so that a kind that was left
 * is tried again.
 */
export class KeptHopes {
  readonly #kinds = new Map<string, Yield>();
  #heard = 0;

  /** New records for each that was expected. */
  share(kind: string): number {
    const { expected, came } = this.#kept(kind);
    return (came + trusted) / (expected + trusted);
  }

  heard(kind: string, expected: number, came: number): void {
    this.#heard++;
    const known = this.#kept(kind);
    this.#kinds.set(kind, {
      expected: known.expected + expected,
      came: known.came + came,
      at: this.#heard,
    });
  }

  #kept(kind: string): Yield {
    const { expected, came, at } = this.#kinds.get(kind) ?? { expected: 0, came: 0, at: this.#heard };
    const share = kept ** (this.#heard - at);
    return { expected: expected * share, came: came * share, at };
  }
}
