import type { FiledPage, FiledSegment, SegmentBlock, SegmentSize } from '../model/search.ts';
import { ByteReader, ByteWriter } from './bytes.ts';

/**
 * Segments: what pages that were filed together say, turned into lists of pages by token. A store keeps their bytes
 * and finds blocks by their first token; what stands in them is known here alone, so that all stores find and rank
 * alike. A segment is never changed: pages that are filed anew, or gone, are noted beside it.
 */

/**
 * Parts of a page whose tokens are told apart, seven at the most: a byte says which of them have a token. `parts` and
 * `words` are tokens by themselves; the others keep the places of theirs, for phrases.
 */
export const columns = ['title', 'heads', 'text', 'beside', 'url', 'parts', 'words'] as const;

const placed = columns.indexOf('parts');
/** Says that each part that has a token has it once. */
const once = 1 << columns.length;

const [encoder, decoder] = [new TextEncoder(), new TextDecoder()];

/** Tokens of one block, and bytes of it, at the most: what is read for one token. A longer list is a block of its own. */
const [blockTokens, blockBytes] = [64, 4096];

/** A segment is full with so many pages, or tokens: it is made in memory, 17 bytes for a token, and written at once. */
const [fullPages, fullTokens] = [2000, 1_000_000];
/** Tokens of one part of a page that are filed: 5 MB of English have 0.9 million, 5 MB of Chinese 1.7. */
const mostTokens = 2_000_000;
/** Segments that are less than a quarter full may be so many. */
const mostScattered = 8;

/** Segments whose pages should be filed anew, together: many small ones, such as recrawls leave, make answers slow. */
export function scattered(segments: readonly SegmentSize[]): readonly number[] {
  const small = segments.filter(
    ({ tokens, pages, live }) =>
      live * 4 < fullPages && (tokens * live * 4) / Math.max(1, pages) < fullTokens,
  );
  return small.length > mostScattered ? small.map(({ segment }) => segment) : [];
}

/** A token as the key of a block; such keys have the order of the tokens as texts. */
export function tokenKey(token: string): Uint8Array {
  const key = new Uint8Array(token.length * 2);
  for (let at = 0; at < token.length; at++) {
    const unit = token.charCodeAt(at);
    key[at * 2] = unit >> 8;
    key[at * 2 + 1] = unit & 255;
  }
  return key;
}

/**
 * Makes segments of pages, one after the other. Tokens are counted in as they come, as numbers: thousands of pages with
 * lists of words would lie about until their segment is full.
 */
export class SegmentMaker {
  #pages: PageLine[] = [];
  readonly #found = new Occurrences();

  /** Whether there is nothing to make a segment of. */
  get isEmpty(): boolean {
    return this.#pages.length === 0;
  }

  /** Whether the segment is to be taken now. */
  get isFull(): boolean {
    return this.#pages.length >= fullPages || this.#found.size >= fullTokens;
  }

  /** Files a page, each of its tokens being asked for once; gives whether it took all of them. */
  add(page: FiledPage): boolean {
    const { number, group, depth } = page;
    const { title, heads, text, beside, isWhole } = this.#found.add(page);
    const lengths = [title, heads, text + beside] as const;
    this.#pages.push({ number, group, depth, lengths, nth: this.#pages.length });
    return isWhole;
  }

