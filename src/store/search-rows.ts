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

/** Packed bytes of texts that are read at once: a thousand usual pages. A larger page comes alone. */
const roomForTexts = 8 << 20;

/** The first of some pages whose texts have room together; one at least. */
export function withRoom(pages: readonly { readonly number: number; readonly size: number }[]): number[] {
  let room = roomForTexts;
  const numbers: number[] = [];
  for (const { number, size } of pages) {
    room -= size;
    if (room < 0 && numbers.length > 0) break;
    numbers.push(number);
  }
  return numbers;
}

/** The pages of rows, each unpacked when it is come to: as a text it may be a thousand times as large. */
export function* indexedPages(rows: readonly IndexRow[]): Generator<IndexedPage> {
  for (const row of rows) yield indexedPage(row);
}
