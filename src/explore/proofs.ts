/** Whether something that is only hoped for (an address, a step back) shows the page that it should. */
export class Proof {
  #shown = 0;
  #other = 0;

  count(showed: boolean): void {
    if (showed) this.#shown++;
    else this.#other++;
  }

  /** Whether it did at least once, and mostly. */
  get isProven(): boolean {
    return this.#shown > 2 * this.#other;
  }

  /** True until it has failed, and for as long as it mostly does not. */
  get worthTrying(): boolean {
    return this.#other < 1 || this.#shown > 2 * this.#other;
  }
}

/** What is hoped for in a document; it outlives the map. */
export interface Proofs {
  readonly routes: Proof;
  readonly backs: Proof;
}

/** Nothing was tried yet. */
export function noProofs(): Proofs {
  return { routes: new Proof(), backs: new Proof() };
}
