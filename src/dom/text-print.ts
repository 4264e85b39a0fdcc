import { fingerprint } from '../fingerprint/rabin.ts';
import type { DocumentTree } from '../model/document.ts';
import { visibleText } from './text.ts';

/** Fingerprint of what a person reads on a page: markup, attributes and what is not shown do not count. */
export function textFingerprint(document: DocumentTree): string {
  return fingerprint(visibleText(document));
}
