/**
 * Rabin fingerprints of degree 64: the text, read as a polynomial over GF(2), modulo an irreducible one.
 *
 * The papers use ELFhash, which gives 28 useful bits. By the birthday bound a million instructions would
 * expect over 100 collisions even with all of 32 bits, and every collision silently loses a page; with 64
 * bits the expected number is about 3e-8. Among 64-bit hashes Rabin's is the one with a proof: two
 * different texts of at most m bits collide for at most m/64 of the roughly 2^58 irreducible polynomials,
 * so the chance is bounded whatever the texts look like. It is linear, so a fingerprint can be continued
 * over a concatenation, and it needs no 64-bit arithmetic: byte for byte the same in Node and in a page.
 *
 * The bound holds for whoever does not know the polynomial: to one who does, equal fingerprints are 64 equations. So
 * what a store knows pages by is printed with a polynomial of its own, equal contents are confirmed by another one
 * (`secret.ts`), and the one below is for all else.
 *
 * This file is also linked as text into the script that runs inside pages: no imports, and every
 * top-level name starts with `rabin` or `fingerprint`.
 */

/**
 * Low 64 coefficients of the polynomial (t^64 is implied), high half first: the first irreducible one at
 * or above the leading 64 binary digits of the fraction of pi, so that nobody chose it.
 */
export const rabinPolynomial: readonly [number, number] = [0x243f6a88, 0x85a30907];

/** Bytes folded in one step, and so the number of table slices. */
const rabinStep = 8;

/** Texts of up to this many UTF-16 units are encoded into a buffer that is kept. */
const rabinShort = 1365;

/** Up to so many units a text is copied faster than the encoder is called. */
const rabinTiny = 24;

/** What bytes become under one polynomial, and room for texts. */
export interface RabinTables {
  /**
   * `high[256 * j + b]`, `low[…]`: halves of b · t^(64 + 8j) modulo the polynomial, their bytes in reverse,
   * as the machine reads words (all that run Chromium are little-endian).
   */
  readonly high: Int32Array;
  readonly low: Int32Array;
  readonly buffer: Uint8Array<ArrayBuffer>;
  readonly words: Int32Array;
  readonly encoder: TextEncoder;
}

let rabinKept: RabinTables | null = null;

/** Tables that contents are printed with at the moment, where that is not the public polynomial's. */
let rabinOther: RabinTables | null = null;

/** Fingerprint of a text's UTF-8 bytes, as 16 lower-case hex digits. */
export function fingerprint(text: string): string {
  rabinKept ??= rabinBuild(rabinPolynomial);
  return rabinPrint(text, rabinKept);
}

/** Fingerprint of what a page shows. */
export function contentPrint(text: string): string {
  return rabinOther ? rabinPrint(text, rabinOther) : fingerprint(text);
}

/** Has contents printed with another polynomial for as long as some work takes; it may not wait for anything. */
export function rabinWith<T>(tables: RabinTables, work: () => T): T {
  rabinOther = tables;
  try {
    return work();
  } finally {
    rabinOther = null;
  }
}

/** Whether contents are printed with another polynomial just now, for those who keep prints. */
export function rabinIsOther(): boolean {
  return rabinOther !== null;
}

/** Fingerprint of bytes, as 16 lower-case hex digits. */
export function fingerprintBytes(bytes: Uint8Array): string {
  rabinKept ??= rabinBuild(rabinPolynomial);
  return rabinPrintBytes(bytes, rabinKept);
}

/** Fingerprint of a text's UTF-8 bytes with any polynomial. */
export function rabinPrint(text: string, tables: RabinTables): string {
  const { buffer, words, encoder } = tables;
  if (text.length > rabinShort) return rabinPrintBytes(encoder.encode(text), tables);
  const copied = text.length <= rabinTiny && rabinCopyAscii(text, buffer);
  const length = copied ? text.length : encoder.encodeInto(text, buffer).written;
  return rabinFold(buffer, words, length, tables);
}

function rabinPrintBytes(bytes: Uint8Array, tables: RabinTables): string {
  const { length } = bytes;
  const whole = bytes.byteOffset % 4 === 0 ? bytes : new Uint8Array(bytes);
  return rabinFold(whole, new Int32Array(whole.buffer, whole.byteOffset, length >> 2), length, tables);
}

/** What bytes become when they are shifted out of the register, for those who fold elsewhere (`batch.ts`). */
export function rabinSlices(): { readonly high: Int32Array; readonly low: Int32Array } {
  rabinKept ??= rabinBuild(rabinPolynomial);
  return rabinKept;
}

