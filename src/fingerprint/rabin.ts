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

interface RabinTables {
  /** `high[256 * j + b]`, `low[…]`: halves of b · t^(64 + 8j) modulo the polynomial. */
  readonly high: Int32Array;
  readonly low: Int32Array;
  readonly buffer: Uint8Array<ArrayBuffer>;
  readonly encoder: TextEncoder;
}

let rabinKept: RabinTables | null = null;

/** Fingerprint of a text's UTF-8 bytes, as 16 lower-case hex digits. */
export function fingerprint(text: string): string {
  rabinKept ??= rabinBuild();
  const { buffer, encoder } = rabinKept;
  if (text.length > rabinShort) return fingerprintBytes(encoder.encode(text));
  const length = rabinCopyAscii(text, buffer) ? text.length : encoder.encodeInto(text, buffer).written;
  return rabinFold(buffer, length, rabinKept);
}

/** Fingerprint of bytes, as 16 lower-case hex digits. */
export function fingerprintBytes(bytes: Uint8Array): string {
  rabinKept ??= rabinBuild();
  return rabinFold(bytes, bytes.length, rabinKept);
}

/** Copies plain ASCII, the common case, without the cost of a call to the encoder. */
function rabinCopyAscii(text: string, buffer: Uint8Array): boolean {
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit > 127) return false;
    buffer[i] = unit;
  }
  return true;
}

/** The register starts at 1, a coefficient above the text's own, so that leading zero bytes count. */
function rabinFold(bytes: Uint8Array, length: number, { high, low }: RabinTables): string {
  let a = 0;
  let b = 1;
  let i = 0;
  for (const end = length - (length % rabinStep); i < end; i += rabinStep) {
    const nextA = rabinReduce(high, a, b) ^ rabinWord(bytes, i);
    b = rabinReduce(low, a, b) ^ rabinWord(bytes, i + 4);
    a = nextA;
  }
  for (; i < length; i++) {
    const out = a >>> 24;
    a = ((a << 8) | (b >>> 24)) ^ rabinAt(high, out);
    b = ((b << 8) | rabinByte(bytes, i)) ^ rabinAt(low, out);
  }
  return rabinHex(a, b);
}

/** One half of (a, b) · t^64 modulo the polynomial: the sum of what each byte of the register becomes. */
function rabinReduce(slices: Int32Array, a: number, b: number): number {
  return (
    rabinAt(slices, b & 255) ^
    rabinAt(slices, 256 + ((b >>> 8) & 255)) ^
    rabinAt(slices, 512 + ((b >>> 16) & 255)) ^
    rabinAt(slices, 768 + (b >>> 24)) ^
    rabinAt(slices, 1024 + (a & 255)) ^
    rabinAt(slices, 1280 + ((a >>> 8) & 255)) ^
    rabinAt(slices, 1536 + ((a >>> 16) & 255)) ^
    rabinAt(slices, 1792 + (a >>> 24))
  );
}

/** Four bytes, first one highest, as the text's coefficients run. */
function rabinWord(bytes: Uint8Array, i: number): number {
  return (
    (rabinByte(bytes, i) << 24) |
    (rabinByte(bytes, i + 1) << 16) |
    (rabinByte(bytes, i + 2) << 8) |
    rabinByte(bytes, i + 3)
  );
}

/** Indices are in range by construction. One reader per kind of array keeps each of them monomorphic. */
function rabinAt(words: Int32Array, i: number): number {
  return words[i] as number;
}

function rabinByte(bytes: Uint8Array, i: number): number {
  return bytes[i] as number;
}

/** One string made at once from its characters: four times as fast as converting and padding halves. */
function rabinHex(a: number, b: number): string {
  return String.fromCharCode(
    rabinDigit(a >>> 28),
    rabinDigit(a >>> 24),
    rabinDigit(a >>> 20),
    rabinDigit(a >>> 16),
    rabinDigit(a >>> 12),
    rabinDigit(a >>> 8),
    rabinDigit(a >>> 4),
    rabinDigit(a),
    rabinDigit(b >>> 28),
    rabinDigit(b >>> 24),
    rabinDigit(b >>> 20),
    rabinDigit(b >>> 16),
    rabinDigit(b >>> 12),
    rabinDigit(b >>> 8),
    rabinDigit(b >>> 4),
    rabinDigit(b),
  );
}

/** Character code of the hex digit for the last four bits. */
function rabinDigit(word: number): number {
  const digit = word & 15;
  return digit < 10 ? 48 + digit : 87 + digit;
}

function rabinBuild(): RabinTables {
  const high = new Int32Array(256 * rabinStep);
  const low = new Int32Array(256 * rabinStep);
  let [a, b] = rabinPolynomial;
  for (let bit = 0; bit < 8 * rabinStep; bit++) {
    // (a, b) is t^(64 + bit): every byte with that bit set gets it.
    const first = 256 * (bit >> 3);
    for (let byte = 0; byte < 256; byte++) {
      if (((byte >> (bit & 7)) & 1) === 0) continue;
      high[first + byte] = rabinAt(high, first + byte) ^ a;
      low[first + byte] = rabinAt(low, first + byte) ^ b;
    }
    const carry = a < 0 || a > 0x7fffffff;
    a = ((a << 1) | (b >>> 31)) ^ (carry ? rabinPolynomial[0] : 0);
    b = (b << 1) ^ (carry ? rabinPolynomial[1] : 0);
  }
  return { high, low, buffer: new Uint8Array(3 * rabinShort), encoder: new TextEncoder() };
}
