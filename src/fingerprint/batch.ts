import { foldingModule, foldingSlot } from './folding.ts';
import { fingerprint, rabinSlices } from './rabin.ts';

/**
 * Fingerprints of many texts at once, as 64-bit values: the bytes of each value, as they lie in memory, are
 * the hex digits of `fingerprint`, which stays the one definition.
 *
 * Texts are handed to WebAssembly by the hundred, each encoded into a slot of its memory, and no text is made
 * of a value. What is longer than a slot goes by itself.
 */
export function fingerprintsOf(texts: readonly string[]): BigUint64Array<ArrayBuffer> {
  const values = new BigUint64Array(texts.length);
  folding ??= new Folding();
  for (let from = 0; from < texts.length; ) from = folding.some(texts, from, values);
  return values;
}

/** A value as 16 hex digits. */
export function fingerprintText(value: bigint): string {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(value);
  return bytes.toString('hex');
}

/** The value of 16 hex digits. */
export function fingerprintValue(hex: string): bigint {
  return Buffer.from(hex, 'hex').readBigUInt64LE();
}

/** Texts of one call, and where in memory what lies: tables, lengths, values, texts. */
const most = 128;
const lengthsAt = 16_384;
const valuesAt = lengthsAt + 4 * most;
const textsAt = valuesAt + 8 * most;

let folding: Folding | null = null;

type Fold = (texts: number, lengths: number, count: number, values: number) => void;

class Folding {
  readonly #fold: Fold;
  readonly #lengths: Int32Array;
  readonly #values: BigUint64Array;
  /** A place for each text of a call. */
  readonly #slots: readonly Uint8Array<ArrayBuffer>[];
  readonly #encoder = new TextEncoder();

  constructor() {
    const bytes = Uint8Array.from(atob(foldingModule), (sign) => sign.charCodeAt(0));
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(bytes));
    const { buffer } = exports.memory as { buffer: ArrayBuffer };
    this.#fold = exports.fold as Fold;
    this.#lengths = new Int32Array(buffer, lengthsAt, most);
    this.#values = new BigUint64Array(buffer, valuesAt, most);
    this.#slots = Array.from(
      { length: most },
      (_, at) => new Uint8Array(buffer, textsAt + foldingSlot * at, foldingSlot),
    );
    const tables = new Int32Array(buffer, 0, lengthsAt / 4);
    const { high, low } = rabinSlices();
    for (let at = 0; at < high.length; at++) {
      tables[2 * at] = high[at] as number;
      tables[2 * at + 1] = low[at] as number;
    }
  }

  /** Values of as many texts from a place on as go into one call; gives the place behind them. */
  some(texts: readonly string[], from: number, values: BigUint64Array): number {
    const count = Math.min(most, texts.length - from);
    const long: number[] = [];
    for (let at = 0; at < count; at++) {
      const text = texts[from + at] as string;
      const { read, written } = this.#encoder.encodeInto(text, this.#slots[at] as Uint8Array<ArrayBuffer>);
      this.#lengths[at] = written;
      if (read < text.length) long.push(from + at);
    }
    this.#fold(textsAt, lengthsAt, count, valuesAt);
    values.set(count === most ? this.#values : this.#values.subarray(0, count), from);
    for (const at of long) values[at] = fingerprintValue(fingerprint(texts[at] as string));
    return from + count;
  }
}
