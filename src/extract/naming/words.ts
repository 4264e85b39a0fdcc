import { remembering } from '../../model/bounded-map.ts';

const idle: ReadonlySet<string> = new Set(
  'the a an of this our your in for on at is are to and with its details detail info information'.split(' '),
);

/** Words of a label or of a name in a program, without case, plural and idle words; they are the same on all pages of a template. */
export const labelWords = remembering(10_000, splitWords);

function splitWords(text: string): readonly string[] {
  const parts = text
    .normalize('NFKC')
    .replace(/(\p{Ll}|\d)(?=\p{Lu})/gu, '$1 ')
    .toLowerCase()
    .replace(/['’]s\b/g, '')
    .match(/\p{Script=Han}+|[\p{L}\p{M}]+|\d+/gu);
  const words = (parts ?? []).map(singular);
  const busy = words.filter((word) => !idle.has(word));
  return busy.length > 0 ? busy : words;
}

function singular(word: string): string {
  if (word.length < 4 || !/^[a-z]+$/.test(word)) return word;
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (/(?:ss|us|is|series|news)$/.test(word)) return word;
  return word.endsWith('s') ? word.slice(0, -1) : word;
}

/** How much a text on a page says the same as a known label: 1 for the same words, 0 for none in common. */
export function likeness(seen: readonly string[], known: readonly string[]): number {
  if (seen.length === 0 || known.length === 0) return 0;
  // The name of a company is what is asked for as the company.
  if (seen.length > 1 && seen.at(-1) === 'name' && !known.includes('name'))
    return likeness(seen.slice(0, -1), known);
  const have = new Set(seen);
  let common = 0;
  for (const word of known) common += nearestWord(word, have);
  if (common === 0) return isEastern(known) ? easternLikeness(seen.join(''), known.join('')) : 0;
  const sure = common / Math.ceil(common);
  const count = Math.ceil(common);
  if (count === known.length)
    return sure * (count >= have.size ? 1 : (isHead(seen, known) ? 0.5 : 0.25) + (0.4 * count) / have.size);
  // What a number makes a kind of is meant by its name alone too: `isbn_13`, `address_1`.
  if (count === have.size && known.every((word) => have.has(word) || /^\d+$/.test(word))) return sure * 0.8;
  if (count === have.size) return sure * (0.35 + (0.3 * count) / known.length);
  return (0.4 * common) / (have.size + known.length - common);
}

/** Whether a label is about the known thing: its last word says what it is, and a company size is a size. */
function isHead(seen: readonly string[], known: readonly string[]): boolean {
  return nearestWord(seen.at(-1) ?? '', new Set(known)) > 0;
}

/** Share that words of one stem, and a word and its abbreviation, have in common. */
const [sameStem, abbreviated] = [0.75, 0.8];
/** Letters that two words must begin with alike. */
const leastStem = 5;

function nearestWord(word: string, among: ReadonlySet<string>): number {
  if (among.has(word)) return 1;
  let most = 0;
  for (const other of among) most = Math.max(most, wordLikeness(word, other));
  return most;
}

/** `pub` is short for `publication`; `published`, `publisher` and `publication` have a stem in common. */
function wordLikeness(one: string, other: string): number {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  // `ht` is short for `height`.
  if (short.length === 2 && long.length > 4 && short[0] === long[0] && short[1] === long.at(-1))
    return abbreviated;
  if (short.length < 3 || !/^[a-z]+$/.test(short)) return 0;
  let same = 0;
  while (same < short.length && short[same] === long[same]) same++;
  if (same === short.length && long.length >= same * 2) return abbreviated;
  return same >= leastStem && same * 2 >= long.length - 1 ? sameStem : 0;
}

function isEastern(words: readonly string[]): boolean {
  return words.every((word) => word.charCodeAt(0) > 0x2e7f && /^\p{Script=Han}+$/u.test(word));
}

/** Han is written without blanks: a label may hold the known one. */
function easternLikeness(seen: string, known: string): number {
  if (known.length < 2) return 0;
  return seen.includes(known) ? 0.5 + (0.4 * known.length) / seen.length : 0;
}

/** A name for records out of a label: `Pub. Date:` becomes `pub_date`, and `recipeYield`, of structured data, `recipe_yield`. */
export function nameFrom(label: string): string {
  const isProgram = /^[a-z]+(?:[A-Z][a-z]+)+$/.test(label);
  const parts =
    (isProgram ? label.replace(/[A-Z]/g, ' $&') : label)
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return parts.slice(0, 5).join('_').slice(0, 40);
}
