import { commonStart } from '../locate/part.ts';
import type { TextPart } from '../types.ts';

/** Values, and different ones, from which on words that all have in common are believed to be no part of them. */
const [leastPages, leastDistinct] = [5, 4];
/** Signs of a head or tail at most. */
const longest = 40;

/** Marks at the ends of values that part them from something else. */
const headMarks = /^[\s:：,;|·•»›>=–—-]*[:：,;|·•»›>=–—]\s*/u;
const tailMarks = /\s*[:：,;|·•»›–—][\s:：,;|·•»›–—-]*$/u;

/**
 * What stands before and after every value of a field and is no part of it: `: `, and where values name the thing of
 * their page (`isName`) words too: `… Review`, `… Info Page`. `null` where there are none.
 */
export function frameOf(values: readonly string[], isName: boolean): TextPart | null {
  if (values.length === 0) return null;
  const isSeen = values.length >= leastPages && new Set(values).size >= leastDistinct;
  const before = commonHead(values, isName && isSeen);
  const after = commonTail(
    values.map((value) => value.slice(before.length)),
    isName && isSeen,
  );
  return before === '' && after === '' ? null : { before, after };
}

/** A value without its frame; as it is where it has none. */
export function unframed(text: string, { before, after }: TextPart): string {
  const head = before !== '' && text.startsWith(before) ? text.slice(before.length) : text;
  const bare = after !== '' && head.endsWith(after) ? head.slice(0, -after.length) : head;
  return bare.trim() === '' ? text : bare.trim();
}

function commonHead(values: readonly string[], isName: boolean): string {
  const head = values.reduce(commonStart);
  const marks = headMarks.exec(head)?.[0] ?? '';
  if (!isName) return marks;
  // Whole words alone, and none with digits: pages of one year have that year in common.
  const words = /^(?:[^\d\s]+\s+)+/u.exec(head)?.[0] ?? '';
  return words.length > longest || !isApart(words) ? marks : words;
}

function commonTail(values: readonly string[], isName: boolean): string {
  const tail = reversed(values.map(reversed).reduce(commonStart));
  const marks = tailMarks.exec(tail)?.[0] ?? '';
  if (!isName) return marks;
  const words = /(?:\s+[^\d\s]+)+$/u.exec(tail)?.[0] ?? '';
  return words.length > longest || !isApart(words) ? marks : words;
}

/** Whether words are more than an article that titles happen to begin with. */
function isApart(words: string): boolean {
  return /\p{L}{2}/u.test(words) && !/^\s*(?:the|an?)\s*$/iu.test(words);
}

function reversed(text: string): string {
  return [...text].reverse().join('');
}
