import { type AskedValues, valuesKey } from './choice-node.ts';
import { KeptHopes } from './kept-hopes.ts';
import type { RecordWords } from './vocabulary.ts';
import { expectedNew, stepOf, type WordAsker } from './word-asker.ts';

/** A choice that holds more than was seen of it, and cannot be split by choices. */
export interface OpenChoice {
  readonly values: AskedValues;
  readonly total: number;
  readonly found: ReadonlySet<string>;
}

/** What was expected of a word within a choice, and how many known records have both. */
export interface WithinHope {
  readonly known: number;
  readonly expected: number;
}

/** A word within a choice, with how many new records it should bring. */
interface WithinChoice {
  readonly values: AskedValues;
  readonly worth: number;
  readonly hope: WithinHope;
}

/** Words of the records that are known of a choice, with how many have each. */
interface ChoiceWords {
  readonly size: number;
  readonly counts: ReadonlyMap<string, number>;
}

/** Choices that are looked at for each question, those that miss most; and the growth after which words are counted anew. */
const [mostChoices, growth] = [4, 1.05];

/**
 * Words within a choice. Where a choice says how many it has, it is known how many of them are missing, and a word that
 * part of its records have brings as large a part of those: far more than the word alone, which mostly finds what is known.
 */
export class WordsWithin {
  readonly #vocabulary: RecordWords;
  readonly #words: WordAsker;
  readonly #counted = new Map<string, ChoiceWords>();
  readonly #asked = new Set<string>();
  readonly #yields = new KeptHopes();

  constructor(vocabulary: RecordWords, words: WordAsker) {
    this.#vocabulary = vocabulary;
    this.#words = words;
  }

  sent(values: AskedValues): void {
    this.#asked.add(valuesKey(values));
  }

  /** Whether fields of both kinds together bring what they should; some forms look at one of them alone. */
  heard({ known, expected }: WithinHope, fresh: number): void {
    this.#yields.heard(String(stepOf(known)), expected, fresh);
  }

  /** The word within a choice that should bring most. */
  best(open: readonly OpenChoice[], cap: number): WithinChoice | null {
    const name = this.#words.drawName;
    if (name === null) return null;
    let best: WithinChoice | null = null;
    const most = open.toSorted((one, other) => missing(other) - missing(one)).slice(0, mostChoices);
    for (const choice of most) {
      const rate = missing(choice) / Math.max(1, choice.found.size);
      for (const [word, known] of this.#countsOf(choice)) {
        const expected = Math.min(missing(choice), expectedNew(known, cap, rate));
        const worth = expected * this.#yields.share(String(stepOf(known)));
        if (worth <= (best?.worth ?? 0)) continue;
        const values = { ...choice.values, [name]: word };
        if (!this.#asked.has(valuesKey(values))) best = { values, worth, hope: { known, expected } };
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
