import { degree, modulo } from './polynomials.ts';
import { rabinPolynomial } from './rabin.ts';

export { degree, divisor, modulo, times } from './polynomials.ts';

/** The public polynomial of the fingerprints, its leading term included. */
export const P: bigint = (1n << 64n) | (BigInt(rabinPolynomial[0]) << 32n) | BigInt(rabinPolynomial[1]);

/** Two texts of equal length and equal public fingerprints, wherever they stand in equal texts: 64 equations are solved. */
export function forgedTexts(): readonly [string, string] {
  // Letter i of the second is c instead of a where that helps: it adds t^(8i + 1) to the text.
  const rows: { value: bigint; letters: bigint }[] = [];
  for (let letter = 0n; ; letter++) {
    let row = { value: modulo(2n << (8n * letter), P), letters: 1n << letter };
    for (const { value, letters } of rows)
      if (degree(row.value ^ value) < degree(row.value))
        row = { value: row.value ^ value, letters: row.letters ^ letters };
    if (row.value !== 0n) {
      rows.push(row);
      rows.sort((one, other) => degree(other.value) - degree(one.value));
      continue;
    }
    const length = Number(letter) + 1;
    const signs = Array.from({ length }, (_, at) => ((row.letters >> BigInt(at)) & 1n ? 'c' : 'a'));
    return ['a'.repeat(length), signs.reverse().join('')];
  }
}
