import type { Change, SiteStore } from '../../model/index.ts';

/** Entries that are remembered; beyond that the store is asked. */
const remembered = 200_000;

/** What changes more than it adds: after it the store is asked anew. */
const upsetting = ['requeued', 'withdrawn', 'printed', 'visited', 'gone', 'back', 'moved'] as const;

type Read = Pick<SiteStore, 'numbersOf' | 'numberOfContent'>;

/**
 * The two indices, numbers by instruction and by content, as far as they were used lately. Looking them up in
 * the store would have it write what it had put off so as to write it together; a crawl that began with nothing
 * knows all of them by itself.
 */
export class Indices implements Read {
  readonly #site: Read;
  /** Whether the store has nothing that is not in here. */
  #complete: boolean;
  /** Whether others write too: nothing is remembered then. */
  readonly #isShared: boolean;
  readonly #instructions = new Map<string, number>();
  readonly #contents = new Map<string, number>();
  readonly #merged = new Map<number, number>();

  constructor(site: Read, isNew: boolean, isShared = false) {
    this.#site = site;
    this.#complete = isNew && !isShared;
    this.#isShared = isShared;
  }

  async numbersOf(prints: readonly string[]): Promise<ReadonlyMap<string, number>> {
    if (this.#isShared) return this.#site.numbersOf(prints);
    const found = new Map<string, number>();
    const missing: string[] = [];
    for (const print of prints) {
      const number = this.#instructions.get(print);
      if (number !== undefined) found.set(print, this.#resolve(number));
      else if (!this.#complete) missing.push(print);
    }
    if (missing.length === 0) return found;
    for (const [print, number] of await this.#site.numbersOf(missing)) {
      found.set(print, number);
      this.#instructions.set(print, number);
    }
    return found;
  }

  async numberOfContent(print: string): Promise<number | null> {
    if (this.#isShared) return this.#site.numberOfContent(print);
    const known = this.#contents.get(print);
    if (known !== undefined) return this.#resolve(known);
    const number = this.#complete ? null : await this.#site.numberOfContent(print);
    if (number !== null) this.#contents.set(print, number);
    return number;
  }

  /** Takes note of a step that is handed to the store. */
  note(change: Change): void {
    if (this.#isShared) return;
    const { instructions = [], merged = [], kept } = change;
    const size = this.#instructions.size + this.#contents.size + this.#merged.size;
    const isUpset = upsetting.some((key) => change[key] !== undefined) || size >= remembered;
    // Of numbers that were merged before there was this memory it does not know.
    if (isUpset || (merged.length > 0 && !this.#complete)) this.forget();
    if (isUpset) return;
    for (const { fingerprint, number } of instructions) this.#instructions.set(fingerprint, number);
    for (const { number, into } of merged) this.#merge(number, into);
    if (kept && !this.#contents.has(kept.content.fingerprint))
      this.#contents.set(kept.content.fingerprint, kept.number);
  }

  /** The store was changed by others. */
  forget(): void {
    this.#complete = false;
    for (const known of [this.#instructions, this.#contents, this.#merged]) known.clear();
  }

  /** As the store does: what was merged before stays where it is. */
  #merge(number: number, into: number): void {
    const target = this.#resolve(into);
    if (!this.#merged.has(number) && target !== number) this.#merged.set(number, target);
  }

  #resolve(number: number): number {
    let last = number;
    for (let next = this.#merged.get(last); next !== undefined; next = this.#merged.get(last)) last = next;
    return last;
  }
}
