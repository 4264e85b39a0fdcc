import type { AskedValues } from './choice-node.ts';

/** What is known of one value of a field. */
interface ValueFacts {
  /** Records that answers with it told of, and those that there would be if every record had it. */
  told: number;
  among: number;
  /** Known records that came with it. */
  known: number;
  /** How many there are, where it was asked for alone. */
  total: number | null;
}

/** Records by which the even share of a value is believed, until answers say more. */
const believed = 20;

/**
 * How records spread over the values of fields, by the totals that answers told: fields are taken to be independent of
 * each other, so that a combination holds the product of the shares of its values.
 */
export class ValueShares {
  /** Values of each field. */
  readonly #counts: ReadonlyMap<string, number>;
  readonly #facts = new Map<string, ValueFacts>();
  /** Known records by field with whose values they came. */
  readonly #labelled = new Map<string, Set<string>>();
  readonly #known = new Set<string>();
  #inAll = 0;

  constructor(counts: ReadonlyMap<string, number>) {
    this.#counts = counts;
  }

  /** An answer: the records that it showed, and how many it said that there are. */
  heard(values: AskedValues, keys: readonly string[], total: number | null): void {
    const entries = Object.entries(values);
    if (entries.length === 0 && total !== null) this.#inAll = total;
    if (total !== null && this.#inAll > 0)
      for (const [name, value] of entries) {
        const facts = this.#of(name, value);
        const rest =
          this.#inAll *
          entries.reduce((share, [other, its]) => share * (other === name ? 1 : this.#share(other, its)), 1);
        if (entries.length === 1) facts.total = total;
        facts.told += total;
        facts.among += rest;
      }
    for (const key of keys) this.#known.add(key);
    for (const [name, value] of entries) this.#label(name, value, keys);
  }

  #label(name: string, value: string, keys: readonly string[]): void {
    const labelled = this.#labelled.get(name) ?? new Set();
    this.#labelled.set(name, labelled);
    const facts = this.#of(name, value);
    for (const key of keys) {
      if (labelled.has(key)) continue;
      labelled.add(key);
      facts.known++;
    }
  }

  /** Records that a combination should hold, and those of them that should be missing. */
  expected(values: AskedValues): { readonly size: number; readonly missing: number } {
    let size = this.#inAll;
    const misses = 1 - this.#known.size / Math.max(1, this.#inAll);
    let missing = this.#inAll * misses;
    for (const [name, value] of Object.entries(values)) {
      const share = this.#share(name, value);
      size *= share;
      missing *= share;
      const { total, known } = this.#of(name, value);
      if (total === null || misses <= 0) continue;
      const others = this.#known.size - (this.#labelled.get(name)?.size ?? 0);
      missing *= Math.max(0, 1 - (known + others * share) / Math.max(1, total)) / misses;
    }
    return { size, missing: Math.min(size, missing) };
  }

  #share(name: string, value: string): number {
    const { told, among, total } = this.#of(name, value);
    if (total !== null) return total / Math.max(1, this.#inAll);
    const count = this.#counts.get(name) ?? 1;
    return (told + believed) / (among + believed * count);
  }

  #of(name: string, value: string): ValueFacts {
    const key = `${name}\n${value}`;
    const known = this.#facts.get(key) ?? { told: 0, among: 0, known: 0, total: null };
    this.#facts.set(key, known);
    return known;
  }
}
