import type { Gave } from '../../model/guide.ts';

/** What firing actions of one kind has come to. */
interface Tally {
  /** Type of the pages on which they stand. */
  readonly on: string;
  readonly fired: number;
  /** New pages that are wanted. */
  readonly wanted: number;
  /** New pages that are not, by type: they may lead to wanted ones. */
  readonly others: Readonly<Record<string, number>>;
}

/** Firings without anything wanted after which a kind is given up, where it is said what is wanted, and where all is. */
const [patienceWanting, patience] = [3, 12];

/** What a page that only may lead to wanted ones is worth beside one that is wanted. */
const detour = 0.5;

/** Firings of a kind from which its own figures are believed. */
const believed = 2;

/** Promise below which a kind of detour is not worth taking. */
const hopeless = 0.1;

/**
 * Which kinds of actions give wanted pages. A kind is what a pattern would cover: an event on elements in the
 * same place of pages of one type. The price of finding out is per kind, not per page.
 */
export class Kinds {
  readonly #want: ReadonlySet<string> | null;
  readonly #tallies: Map<string, Tally>;
  readonly #byType = new Map<string, Set<string>>();

  /** Without `want` every new page is wanted. */
  constructor(want: readonly string[] | null, saved: string | null = null) {
    this.#want = want === null ? null : new Set(want);
    this.#tallies = new Map(saved ? (JSON.parse(saved) as [string, Tally][]) : []);
    for (const [kind, { on }] of this.#tallies) this.#file(kind, on);
  }

  /** Takes note of a kind that was found on a page of a type. */
  meet(kind: string, on: string): void {
    if (this.#tallies.has(kind)) return;
    this.#tallies.set(kind, { on, fired: 0, wanted: 0, others: {} });
    this.#file(kind, on);
  }

  #file(kind: string, on: string): void {
    const kinds = this.#byType.get(on) ?? new Set();
    this.#byType.set(on, kinds.add(kind));
  }

  gave(kind: string, gave: Gave): void {
    const tally = this.#tallies.get(kind);
    if (!tally) return;
    const fired = tally.fired + 1;
    if (gave.kind !== 'new') this.#tallies.set(kind, { ...tally, fired });
    else if (this.#isWanted(gave.type))
      this.#tallies.set(kind, { ...tally, fired, wanted: tally.wanted + 1 });
    else {
      const type = gave.type ?? '';
      const others = { ...tally.others, [type]: (tally.others[type] ?? 0) + 1 };
      this.#tallies.set(kind, { ...tally, fired, others });
    }
  }

  #isWanted(type: string | null): boolean {
    return this.#want === null || (type !== null && this.#want.has(type));
  }

  /** Chance that the next of a kind gives something wanted; `null` where too little is known. */
  promise(kind: string): number | null {
    const tally = this.#tallies.get(kind);
    if (!tally || tally.fired < (this.#want === null ? believed : 1)) return null;
    return (tally.wanted + this.#detours(tally) + 0.5) / (tally.fired + 1);
  }

  /** Whether a kind was fired often and nothing wanted came of it, nor of the pages that it led to. */
  isBarren(kind: string): boolean {
    const tally = this.#tallies.get(kind);
    if (!tally || tally.wanted > 0) return false;
    if (tally.fired < (this.#want === null ? patience : patienceWanting)) return false;
    return this.#detours(tally) / tally.fired < hopeless;
  }

  #detours({ others }: Tally): number {
    let sum = 0;
    for (const [type, count] of Object.entries(others)) sum += count * detour * this.#prospect(type);
    return sum;
  }

  /** The best that pages of a type have to offer, as far as that is known. */
  #prospect(type: string): number {
    let best = 0;
    for (const kind of this.#byType.get(type) ?? []) {
      const { fired, wanted } = this.#tallies.get(kind) as Tally;
      if (fired < patienceWanting || wanted > 0) best = Math.max(best, (wanted + 0.5) / (fired + 1));
    }
    return best;
  }

  save(): string {
    return JSON.stringify([...this.#tallies]);
  }
}
