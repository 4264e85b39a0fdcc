import type { Instruction, PageStatus, Reason } from '../model/page.ts';

/** Words of the model, each with the number that stands for it in rows. */
export interface Code<Word extends string> {
  readonly words: readonly Word[];
  number(word: Word): number;
  word(number: number): Word;
}

/**
 * Rows hold numbers for words, since transitions are the bulk of a store.
 * The numbers are in stores: add new ones, never change one.
 */
export const statusCode: Code<PageStatus> = code({
  queued: 0,
  kept: 1,
  merged: 2,
  failed: 3,
  unchanged: 4,
  gone: 5,
});

/** Numbers of the reasons of transitions. */
export const reasonCode: Code<Reason> = code({
  queued: 0,
  fired: 1,
  known: 2,
  unchanged: 3,
  offsite: 4,
  unsafe: 5,
  robots: 6,
  excluded: 7,
  depth: 8,
  failed: 9,
  suspended: 10,
  returns: 11,
  shown: 12,
  same: 13,
  endless: 14,
  unwanted: 15,
  dropped: 16,
  irrelevant: 17,
  file: 18,
  hidden: 19,
});

/** Numbers of the kinds of instructions. */
export const kindCode: Code<Instruction['kind']> = code({
  url: 0,
  call: 1,
  element: 2,
  listener: 3,
  route: 4,
  form: 5,
});

/** Numbers of the scopes of instructions. */
export const scopeCode: Code<Instruction['scope']> = code({ site: 0, document: 1, page: 2 });

function code<Word extends string>(numbers: Readonly<Record<Word, number>>): Code<Word> {
  const words = Object.keys(numbers) as Word[];
  const byNumber = new Map(words.map((word) => [numbers[word], word]));
  return {
    words,
    number(word) {
      const number = numbers[word];
      if (number === undefined) throw new RangeError(`expected one of ${words.join(', ')}, got ${word}`);
      return number;
    },
    word(number) {
      const word = byNumber.get(number);
      if (word === undefined) throw new RangeError(`no word has the number ${number} (${words.join(', ')})`);
      return word;
    },
  };
}
