import { type AskedValues, valuesKey } from './choices.ts';
import type { RecordWords } from './vocabulary.ts';
import { expectedNew, type WordAsker } from './word-asker.ts';

/** A choice that holds more than was seen of it, and cannot be split by choices. */
export interface OpenChoice {
  readonly values: AskedValues;
  readonly total: number;
  readonly found: ReadonlySet<string>;
}

/** Words of the records that are known of a choice, with how many have each. */
interface ChoiceWords {
  readonly size: number;
  readonly counts: ReadonlyMap<string, number>;
}

/** Choices that are looked at for each question, those that miss most; and the growth after which words are counted anew. */
const [mostChoices, growth] = [4, 1.05];
/** Questions before it is judged what they bring, beside what was expected; below this share they are given up. */
const [trial, leastShare] = [6, 0.1];

/**
 * Words within a choice. Where a choice says how many it has, it is known how many of them are missing, and a word that
 * part of its records have brings as large a part of those: far more than the word alone, which mostly finds what is known.
 */
export class WordsWithin {
  readonly #vocabulary: RecordWords;
  readonly #words: WordAsker;
  readonly #counted = new Map<string, ChoiceWords>();
  readonly #asked = new Set<string>();
  readonly #heard = { count: 0, expected: 0, came: 0 };

  constructor(vocabulary: RecordWords, words: WordAsker) {
    this.#vocabulary = vocabulary;
    this.#words = words;
  }

  sent(values: AskedValues): void {
    this.#asked.add(valuesKey(values));
  }

  /** Whether fields of both kinds together bring what they should; some forms look at one of them alone. */
  heard(expected: number, fresh: number): void {
    this.#heard.count++;
    this.#heard.expected += expected;
    this.#heard.came += fresh;
  }

  /** The word within a choice that should bring most. */
  best(open: readonly OpenChoice[], cap: number): { values: AskedValues; worth: number } | null {
    const { count, expected, came } = this.#heard;
    const trust = count < trial ? 1 : Math.min(1, came / Math.max(1e-9, expected));
    const name = this.#words.drawName;
    if (name === null || trust < leastShare) return null;
    let best: { values: AskedValues; worth: number } | null = null;
    const most = open.toSorted((one, other) => missing(other) - missing(one)).slice(0, mostChoices);
    for (const choice of most) {
      const rate = missing(choice) / Math.max(1, choice.found.size);
      for (const [word, known] of this.#countsOf(choice)) {
        const worth = trust * Math.min(missing(choice), expectedNew(known, cap, rate));
        if (worth <= (best?.worth ?? 0)) continue;
        const values = { ...choice.values, [name]: word };
        if (!this.#asked.has(valuesKey(values))) best = { values, worth };
      }
    }
    return best;
  }

  #countsOf({ values, found }: OpenChoice): ReadonlyMap<string, number> {
    const key = valuesKey(values);
    const known = this.#counted.get(key);
    if (known !== undefined && found.size < known.size * growth) return known.counts;
    const counts = new Map<string, number>();
    for (const record of found)
      for (const word of this.#vocabulary.wordsIn(record) ?? [])
        counts.set(word, (counts.get(word) ?? 0) + 1);
    for (const word of counts.keys()) if (!this.#words.isSearched(word)) counts.delete(word);
    this.#counted.set(key, { size: found.size, counts });
    return counts;
  }
}

function missing({ total, found }: OpenChoice): number {
  return Math.max(0, total - found.size);
}
