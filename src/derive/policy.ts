import type { ElementNode } from '../model/document.ts';

/**
 * What browsers are told about a file of the mirror: that nothing runs in it. Nothing that could run is in it either;
 * this holds where a browser knows more than our lists do.
 */
export const scriptPolicy = "script-src 'none'; base-uri 'none'";

/** The policy of pages that were captured, for their heads: it must stand in front of all that it is to hold for. */
export const policyElement: ElementNode = {
  tag: 'meta',
  attrs: { 'http-equiv': 'Content-Security-Policy', content: scriptPolicy },
};
