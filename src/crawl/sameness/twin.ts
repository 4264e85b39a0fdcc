import { exactCheck, exactCheckBy, exactDocumentPrint } from '../../dom/exact.ts';
import type { VolatileMask } from '../../dom/mask.ts';
import { rabinBuild } from '../../fingerprint/rabin.ts';
import { checkPolynomial } from '../../fingerprint/secret.ts';
import type { DocumentTree } from '../../model/index.ts';

let isReady = false;

/**
 * Whether two documents have one fingerprint and do not show the same. That does not happen by chance: the polynomial
 * of fingerprints is public, and somebody has made them so. A merge of the two would cost a page.
 */
export function areTwins(one: DocumentTree, other: DocumentTree, mask: VolatileMask | null): boolean {
  if (!isReady) exactCheckBy(rabinBuild(checkPolynomial()));
  isReady = true;
  return (
    exactDocumentPrint(one, mask) === exactDocumentPrint(other, mask) &&
    exactCheck(one, mask) !== exactCheck(other, mask)
  );
}
