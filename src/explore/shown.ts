import type { Showing } from '../dom/differences.ts';

/**
 * Which parts of a document's pages show what: for every element of every kept page, by its place, the
 * fingerprint of what is inside. A page that changed only parts to something that another page shows in
 * the same places is a recombination of known contents (design §5: independent parts are factored).
 */
export class Shown {
  /** Place and print → pages that show it, the first few. */
  readonly #pages = new Map<number, number | number[]>();

  add(place: number, print: string, page: number): void {
    const key = keyOf(place, print);
    const known = this.#pages.get(key);
    if (known === undefined) this.#pages.set(key, page);
    else if (typeof known === 'number') {
      if (known !== page) this.#pages.set(key, [known, page]);
    } else if (known.length < pagesKept && !known.includes(page)) known.push(page);
  }

  /** The first page that shows all of this. */
  find(parts: readonly Showing[]): number | null {
    let common: readonly number[] | null = null;
    for (const { place, print } of parts) {
      const known = this.#pages.get(keyOf(place, print));
      if (known === undefined) return null;
      const pages = typeof known === 'number' ? [known] : known;
      common = common === null ? pages : common.filter((page) => pages.includes(page));
      if (common.length === 0) return null;
    }
    return common?.[0] ?? null;
  }

  /**
   * Pages that show the rarest of some parts, the first of them, where parts are on more pages than are
   * remembered, so that `find` may miss them; none where a part was never shown.
   */
  candidates(parts: readonly Showing[]): readonly number[] {
    let rarest: readonly number[] = [];
    let isFull = false;
    for (const { place, print } of parts) {
      const known = this.#pages.get(keyOf(place, print));
      if (known === undefined) return [];
      const pages = typeof known === 'number' ? [known] : known;
      if (rarest.length === 0 || isRarer(pages, rarest)) rarest = pages;
      isFull ||= pages.length >= pagesKept;
    }
    return isFull ? rarest : [];
  }

  /** Whether a page shows something at a place. */
  isOn(page: number, { place, print }: Showing): boolean {
    const known = this.#pages.get(keyOf(place, print));
    return known === page || (typeof known === 'object' && known.includes(page));
  }

  get size(): number {
    return this.#pages.size;
  }
}

/** Pages remembered per part: what is on all of them needs no list. */
const pagesKept = 24;

/** Whether a part is on fewer pages than another; of two that are on too many to tell, the one that came later. */
function isRarer(pages: readonly number[], others: readonly number[]): boolean {
  if (pages.length !== others.length) return pages.length < others.length;
  return pages.length >= pagesKept && (pages[0] ?? 0) > (others[0] ?? 0);
}

/** 53 bits of a place and of what is shown there. */
function keyOf(place: number, print: string): number {
  return hexAt(print, 0, 5) * 0x1_0000_0000 + ((hexAt(print, 8, 16) ^ place) >>> 0);
}

/** The number that some hex digits of a print spell. */
function hexAt(print: string, from: number, to: number): number {
  let number = 0;
  for (let at = from; at < to; at++) {
    const code = print.charCodeAt(at);
    number = (number << 4) | (code < 58 ? code - 48 : code - 87);
  }
  return number >>> 0;
}
