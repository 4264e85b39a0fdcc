/** Polynomials over GF(2) as numbers, bit i being the coefficient of t^i: slow, and plainly right. */

/** Degree of a polynomial, -1 for zero. */
export const degree = (a: bigint): number => (a === 0n ? -1 : a.toString(2).length - 1);

/** Rest of a division. */
export function modulo(a: bigint, p: bigint): bigint {
  const d = degree(p);
  let rest = a;
  for (let k = degree(rest); k >= d; k = degree(rest)) rest ^= p << BigInt(k - d);
  return rest;
}

/** Product modulo a polynomial. */
export function times(a: bigint, b: bigint, p: bigint): bigint {
  let sum = 0n;
  let shifted = a;
  for (let rest = b; rest > 0n; rest >>= 1n) {
    if (rest & 1n) sum ^= shifted;
    shifted = modulo(shifted << 1n, p);
  }
  return sum;
}

/** Greatest common divisor. */
/** Greatest common divisor. */
export const divisor = (a: bigint, b: bigint): bigint => (b === 0n ? a : divisor(b, modulo(a, b)));

/** Whether a polynomial has no factors (Ben-Or): it shares none with t^(2^i) - t for any i up to half its degree. */
export function isIrreducible(p: bigint): boolean {
  let power = 2n;
  for (let i = 1; i <= degree(p) / 2; i++) {
    power = times(power, power, p);
    if (divisor(p, power ^ 2n) !== 1n) return false;
  }
  return true;
}
