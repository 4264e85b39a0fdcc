import type { RecordWords } from './vocabulary.ts';

/**
 * Words that are paired: the most frequent ones that no answer showed whole. Of 100,000 records, 98.6 % took 32,000
 * questions with 400 of them, and 25,000 with 2,000.
 */
const mostWords = 2000;
/** Records more by which pairs are counted anew. */
const growth = 1.05;

/** Pairs that as many known records have. */
interface PairGroup {
  readonly count: number;
  readonly pairs: string[];
}

/** Which words are paired: those that enough records have. */
interface PairedWords {
  readonly least: number;
  readonly isPaired: (word: string) => boolean;
}

/**
 * Pairs of frequent words. A word with more records than an answer shows hides the rest of them; where a form finds only
 * what has both of two words, pairs split it.
 */
export class WordPairs {
  readonly #vocabulary: RecordWords;
  #pairs = new Map<string, number>();
  #groups: readonly PairGroup[] = [];
  #size = 0;

  constructor(vocabulary: RecordWords) {
    this.#vocabulary = vocabulary;
  }

  /** How many known records have both words of a pair, as far as it was counted. */
  count(text: string): number {
    return this.#pairs.get(text) ?? 0;
  }

  /** The next pair of each count. Pairs that are done with are forgotten. */
  *waiting(words: PairedWords, isDone: (pair: string) => boolean): Generator<readonly [string, number]> {
    if (this.#vocabulary.size >= this.#size * growth) this.#recount(words);
    for (const { count, pairs } of this.#groups) {
      while (pairs.length > 0 && isDone(pairs.at(-1) as string)) pairs.pop();
      const pair = pairs.at(-1);
      if (pair !== undefined) yield [pair, count];
    }
  }

  #recount({ least, isPaired }: PairedWords): void {
    this.#size = this.#vocabulary.size;
    const paired = [...this.#vocabulary.entries()]
      .filter(([word, { count }]) => count >= least && !/^\d+$/.test(word) && isPaired(word))
      .sort(([, one], [, other]) => other.count - one.count)
      .slice(0, mostWords);
    const frequent = new Set(paired.map(([word]) => word));
    this.#pairs = new Map();
    for (const words of this.#vocabulary.texts()) {
      const found = words.filter((word) => frequent.has(word));
      for (const text of wordPairs(found)) this.#pairs.set(text, this.count(text) + 1);
    }
    const groups = new Map<number, PairGroup>();
    for (const [pair, count] of this.#pairs) {
      const group = groups.get(count) ?? { count, pairs: [] };
      group.pairs.push(pair);
      groups.set(count, group);
    }
    this.#groups = [...groups.values()];
  }
}

/** All pairs of some words. */
export function wordPairs(words: readonly string[]): readonly string[] {
  return words.flatMap((one, at) => words.slice(at + 1).map((other) => pairOf(one, other)));
}

/** Two words as one question, in one order. */
function pairOf(one: string, other: string): string {
  return one < other ? `${one} ${other}` : `${other} ${one}`;
}