  /** The segment of all pages so far; begins the next one. */
  take(): FiledSegment {
    const pages = this.#pages.sort((one, other) => one.number - other.number);
    const segment = {
      numbers: pages.map(({ number }) => number),
      tokens: this.#found.size,
      pages: pageBytes(pages),
      blocks: [...blocksOf(this.#found, pages)],
    };
    this.#pages = [];
    this.#found.clear();
    return segment;
  }
}

interface PageLine extends Pick<FiledPage, 'number' | 'group' | 'depth'> {
  /** Tokens of its title, of its headings, and of its text. */
  readonly lengths: readonly [title: number, heads: number, text: number];
  /** Which one it was that was filed. */
  readonly nth: number;
}

function pageBytes(pages: readonly PageLine[]): Uint8Array {
  const writer = new ByteWriter();
  let before = 0;
  for (const { number, group, depth, lengths } of pages) {
    writer.number(number - before);
    writer.number(group > number ? (group - number) * 2 - 1 : (number - group) * 2);
    writer.number(depth);
    for (const length of lengths) writer.number(length);
    before = number;
  }
  return writer.take();
}

/** Pages of a segment, by their place in it. */
export interface SegmentPages {
  readonly count: number;
  readonly numbers: Int32Array;
  readonly groups: Int32Array;
  readonly depths: Int32Array;
  /** Tokens of their titles, of their headings, and of their texts. */
  readonly lengths: readonly [title: Int32Array, heads: Int32Array, text: Int32Array];
}

/** Reads which pages a segment has. */
export function segmentPages(bytes: Uint8Array): SegmentPages {
  // Six numbers stand for a page, each at least a byte.
  const list = () => new Int32Array(Math.floor(bytes.length / 6));
  const [numbers, groups, depths, title, heads, text] = [list(), list(), list(), list(), list(), list()];
  const reader = new ByteReader(bytes);
  let [number, count] = [0, 0];
  for (; !reader.isDone; count++) {
    number += reader.number();
    const group = reader.number();
    numbers[count] = number;
    groups[count] = group % 2 === 0 ? number - group / 2 : number + (group + 1) / 2;
    depths[count] = reader.number();
    title[count] = reader.number();
    heads[count] = reader.number();
    text[count] = reader.number();
  }
  return { count, numbers, groups, depths, lengths: [title, heads, text] };
}

/** Where the tokens of some pages stand: which token it is, in which part of its page, and at which place. */
class Occurrences {
  readonly tokens = new Map<string, number>();
  /** Where those of a page begin. */
  readonly #pages: number[] = [];
  #of = new Int32Array(1 << 16);
  #columns = new Uint8Array(1 << 16);
  #places = new Int32Array(1 << 16);
  #size = 0;

  /** How many there are. */
  get size(): number {
    return this.#size;
  }

  /** Counts in the tokens of a page; gives how many there are of each part, as far as they were taken. */
  add(page: FiledPage): Record<(typeof columns)[number], number> & { readonly isWhole: boolean } {
    this.#pages.push(this.#size);
    const counts = { title: 0, heads: 0, text: 0, beside: 0, url: 0, parts: 0, words: 0, isWhole: true };
    for (const [column, name] of columns.entries()) {
      for (const token of page[name]) {
        if (counts[name] >= mostTokens) {
          counts.isWhole = false;
          break;
        }
        this.#add(token, column, counts[name]++);
      }
    }
    return counts;
  }

  clear(): void {
    this.tokens.clear();
    this.#pages.length = 0;
    this.#size = 0;
  }

  /** Stands (page and part) and places of each token, one behind the other; `starts` says where those of a token begin. */
  sorted(pages: readonly PageLine[]): {
    readonly starts: Int32Array;
    readonly stands: Int32Array;
    readonly places: Int32Array;
  } {
    const starts = new Int32Array(this.tokens.size + 1);
    for (let at = 0; at < this.#size; at++) (starts[(this.#of[at] as number) + 1] as number)++;
    for (let nth = 0; nth < this.tokens.size; nth++)
      starts[nth + 1] = (starts[nth + 1] as number) + (starts[nth] as number);
    const next = starts.slice();
    const [stands, places] = [new Int32Array(this.#size), new Int32Array(this.#size)];
    for (const [page, { nth }] of pages.entries()) {
      const end = this.#pages[nth + 1] ?? this.#size;
      for (let at = this.#pages[nth] as number; at < end; at++) {
        const to = (next[this.#of[at] as number] as number)++;
        stands[to] = page * columns.length + (this.#columns[at] as number);
        places[to] = this.#places[at] as number;
      }
    }
    return { starts, stands, places };
  }

  #add(token: string, column: number, place: number): void {
    let nth = this.tokens.get(token);
    if (nth === undefined) {
      nth = this.tokens.size;
      this.tokens.set(token, nth);
    }
    this.#room();
    this.#of[this.#size] = nth;
    this.#columns[this.#size] = column;
    this.#places[this.#size++] = place;
  }

  #room(): void {
    if (this.#size < this.#of.length) return;
    const length = this.#of.length * 2;
    const [of, inside, places] = [this.#of, this.#columns, this.#places];
    [this.#of, this.#columns, this.#places] = [
      new Int32Array(length),
      new Uint8Array(length),
      new Int32Array(length),
    ];
    this.#of.set(of);
    this.#columns.set(inside);
    this.#places.set(places);
  }
}

function* blocksOf(found: Occurrences, pages: readonly PageLine[]): Generator<SegmentBlock> {
  const { starts, stands, places } = found.sorted(pages);
  const [block, counts, spots] = [new ByteWriter(), new ByteWriter(), new ByteWriter()];
  let [first, held] = ['', 0];
  const close = (): SegmentBlock => {
    held = 0;
    return { first: tokenKey(first), data: block.take() };
  };
  for (const token of [...found.tokens.keys()].sort()) {
    const nth = found.tokens.get(token) as number;
    const [from, to] = [starts[nth] as number, starts[nth + 1] as number];
    const pagesWith = writeList(stands.subarray(from, to), places.subarray(from, to), counts, spots);
    const size = counts.length + spots.length;
    if (held > 0 && (held >= blockTokens || block.length + size > blockBytes)) yield close();
    if (held++ === 0) first = token;
    const name = encoder.encode(token);
    for (const value of [name.length, pagesWith, counts.length, spots.length]) block.number(value);
    for (const part of [name, counts.view(), spots.view()]) block.bytes(part);
    counts.clear();
    spots.clear();
  }
  if (held > 0) yield close();
}

/** Writes pages, parts and counts of one token, and its places beside; gives how many pages there are. */
function writeList(stands: Int32Array, places: Int32Array, counts: ByteWriter, spots: ByteWriter): number {
  let [pages, before] = [0, -1];
  for (let at = 0; at < stands.length; pages++) {
    const page = Math.floor((stands[at] as number) / columns.length);
    let [mask, isOnce] = [0, true];
    const here: number[] = [];
    while (at < stands.length && Math.floor((stands[at] as number) / columns.length) === page) {
      const stand = stands[at] as number;
      const column = stand % columns.length;
      let [count, last] = [0, 0];
      for (; at < stands.length && stands[at] === stand; at++, count++) {
        if (column >= placed) continue;
        spots.number((places[at] as number) - last);
        last = places[at] as number;
      }
      mask |= 1 << column;
      here.push(count);
      if (count > 1) isOnce = false;
    }
    counts.number(page - before - 1);
    counts.byte(isOnce ? mask | once : mask);
    if (!isOnce) for (const count of here) counts.number(count);
    before = page;
  }
  return pages;
}

/** The list of a token in a block. */
export interface TokenList {
  readonly token: string;
  /** How many pages of the segment have it. */
  readonly pages: number;
  readonly counts: Uint8Array;
  readonly spots: Uint8Array;
}

/** Lists of a block, in the order of their tokens: all, or those whose token is asked for. */
export function* listsOf(block: Uint8Array, isAsked?: (name: Uint8Array) => boolean): Generator<TokenList> {
  const reader = new ByteReader(block);
  while (!reader.isDone) {
    const [length, pages, counts, spots] = [
      reader.number(),
      reader.number(),
      reader.number(),
      reader.number(),
    ];
    const name = reader.bytes(length);
    if (isAsked && !isAsked(name)) reader.at += counts + spots;
    else yield { token: readName(name), pages, counts: reader.bytes(counts), spots: reader.bytes(spots) };
  }
}

/** Tells names of tokens, or of those that begin so, without making texts of all others. */
export function nameTest(tokens: Iterable<string>, starts: Iterable<string>): (name: Uint8Array) => boolean {
  const [whole, begun] = [[...tokens], [...starts]].map((list) =>
    list.map((text) => encoder.encode(text)),
  ) as [Uint8Array[], Uint8Array[]];
  const begins = (name: Uint8Array, start: Uint8Array) => {
    if (name.length < start.length) return false;
    for (let at = 0; at < start.length; at++) if (name[at] !== start[at]) return false;
    return true;
  };
  return (name) => {
    for (const token of whole) if (token.length === name.length && begins(name, token)) return true;
    for (const start of begun) if (begins(name, start)) return true;
    return false;
  };
}

/** Most tokens are short and plain: those are read without the decoder, which costs several times as much. */
function readName(bytes: Uint8Array): string {
  if (bytes.length > 12) return decoder.decode(bytes);
  let name = '';
  for (const byte of bytes) {
    if (byte > 127) return decoder.decode(bytes);
    name += String.fromCharCode(byte);
  }
  return name;
}

/** Goes through the pages of a list. */
export class ListCursor {
  readonly #counts: ByteReader;
  readonly #spots: ByteReader;
  /** Place of the page in the segment; -1 before the first. */
  page = -1;
  /** How often each part of the page has the token. */
  readonly times = new Int32Array(columns.length);
  /** Places that were passed and are still to be read. */
  #passed = 0;

  constructor({ counts, spots }: TokenList) {
    this.#counts = new ByteReader(counts);
    this.#spots = new ByteReader(spots);
  }

  next(): boolean {
    const { times } = this;
    for (let column = 0; column < placed; column++) this.#passed += times[column] as number;
    times.fill(0);
    if (this.#counts.isDone) return false;
    this.page += this.#counts.number() + 1;
    const mask = this.#counts.byte();
    for (let column = 0; column < columns.length; column++)
      if (mask & (1 << column)) times[column] = mask & once ? 1 : this.#counts.number();
    return true;
  }

  /** Goes on to a page, or to the first one behind it. */
  to(page: number): boolean {
    while (this.page < page) if (!this.next()) return false;
    return true;
  }

  /** Places in each part of the page; may be asked once. */
  places(): readonly (readonly number[])[] {
    this.#spots.skip(this.#passed);
    this.#passed = 0;
    const all = columns.map((): number[] => []);
    for (let column = 0; column < placed; column++) {
      let place = 0;
      for (let left = this.times[column] as number; left > 0; left--) {
        place += this.#spots.number();
        (all[column] as number[]).push(place);
      }
      this.#passed -= this.times[column] as number;
    }
    return all;
  }
}
