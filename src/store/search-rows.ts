import type { IndexedPage, PageText } from '../model/search.ts';
import { unpack } from './compression.ts';

/** Name of the note that says which records are indexed. */
export const recordsNote = 'search records';

/** A page of the index as it is in the database. */
export interface IndexRow extends Omit<IndexedPage, 'group' | 'text'> {
  readonly grp: number;
  readonly codec: number;
  readonly text: Uint8Array;
}

/** A page of the index. */
export function indexedPage(row: IndexRow): IndexedPage {
  const { number, kind, grp: group, document, shown, host, type, title, depth, codec, text } = row;
  const [places, lines] = JSON.parse(Buffer.from(unpack({ codec, bytes: text })).toString('utf8')) as [
    PageText['places'],
    PageText['lines'],
  ];
  return { number, kind, group, document, shown, host, type, title, depth, text: { places, lines } };
}
