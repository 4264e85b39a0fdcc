import { chance, paragraph, sentence } from '../../../test/sites/prose.ts';

/** Threads on one page of the board's list. */
export const threadsPerList = 20;
/** Posts on one page of a thread. */
export const postsPerPage = 10;

/** The board: how many list pages it has, and how many pages each thread. */
export interface Board {
  readonly lists: number;
  /** Pages of each thread; the first thread has number 1. */
  readonly threads: readonly number[];
}

/** One post. */
export interface Post {
  /** Stands in the text and nowhere else: thread, page and place. */
  readonly mark: string;
  readonly author: string;
  readonly text: string;
  readonly motto: string;
}

/** A board with so many list and thread pages in all; the same for the same seed. */
export function boardOf(valid: number, seed: number): Board {
  const lists = Math.max(2, Math.round(valid / 50));
  const count = lists * threadsPerList;
  const random = chance(seed);
  const threads = Array.from({ length: count }, () => 1);
  for (let left = valid - lists - count; left > 0; left--) {
    // The square makes some threads long and leaves many at one page.
    const index = Math.floor(random() ** 2 * count);
    threads[(index * 7) % count] = (threads[(index * 7) % count] ?? 0) + 1;
  }
  return { lists, threads };
}

/** Numbers of the threads on a list page. */
export function threadsOn(list: number): readonly number[] {
  return Array.from({ length: threadsPerList }, (_, index) => (list - 1) * threadsPerList + index + 1);
}

/** The mark of a thread in the list. */
export function threadMark(thread: number): string {
  return `T${String(thread).padStart(4, '0')}`;
}

/** Title of a thread. */
export function threadTitle(thread: number): string {
  return sentence(chance(thread * 7907)).slice(0, -1);
}

const authors = 240;

/** Posts of one page of a thread. */
export function postsOf(thread: number, page: number): readonly Post[] {
  const random = chance(thread * 10_007 + page);
  return Array.from({ length: postsPerPage }, (_, index) => ({
    mark: `P${thread}.${page}.${String(index + 1).padStart(2, '0')}`,
    author: `member-${1 + Math.floor(random() * authors)}`,
    text: paragraph(random, 110),
    motto: sentence(random),
  }));
}

/** Which valid page a text shows: `list 3` or `thread 17/2`; `null` where it is none of them, or half of one. */
export function forumKeyIn(text: string): string | null {
  const lists = marksIn(text, /\bT\d{4}\b/g);
  const posts = marksIn(text, /\bP\d+\.\d+\.\d\d\b/g);
  if (lists.size === threadsPerList && posts.size === 0) return listKeyOf(lists);
  if (posts.size === postsPerPage && lists.size === 0) return threadKeyOf(posts);
  return null;
}

function listKeyOf(marks: ReadonlySet<string>): string | null {
  const [first] = marks;
  const list = Math.ceil(Number(first?.slice(1)) / threadsPerList);
  return threadsOn(list).every((thread) => marks.has(threadMark(thread))) ? listKey(list) : null;
}

function threadKeyOf(marks: ReadonlySet<string>): string | null {
  const [first] = marks;
  const [thread = 0, page = 0] = (first ?? '').slice(1).split('.').map(Number);
  const same = [...marks].every((mark) => mark.startsWith(`P${thread}.${page}.`));
  return same ? threadKey(thread, page) : null;
}

function marksIn(text: string, pattern: RegExp): ReadonlySet<string> {
  return new Set([...text.matchAll(pattern)].map(([mark]) => mark));
}

/** Name of a list page. */
export function listKey(list: number): string {
  return `list ${list}`;
}

/** Name of a page of a thread. */
export function threadKey(thread: number, page: number): string {
  return `thread ${thread}/${page}`;
}
