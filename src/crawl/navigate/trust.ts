/** Whether something that is only hoped for (an address, a step back) shows the page that it should. */
export class Trust {
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
export interface Trusts {
  readonly routes: Trust;
  readonly backs: Trust;
}

/** Nothing was tried yet. */
export function noTrusts(): Trusts {
  return { routes: new Trust(), backs: new Trust() };
}
