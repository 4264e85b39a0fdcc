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
  return (
    rabinFoldAscii(text, rabinKept) ?? rabinFold(buffer, encoder.encodeInto(text, buffer).written, rabinKept)
  );
}

/** Fingerprint of bytes, as 16 lower-case hex digits. */
export function fingerprintBytes(bytes: Uint8Array): string {
  rabinKept ??= rabinBuild();
  return rabinFold(bytes, bytes.length, rabinKept);
}

/** The common case, without the cost of bytes and of a call to the encoder; `null` where it is not ASCII. */
function rabinFoldAscii(text: string, { high, low }: RabinTables): string | null {
  const { length } = text;
  let a = 0;
  let b = 1;
  let i = 0;
  let all = 0;
  for (const end = length - (length % rabinStep); i < end; i += rabinStep) {
    const first = rabinUnits(text, i);
    const second = rabinUnits(text, i + 4);
    all |= first | second;
    const nextA = rabinReduce(high, a, b) ^ first;
    b = rabinReduce(low, a, b) ^ second;
    a = nextA;
  }
  for (; i < length; i++) {
    const unit = text.charCodeAt(i);
    if (unit > 127) return null;
    const out = a >>> 24;
    a = ((a << 8) | (b >>> 24)) ^ rabinAt(high, out);
    b = ((b << 8) | unit) ^ rabinAt(low, out);
  }
  return (all & rabinNotAscii) === 0 ? rabinHex(a, b) : null;
}

/** Bits that no word of four ASCII characters has. */
const rabinNotAscii = 0x80808080 | 0;

/** Four units of a text as a word, first one highest; a mark that is not ASCII where one of them is not. */
function rabinUnits(text: string, i: number): number {
  const one = text.charCodeAt(i);
  const two = text.charCodeAt(i + 1);
  const three = text.charCodeAt(i + 2);
  const four = text.charCodeAt(i + 3);
  if ((one | two | three | four) > 127) return rabinNotAscii;
  return (one << 24) | (two << 16) | (three << 8) | four;
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

/** Codes of the hex digits. */
const rabinDigits: readonly number[] = Array.from('0123456789abcdef', (digit) => digit.charCodeAt(0));

/** Both halves at once: made of 16 codes in one call, a text costs a sixth of what two `toString(16)` do. */
function rabinHex(a: number, b: number): string {
  const digits = rabinDigits;
  return String.fromCharCode(
    digits[(a >>> 28) & 15] as number,
    digits[(a >>> 24) & 15] as number,
    digits[(a >>> 20) & 15] as number,
    digits[(a >>> 16) & 15] as number,
    digits[(a >>> 12) & 15] as number,
    digits[(a >>> 8) & 15] as number,
    digits[(a >>> 4) & 15] as number,
    digits[a & 15] as number,
    digits[(b >>> 28) & 15] as number,
    digits[(b >>> 24) & 15] as number,
    digits[(b >>> 20) & 15] as number,
    digits[(b >>> 16) & 15] as number,
    digits[(b >>> 12) & 15] as number,
    digits[(b >>> 8) & 15] as number,
    digits[(b >>> 4) & 15] as number,
    digits[b & 15] as number,
  );
}

function rabinBuild(): RabinTables {
  const high = new Int32Array(256 * rabinStep);
  const low = new Int32Array(256 * rabinStep);
  let [a, b] = rabinPolynomial;
  for (let bit = 0; bit < 8 * rabinStep; bit++) {
    // (a, b) is t^(64 + bit): bytes up to here whose highest bit it is are the sum of it and the rest.
    const first = 256 * (bit >> 3);
    const top = 1 << (bit & 7);
    for (let rest = 0; rest < top; rest++) {
      high[first + top + rest] = rabinAt(high, first + rest) ^ a;
      low[first + top + rest] = rabinAt(low, first + rest) ^ b;
    }
    const carry = a < 0 || a > 0x7fffffff;
    a = ((a << 1) | (b >>> 31)) ^ (carry ? rabinPolynomial[0] : 0);
    b = (b << 1) ^ (carry ? rabinPolynomial[1] : 0);
  }
  return { high, low, buffer: new Uint8Array(3 * rabinShort), encoder: new TextEncoder() };
}
