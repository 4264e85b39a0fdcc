import { columns } from './segment.ts';

/**
 * Ranks texts by BM25F: each part of a page counts by its own weight and by its own usual length, so that a long page
 * with the word as a heading is not behind a short one that mentions it. One function for all stores.
 */

/** What a term is looked for in: title or text; words of scripts without blanks; or one part alone. */
export type TermScope = 'any' | 'words' | 'title' | 'url';

/** TextLengths of a page: tokens of its title, of its headings, of its text. */
export type TextLengths = readonly [title: number, heads: number, text: number];

const [title, heads, text, beside, url, parts, words] = columns.map((_, at) => at) as [
  number,
  number,
  number,
  number,
  number,
  number,
  number,
];

/**
 * How much a word counts by where it stands. That of a title says what the page is about; a heading is text as well
 * and counts once more; what stands beside the text says it again; a part of a name (`getItem`) is less than a word.
 * Chosen by looking at 32 questions to one manual; not swept.
 */
const weights = { title: 6, heads: 2, beside: 0.3, parts: 0.3, words: 1.5 } as const;

/** How soon more of the same counts no more, and how much long titles, headings and texts count less. */
const [saturation, byLength] = [1.2, { title: 0.3, heads: 0.3, text: 0.75 } as const];

/** How much of a word a part has, by its length against the mean of all pages. */
const part = (times: number, share: number, length: number, mean: number): number =>
  times === 0 || mean === 0 ? times : times / (1 - share + (share * length) / mean);

/** How much of a term the page at a place has, of counts by parts; 0 where the scope has nothing of it. */
export function amount(
  scope: TermScope,
  times: ArrayLike<number>,
  lengths: readonly [ArrayLike<number>, ArrayLike<number>, ArrayLike<number>],
  place: number,
  means: TextLengths,
): number {
  if (scope === 'url') return times[url] as number;
  if (scope === 'words') return inText(weights.words * (times[words] as number), lengths, place, means);
  const named = part(times[title] as number, byLength.title, lengths[0][place] as number, means[0]);
  if (scope === 'title') return named;
  const said =
    (times[text] as number) +
    weights.beside * (times[beside] as number) +
    weights.parts * (times[parts] as number);
  const headed = part(times[heads] as number, byLength.heads, lengths[1][place] as number, means[1]);
  return weights.title * named + weights.heads * headed + inText(said, lengths, place, means);
}

function inText(
  much: number,
  lengths: readonly [unknown, unknown, ArrayLike<number>],
  place: number,
  means: TextLengths,
): number {
  return part(much, byLength.text, lengths[2][place] as number, means[2]);
}

/** How much a term counts by how few of all pages have it. */
export function rarity(found: number, all: number): number {
  return Math.log(1 + (all - found + 0.5) / (found + 0.5));
}

/** What some of a term adds to the score of a page. */
export function worth(much: number, rare: number): number {
  return (rare * much * (saturation + 1)) / (much + saturation);
}