function rabinCopyAscii(text: string, buffer: Uint8Array): boolean {
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit > 127) return false;
    buffer[i] = unit;
  }
  return true;
}

/**
 * The register starts at 1, a coefficient above the text's own, so that leading zero bytes count. Each step
 * multiplies it by t^64: the sum of what its eight bytes become. Written out, because a page prints whole
 * documents before its code is compiled, and there each call costs more than what it does. Indices are in
 * range by construction.
 */
function rabinFold(bytes: Uint8Array, words: Int32Array, length: number, { high, low }: RabinTables): string {
  let a = 0;
  let b = 1 << 24;
  const steps = length >> 3;
  for (let step = 0; step < steps; step++) {
    const b0 = b >>> 24;
    const b1 = 256 + ((b >>> 16) & 255);
    const b2 = 512 + ((b >>> 8) & 255);
    const b3 = 768 + (b & 255);
    const a0 = 1024 + (a >>> 24);
    const a1 = 1280 + ((a >>> 16) & 255);
    const a2 = 1536 + ((a >>> 8) & 255);
    const a3 = 1792 + (a & 255);
    a =
      (high[b0] as number) ^
      (high[b1] as number) ^
      (high[b2] as number) ^
      (high[b3] as number) ^
      (high[a0] as number) ^
      (high[a1] as number) ^
      (high[a2] as number) ^
      (high[a3] as number) ^
      (words[2 * step] as number);
    b =
      (low[b0] as number) ^
      (low[b1] as number) ^
      (low[b2] as number) ^
      (low[b3] as number) ^
      (low[a0] as number) ^
      (low[a1] as number) ^
      (low[a2] as number) ^
      (low[a3] as number) ^
      (words[2 * step + 1] as number);
  }
  for (let i = rabinStep * steps; i < length; i++) {
    const out = a & 255;
    a = ((a >>> 8) | (b << 24)) ^ (high[out] as number);
    b = ((b >>> 8) | ((bytes[i] as number) << 24)) ^ (low[out] as number);
  }
  return rabinHex(a, b);
}

/** Codes of the hex digits. */
const rabinDigits: readonly number[] = Array.from('0123456789abcdef', (digit) => digit.charCodeAt(0));

/** Both halves, lowest byte first: made of 16 codes in one call, a text costs a sixth of `toString(16)`. */
function rabinHex(a: number, b: number): string {
  const digits = rabinDigits;
  return String.fromCharCode(
    digits[(a >>> 4) & 15] as number,
    digits[a & 15] as number,
    digits[(a >>> 12) & 15] as number,
    digits[(a >>> 8) & 15] as number,
    digits[(a >>> 20) & 15] as number,
    digits[(a >>> 16) & 15] as number,
    digits[(a >>> 28) & 15] as number,
    digits[(a >>> 24) & 15] as number,
    digits[(b >>> 4) & 15] as number,
    digits[b & 15] as number,
    digits[(b >>> 12) & 15] as number,
    digits[(b >>> 8) & 15] as number,
    digits[(b >>> 20) & 15] as number,
    digits[(b >>> 16) & 15] as number,
    digits[(b >>> 28) & 15] as number,
    digits[(b >>> 24) & 15] as number,
  );
}

/** The tables of an irreducible polynomial, given as `rabinPolynomial` is. */
export function rabinBuild(polynomial: readonly [number, number]): RabinTables {
  const high = new Int32Array(256 * rabinStep);
  const low = new Int32Array(256 * rabinStep);
  let [a, b] = polynomial;
  for (let bit = 0; bit < 8 * rabinStep; bit++) {
    // (a, b) is t^(64 + bit): bytes up to here whose highest bit it is are the sum of it and the rest.
    const first = 256 * (bit >> 3);
    const top = 1 << (bit & 7);
    for (let rest = 0; rest < top; rest++) {
      high[first + top + rest] = (high[first + rest] as number) ^ rabinReversed(a);
      low[first + top + rest] = (low[first + rest] as number) ^ rabinReversed(b);
    }
    const carry = a < 0 || a > 0x7fffffff;
    a = ((a << 1) | (b >>> 31)) ^ (carry ? polynomial[0] : 0);
    b = (b << 1) ^ (carry ? polynomial[1] : 0);
  }
  const buffer = new Uint8Array(rabinStep * Math.ceil((3 * rabinShort) / rabinStep));
  return { high, low, buffer, words: new Int32Array(buffer.buffer), encoder: new TextEncoder() };
}

function rabinReversed(word: number): number {
  return (word << 24) | ((word & 0xff00) << 8) | ((word >>> 8) & 0xff00) | (word >>> 24);
}
