/** Whole numbers from 0 on as few bytes: seven bits each, the last one without the high bit. */
export class ByteWriter {
  #bytes = new Uint8Array(1024);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  number(value: number): void {
    this.#room(5);
    let rest = value;
    while (rest > 127) {
      this.#bytes[this.#length++] = (rest & 127) | 128;
      rest >>>= 7;
    }
    this.#bytes[this.#length++] = rest;
  }

  byte(value: number): void {
    this.#room(1);
    this.#bytes[this.#length++] = value;
  }

  bytes(some: Uint8Array): void {
    this.#room(some.length);
    this.#bytes.set(some, this.#length);
    this.#length += some.length;
  }

  /** What was written, as it stands here: the next `clear` gives the place to something else. */
  view(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  /** A copy of what was written; begins anew. */
  take(): Uint8Array {
    const taken = this.#bytes.slice(0, this.#length);
    this.clear();
    return taken;
  }

  clear(): void {
    this.#length = 0;
  }

  #room(more: number): void {
    if (this.#length + more <= this.#bytes.length) return;
    const larger = new Uint8Array(Math.max(this.#bytes.length * 2, this.#length + more));
    larger.set(this.view());
    this.#bytes = larger;
  }
}

/** Reads what a `ByteWriter` wrote. */
export class ByteReader {
  readonly #bytes: Uint8Array;
  at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get isDone(): boolean {
    return this.at >= this.#bytes.length;
  }

  number(): number {
    const bytes = this.#bytes;
    let byte = bytes[this.at++] as number;
    if (byte < 128) return byte;
    let value = byte & 127;
    for (let shift = 7; ; shift += 7) {
      byte = bytes[this.at++] as number;
      value |= (byte & 127) << shift;
      if (byte < 128) return value;
    }
  }

  byte(): number {
    return this.#bytes[this.at++] as number;
  }

  /** Leaves out so many numbers. */
  skip(count: number): void {
    const bytes = this.#bytes;
    let left = count;
    while (left > 0) if ((bytes[this.at++] as number) < 128) left--;
  }

  bytes(length: number): Uint8Array {
    this.at += length;
    return this.#bytes.subarray(this.at - length, this.at);
  }
}
