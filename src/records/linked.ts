import type { ExtractedRecord } from './record.ts';

/** A record with what its part of the page says about other records. */
export interface LinkedRecord {
  readonly record: ExtractedRecord;
  /** Addresses that its part of the page links to, absolute and in order. */
  readonly links: readonly string[];
  /** Of an item: what its list is called, and the share of the page's text that the list has. */
  readonly list?: { readonly name: string; readonly share: number };
}
