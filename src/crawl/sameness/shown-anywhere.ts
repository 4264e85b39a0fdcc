/** Bits of the table; a crawl that has shown a million units takes 3 % of new ones for known. */
const bits = 2 ** 25;

/**
 * What the pages of a crawl have shown, whatever their documents: it says how much of what is new in a document is new
 * at all. Prints of 25 bits are enough for that, since only the order of events goes by it, never what is kept.
 */
export class ShownAnywhere {
  #table: Uint8Array | null = null;

  add(units: Iterable<string>): void {
    this.#table ??= new Uint8Array(bits / 8);
    for (const unit of units) {
      const at = printOf(unit);
      this.#table[at >>> 3] = (this.#table[at >>> 3] ?? 0) | (1 << (at & 7));
    }
  }

  has(unit: string): boolean {
    const at = printOf(unit);
    return (((this.#table?.[at >>> 3] ?? 0) >>> (at & 7)) & 1) === 1;
  }
}

function printOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b);
  return ((hash ^ (hash >>> 13)) >>> 0) % bits;
}
