/** Bytes from which a piece is kept as it came. */
const large = 4_096;
const blockSize = 1 << 16;

/**
 * Gathers bytes that come in pieces. Small ones are copied together: each costs a hundred times its size as an object
 * of its own, and a server may send 32 MiB byte by byte.
 */
export class Pieces {
  readonly #parts: Buffer[] = [];
  #block = Buffer.alloc(0);
  /** Where in the block the bytes begin that are in no part yet, and where they end. */
  #from = 0;
  #to = 0;
  size = 0;

  add(piece: Uint8Array): void {
    this.size += piece.length;
    if (piece.length >= large) {
      this.#endPart();
      this.#parts.push(Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength));
      return;
    }
    if (this.#to + piece.length > this.#block.length) {
      this.#endPart();
      this.#block = Buffer.allocUnsafe(this.#parts.length === 0 ? large : blockSize);
      this.#from = this.#to = 0;
    }
    this.#block.set(piece, this.#to);
    this.#to += piece.length;
  }

  /** All bytes; as they are where they came in one large piece. */
  whole(): Buffer {
    this.#endPart();
    const [first] = this.#parts;
    return this.#parts.length === 1 && first ? first : Buffer.concat(this.#parts, this.size);
  }

  #endPart(): void {
    if (this.#to > this.#from) this.#parts.push(this.#block.subarray(this.#from, this.#to));
    this.#from = this.#to;
  }
}
