/** Looks fingerprints up in an index of the store. */
export type Lookup = (prints: readonly string[]) => Promise<ReadonlyMap<string, number>>;

/**
 * The same, for several at once: what is asked at one moment, or while an answer is under way, is one question. Each
 * is a round trip to a server, 1.5 of them for each page of a worker before.
 */
export function together(lookup: Lookup): Lookup {
  let waiting: {
    readonly prints: readonly string[];
    readonly answer: PromiseWithResolvers<ReadonlyMap<string, number>>;
  }[] = [];
  let isUnderWay = false;
  const ask = async () => {
    for (let all = waiting; all.length > 0; all = waiting) {
      waiting = [];
      try {
        const found = await lookup([...new Set(all.flatMap(({ prints }) => prints))].sort());
        for (const { prints, answer } of all) answer.resolve(only(found, prints));
      } catch (error) {
        for (const { answer } of all) answer.reject(error);
      }
    }
    isUnderWay = false;
  };
  return (prints) => {
    const answer = Promise.withResolvers<ReadonlyMap<string, number>>();
    waiting.push({ prints, answer });
    if (!isUnderWay) queueMicrotask(ask);
    isUnderWay = true;
    return answer.promise;
  };
}

function only(found: ReadonlyMap<string, number>, prints: readonly string[]): ReadonlyMap<string, number> {
  return new Map(
    prints.flatMap((print) => {
      const number = found.get(print);
      return number === undefined ? [] : [[print, number] as const];
    }),
  );
}

/**
 * Page numbers by fingerprint: the part of an index that was used lately. What is not in here is looked up in
 * the store, all of a page at once; a crawl that has just begun knows everything without asking, until there
 * is too much to remember.
 */
export class KnownNumbers {
  readonly #lookup: Lookup;
  readonly #most: number;
  /** Whether everything in the index is in here too. */
  #complete: boolean;
  #young = new Map<string, number>();
  #old: ReadonlyMap<string, number> = new Map();

  constructor(lookup: Lookup, { isNew, most }: { readonly isNew: boolean; readonly most: number }) {
    this.#lookup = lookup;
    this.#complete = isNew;
    this.#most = most;
  }

  get(print: string): number | undefined {
    const number = this.#young.get(print);
    if (number !== undefined) return number;
    const before = this.#old.get(print);
    if (before !== undefined) this.#young.set(print, before);
    return before;
  }

  set(print: string, number: number): void {
    this.#young.set(print, number);
  }

  /** Has those looked up that are not at hand; `null` where nothing has to be waited for. */
  load(prints: readonly string[]): Promise<void> | null {
    if (this.#complete) return null;
    const missing = prints.filter((print) => this.get(print) === undefined);
    return missing.length === 0 ? null : this.#load(missing);
  }

  /** Whether the elder half has to go: what is in no transaction yet must be handed to the store before. */
  get isFull(): boolean {
    return this.#young.size >= this.#most / 2;
  }

  /** Lets the elder half go. */
  trim(): void {
    if (this.#old.size > 0) this.#complete = false;
    this.#old = this.#young;
    this.#young = new Map();
  }

  async #load(missing: readonly string[]): Promise<void> {
    // In the order of the index, so that each piece of it is read once. What was numbered meanwhile is newer
    // than what the store said.
    for (const [print, number] of await this.#lookup(missing.toSorted()))
      if (this.get(print) === undefined) this.#young.set(print, number);
  }
}
