import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import { isIrreducible } from './polynomials.ts';
import { fingerprint, type RabinTables, rabinBuild, rabinPrint } from './rabin.ts';

/** Low 64 coefficients of a polynomial, high half first. */
export type Polynomial = readonly [number, number];

/** Whose prints are made is a matter of who asks: one process may have several stores at work. */
const current = new AsyncLocalStorage<RabinTables | null>();

/** Does some work with the polynomial of a store; `null`: with the public one, as stores without their own do. */
export function withPolynomial<T>(polynomial: Polynomial | null, work: () => T): T {
  return current.run(polynomial && tablesOf(polynomial), work);
}

/**
 * Fingerprint of what a store knows a page by: an address, a call, the whole of a page. Its polynomial never leaves
 * this process and the store.
 */
export function namePrint(text: string): string {
  const own = current.getStore();
  return own ? rabinPrint(text, own) : fingerprint(text);
}

/** Tables of stores at work; making them costs as much as printing a page. */
const made = new Map<string, RabinTables>();
/** Stores whose tables are kept in memory. */
const mostStores = 16;

function tablesOf(polynomial: Polynomial): RabinTables {
  const key = polynomial.join();
  const tables = made.get(key) ?? rabinBuild(polynomial);
  if (made.size >= mostStores) made.clear();
  made.set(key, tables);
  return tables;
}

/**
 * One of 64 polynomials is irreducible; without a constant term or with an even number of terms none is. Drawn, so
 * that nobody can know it.
 */
export function drawPolynomial(): Polynomial {
  for (;;) {
    const low = randomBytes(8).readBigUInt64BE() | 1n;
    if (isIrreducible((1n << 64n) | low)) return [Number(low >> 32n), Number(low & 0xffffffffn)];
  }
}

let checking: Polynomial | null = null;

/**
 * The polynomial by which this process confirms that contents of equal fingerprints are equal. The agent in a page
 * prints with it too; a page that got hold of it could hide states of its own, which it could as well not show.
 */
export function checkPolynomial(): Polynomial {
  checking ??= drawPolynomial();
  return checking;
}
