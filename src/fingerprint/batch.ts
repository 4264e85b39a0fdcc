import { foldingMemory, foldingModule } from './folding.ts';
import { fingerprint, rabinSlices } from './rabin.ts';

/**
 * Fingerprints of many texts at once, as 64-bit values: the bytes of each value, as they lie in memory, are
 * the hex digits of `fingerprint`, which stays the one definition.
 *
 * Texts are handed to WebAssembly by the hundred: one call encodes them all, and no text is made of a value.
 * Texts with signs beyond ASCII go one by one, since their lengths in bytes are not known before.
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
const most = 256;
const lengthsAt = 16_384;
const valuesAt = lengthsAt + 4 * most;
const textsAt = valuesAt + 8 * most;
/** Eight bytes are read at a time, also where the last text is shorter. */
const room = foldingMemory - textsAt - 8;

let folding: Folding | null = null;

type Fold = (texts: number, lengths: number, count: number, values: number) => void;

class Folding {
  readonly #fold: Fold;
  readonly #lengths: Int32Array;
  readonly #values: BigUint64Array;
  readonly #bytes: Uint8Array<ArrayBuffer>;
  readonly #encoder = new TextEncoder();

  constructor() {
    const bytes = Uint8Array.from(atob(foldingModule), (sign) => sign.charCodeAt(0));
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(bytes));
    const { buffer } = exports.memory as { buffer: ArrayBuffer };
    this.#fold = exports.fold as Fold;
    this.#lengths = new Int32Array(buffer, lengthsAt, most);
    this.#values = new BigUint64Array(buffer, valuesAt, most);
    this.#bytes = new Uint8Array(buffer, textsAt, room);
    const tables = new Int32Array(buffer, 0, lengthsAt / 4);
    const { high, low } = rabinSlices();
    for (let at = 0; at < high.length; at++) {
      tables[2 * at] = high[at] as number;
      tables[2 * at + 1] = low[at] as number;
    }
  }

  /** Values of as many texts from a place on as go into one call; gives the place behind them. */
  some(texts: readonly string[], from: number, values: BigUint64Array): number {
    let whole = '';
    let letters = 0;
    let to = from;
    for (; to < texts.length && to - from < most; to++) {
      const text = texts[to] as string;
      if (letters + text.length > room) break;
      this.#lengths[to - from] = text.length;
      letters += text.length;
      whole += text;
    }
    const { written } = to > from ? this.#encoder.encodeInto(whole, this.#bytes) : { written: -1 };
    // Every sign that is not ASCII takes more bytes than units.
    if (written !== letters) return this.#single(texts, from, Math.max(to, from + 1), values);
    this.#fold(textsAt, lengthsAt, to - from, valuesAt);
    values.set(this.#values.subarray(0, to - from), from);
    return to;
  }

  #single(texts: readonly string[], from: number, to: number, values: BigUint64Array): number {
    for (let at = from; at < to; at++) values[at] = fingerprintValue(fingerprint(texts[at] as string));
    return to;
  }
}
