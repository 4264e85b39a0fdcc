/**
 * Which parts of a document's pages show what: for every element of every kept page, by its path, the
 * fingerprint of what is inside. A page that changed only parts to something that another page shows in
 * the same places is a recombination of known contents (design §5: independent parts are factored).
 */
export class Shown {
  /** Hash of path and print → pages that show it, the first few. */
  readonly #pages = new Map<number, number | number[]>();

  add(path: string, print: string, page: number): void {
    const key = hashOf(path, print);
    const known = this.#pages.get(key);
    if (known === undefined) this.#pages.set(key, page);
    else if (typeof known === 'number') {
      if (known !== page) this.#pages.set(key, [known, page]);
    } else if (known.length < pagesKept && !known.includes(page)) known.push(page);
  }

  /** The first page that shows all of this. */
  find(parts: readonly { readonly path: string; readonly print: string }[]): number | null {
    let common: readonly number[] | null = null;
    for (const { path, print } of parts) {
      const known = this.#pages.get(hashOf(path, print));
      if (known === undefined) return null;
      const pages = typeof known === 'number' ? [known] : known;
      common = common === null ? pages : common.filter((page) => pages.includes(page));
      if (common.length === 0) return null;
    }
    return common?.[0] ?? null;
  }

  /** Whether a page shows something at a path. */
  isOn(page: number, path: string, print: string): boolean {
    const known = this.#pages.get(hashOf(path, print));
    return known === page || (typeof known === 'object' && known.includes(page));
  }

  get size(): number {
    return this.#pages.size;
  }
}

/** Pages remembered per part: what is on all of them needs no list. */
const pagesKept = 24;

/** 53 bits: the print is a good fingerprint already, so the path only has to be mixed in. */
function hashOf(path: string, print: string): number {
  let mixed = 0x811c9dc5;
  for (let at = 0; at < path.length; at++) mixed = Math.imul(mixed ^ path.charCodeAt(at), 0x01000193);
  const high = Number.parseInt(print.slice(0, 5), 16);
  const low = (Number.parseInt(print.slice(8, 16), 16) ^ mixed) >>> 0;
  return high * 0x1_0000_0000 + low;
}
