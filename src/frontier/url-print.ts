import { fingerprint } from '../fingerprint/rabin.ts';
import { normalizeUrl } from './normalize.ts';

/** Fingerprint of an address in its one spelling: spellings that mean the same have the same. */
export function urlFingerprint(url: string): string {
  return fingerprint(normalizeUrl(url) ?? url);
}
