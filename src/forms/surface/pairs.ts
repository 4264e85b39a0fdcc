import type { RecordWords } from './vocabulary.ts';

/** Words that are paired: the most frequent ones that no answer showed whole. */
const mostWords = 400;
/** Records more by which pairs are counted anew. */
const growth = 1.05;

/**
 * Pairs of frequent words. A word with more records than an answer shows hides the rest of them; where a form finds only
 * what has both of two words, pairs split it.
 */
export class WordPairs {
  readonly #vocabulary: RecordWords;
  #pairs = new Map<string, number>();
  #size = 0;

  constructor(vocabulary: RecordWords) {
    this.#vocabulary = vocabulary;
  }

  /** How many known records have both words of a pair, as far as it was counted. */
  count(text: string): number {
    return this.#pairs.get(text) ?? 0;
  }

  /** Pairs of words that at least so many records have; `isWhole`: all records with a word are known. */
  entries(least: number, isWhole: (word: string) => boolean): ReadonlyMap<string, number> {
    if (this.#vocabulary.size >= this.#size * growth) this.#recount(least, isWhole);
    return this.#pairs;
  }

  #recount(least: number, isWhole: (word: string) => boolean): void {
    this.#size = this.#vocabulary.size;
    const frequent = [...this.#vocabulary.entries()]
      .filter(([word, count]) => count >= least && !isWhole(word) && !/^\d+$/.test(word))
      .sort(([, one], [, other]) => other - one)
      .slice(0, mostWords);
    const ranks = new Map(frequent.map(([word], at) => [word, at]));
    this.#pairs = new Map();
    for (const words of this.#vocabulary.texts()) {
      const found = words.filter((word) => ranks.has(word)).sort(byRank(ranks));
      for (const [at, one] of found.entries())
        for (const other of found.slice(at + 1)) {
          const text = `${one} ${other}`;
          this.#pairs.set(text, this.count(text) + 1);
        }
    }
  }
}

function byRank(ranks: ReadonlyMap<string, number>): (one: string, other: string) => number {
  return (one, other) => (ranks.get(one) ?? 0) - (ranks.get(other) ?? 0);
}
