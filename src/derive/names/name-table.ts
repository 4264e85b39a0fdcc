const first = 1 << 12;

/** Short texts by number, kept as bytes: a million of them in little more room than their letters. */
export class NameTable {
  #bytes = Buffer.alloc(first);
  #used = 1;
  /** Where the text of a number begins, its length before it; 0: it has none. */
  #places: Uint32Array;

  /** `size` is how many numbers there are, as far as that is known. */
  constructor(size: number) {
    this.#places = new Uint32Array(size);
  }

  get(number: number): string | undefined {
    const at = this.#places[number] ?? 0;
    if (at === 0) return undefined;
    const from = at + 2;
    return this.#bytes.toString('utf8', from, from + this.#bytes.readUInt16LE(at));
  }

  /** A text has at most 65,535 bytes. */
  set(number: number, text: string): void {
    const length = Buffer.byteLength(text);
    if (this.#used + length + 2 > this.#bytes.length)
      this.#bytes = Buffer.concat([this.#bytes, Buffer.alloc(this.#bytes.length + length)]);
    if (number >= this.#places.length) {
      const longer = new Uint32Array(number * 2 + 1);
      longer.set(this.#places);
      this.#places = longer;
    }
    this.#places[number] = this.#used;
    this.#bytes.writeUInt16LE(length, this.#used);
    this.#bytes.write(text, this.#used + 2);
    this.#used += length + 2;
  }
}
