import { decodedPart } from '../../model/address.ts';

/** Signs that are written without spaces: each two neighbours are a word. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+/u;
const runs = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+|[\p{L}\p{N}]+/gu;

/** Words that say nothing about a topic. */
const idle = new Set(
  'a an and are as at be by for from in is it of on or that the this to was were will with how what about'.split(
    ' ',
  ),
);

/**
 * The words of a text by which topics are compared: lower case, English endings taken off, Chinese and what is
 * written like it in pairs of signs.
 */
export function wordsOf(text: string): string[] {
  const words: string[] = [];
  for (const [run] of text.normalize('NFKC').matchAll(runs)) {
    if (unspaced.test(run)) words.push(...pairs(run));
    else {
      const word = run.toLowerCase();
      if (!idle.has(word)) words.push(stem(word));
    }
  }
  return words;
}

/** The words of an address: parts of its path and query, also where they are run together (`deepSea`). */
export function wordsOfAddress(url: string): string[] {
  const at = url.indexOf('/', url.indexOf('://') + 3);
  const path = at < 0 ? '' : url.slice(at).replace(/\.(?:x?html?|php|aspx?|jsp)\b/gi, ' ');
  return wordsOf(
    decodedPart(path)
      .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
      .replace(/_/g, ' '),
  );
}

function pairs(run: string): string[] {
  const signs = [...run];
  if (signs.length === 1) return signs;
  return signs.slice(1).map((sign, at) => `${signs[at]}${sign}`);
}

/** Plurals, participles and gerunds share a stem with their word; two letters must be left. */
function stem(word: string): string {
  if (word.length < 4 || !/^[a-z]+$/.test(word)) return word;
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (/(?:ss|x|ch|sh|z)es$/.test(word)) return word.slice(0, -2);
  const single = /[^su]s$/.test(word) ? word.slice(0, -1) : word;
  const base = single.replace(/^([a-z]{3,}?)(?:ing|ed)$/, '$1');
  return base.length < single.length ? base.replace(/([bdgmnprt])\1$/, '$1') : trimmed(base);
}

/** A silent e is lost before endings, so it is taken off everywhere. */
function trimmed(word: string): string {
  return word.length > 3 && word.endsWith('e') ? word.slice(0, -1) : word;
}
