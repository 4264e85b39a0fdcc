import type { FormInput } from './inputs.ts';
import { WordPairs } from './pairs.ts';
import { mostPieces, type RecordWords } from './vocabulary.ts';

/** What asking words in one field has brought. */
interface FieldYield {
  readonly input: FormInput;
  readonly asked: Set<string>;
  heard: number;
  /** Answers with records. */
  full: number;
  isIgnored: boolean;
  /** Whether two words find what has both: `null` as long as nobody has tried. */
  joins: boolean | null;
  /** Words of which an answer showed all there is. */
  readonly whole: Set<string>;
  /** New records beside those expected, by how common a word is (a power of two): moving means. */
  /** By piece of the records: words of it that were asked, and those that found something. */
  readonly pieces: { asked: number; full: number }[];
  readonly bias: Map<number, { expected: number; came: number; count: number }>;
}

/** A word for a field, with how many new records it should bring. */
export interface WordChoice {
  readonly name: string;
  readonly word: string;
  readonly worth: number;
}

/** Weight of the newest answer in what is expected of the next. */
const freshness = 0.15;
/** Words of a field that are asked before it is judged by what came. */
const trial = 3;

/** Answers that showed less than there is, after which two words are asked for together. */
const cappedBefore = 3;
/** Pairs are counted apart from words. */
const pairSteps = 100;

function isPair(word: string): boolean {
  return word.includes(' ');
}

/** Chooses words for the fields that take them. */
export class WordAsker {
  readonly #fields: readonly FieldYield[];
  readonly #vocabulary: RecordWords;
  readonly #pairs: WordPairs;

  constructor(inputs: readonly FormInput[], vocabulary: RecordWords) {
    this.#vocabulary = vocabulary;
    this.#pairs = new WordPairs(vocabulary);
    this.#fields = inputs
      .filter(({ kind }) => kind !== 'choice')
      .map((input) => ({
        input,
        asked: new Set(),
        heard: 0,
        full: 0,
        isIgnored: false,
        joins: null,
        whole: new Set(),
        pieces: [],
        bias: new Map(),
      }));
  }

  get names(): readonly string[] {
    return this.#fields.filter(({ isIgnored }) => !isIgnored).map(({ input }) => input.name);
  }

  get ignored(): readonly string[] {
    return this.#fields.filter(({ isIgnored }) => isIgnored).map(({ input }) => input.name);
  }

  /** The field takes no notice of what it is given. */
  ignore(name: string): void {
    for (const field of this.#fields) if (field.input.name === name) field.isIgnored = true;
  }

  sent(name: string, word: string): void {
    this.#field(name)?.asked.add(word);
  }

  heard(
    name: string,
    word: string,
    came: Expected & {
      readonly records: readonly string[];
      readonly fresh: number;
      readonly isCapped: boolean;
    },
  ): void {
    const field = this.#field(name);
    if (field === undefined) return;
    field.asked.add(word);
    if (!came.isCapped) field.whole.add(word);
    if (isPair(word) && field.joins === null) field.joins = this.#haveBoth(word, came.records);
    field.heard++;
    if (came.records.length > 0) field.full++;
    for (const at of bitsOf(came.pieces)) {
      const piece = field.pieces[at] ?? { asked: 0, full: 0 };
      field.pieces[at] = { asked: piece.asked + 1, full: piece.full + (came.records.length > 0 ? 1 : 0) };
    }
    const { step } = came;
    const known = field.bias.get(step) ?? { expected: came.expected, came: came.fresh, count: 0 };
    field.bias.set(step, {
      expected: known.expected + freshness * (came.expected - known.expected),
      came: known.came + freshness * (came.fresh - known.came),
      count: known.count + 1,
    });
  }

  /** The word that should bring most; `growth`: how many times as many records there are as are known. */
  best(cap: number, growth: number): WordChoice | null {
    let best: WordChoice | null = null;
    for (const field of this.#fields) {
      if (field.isIgnored || field.input.name === '') continue;
      for (const [word, records] of this.#vocabulary.entries()) {
        if (field.asked.has(word) || !suits(field.input, word)) continue;
        const trust = this.#trustIn(field, word);
        const worth = trust * biased(field, stepOf(records), expectedNew(records, cap, growth));
        if (best === null || worth > best.worth) best = { name: field.input.name, word, worth };
      }
      const pair = this.#bestPair(field, cap, growth);
      if (pair !== null && (best === null || pair.worth > best.worth)) best = pair;
    }
    return best;
  }

  /** The pair that should bring most. The first one is a test: it is one that surely finds something. */
  #bestPair(field: FieldYield, cap: number, growth: number): WordChoice | null {
    const hasCapped = field.asked.size - field.whole.size >= cappedBefore;
    if (field.joins === false || field.input.kind !== 'word' || field.full < cappedBefore || !hasCapped)
      return null;
    if (field.joins === null && [...field.asked].some(isPair)) return null;
    let best: WordChoice | null = null;
    for (const [word, count] of this.#pairs.entries(Math.max(2, cap / 4), (one) => field.whole.has(one))) {
      if (field.asked.has(word)) continue;
      const worth =
        field.joins === null
          ? count
          : biased(field, stepOf(count) + pairSteps, expectedNew(count, cap, growth));
      if (best === null || worth > best.worth) best = { name: field.input.name, word, worth };
    }
    return best;
  }

  /** Whether all records of an answer have both words of a pair. */
  #haveBoth(pair: string, keys: readonly string[]): boolean {
    const both = keys.filter((key) => {
      const words = this.#vocabulary.wordsIn(key) ?? [];
      return pair.split(' ').every((word) => words.includes(word));
    });
    return keys.length > 0 && both.length >= 0.9 * keys.length;
  }

  /** What a word should bring by its count alone. */
  expected(word: string, cap: number, growth: number): Expected {
    const isBoth = isPair(word);
    const records = isBoth ? this.#pairs.count(word) : this.#vocabulary.count(word);
    const step = stepOf(records) + (isBoth ? pairSteps : 0);
    return { expected: expectedNew(records, cap, growth), step, pieces: this.#vocabulary.pieces(word) };
  }

  /** A word of a text that was not asked in a field, drawn by a number from 0 to 1. */
  draw(
    words: readonly string[],
    chance: number,
    most: number,
  ): { readonly name: string; readonly word: string } | null {
    const best = this.#fields
      .filter(({ isIgnored, full }) => !isIgnored && full > 0)
      .sort((one, other) => trustIn(other) - trustIn(one))[0];
    if (best === undefined) return null;
    const free = words.filter((word) => {
      const count = this.#vocabulary.count(word);
      return !best.asked.has(word) && suits(best.input, word) && count <= most && count > 1;
    });
    const word = free[Math.floor(chance * free.length)];
    return word === undefined ? null : { name: best.input.name, word };
  }

  /** Titles do not find authors: how often words of the pieces that a word stands in have found something here. */
  #trustIn(field: FieldYield, word: string): number {
    const pieces = bitsOf(this.#vocabulary.pieces(word));
    if (pieces.length === 0) return trustIn(field);
    return Math.max(
      ...pieces.map((at) => {
        const { asked, full } = field.pieces[at] ?? { asked: 0, full: 0 };
        return (full + 0.5) / (asked + 0.7);
      }),
    );
  }

  #field(name: string): FieldYield | undefined {
    return this.#fields.find(({ input }) => input.name === name);
  }
}

/** What is expected of a word. */
interface Expected {
  readonly expected: number;
  readonly step: number;
  readonly pieces: number;
}

function bitsOf(mask: number): readonly number[] {
  const bits: number[] = [];
  for (let at = 0; at <= mostPieces; at++) if (mask & (1 << at)) bits.push(at);
  return bits;
}

/** How often a field answers at all: an untried one is taken for good. */
function trustIn({ heard, full }: FieldYield): number {
  return (full + trial) / (heard + trial);
}

/** Figures go where figures are asked for. */
function suits({ kind }: FormInput, word: string): boolean {
  return (kind === 'number') === /^\d+$/.test(word);
}

/**
 * Of so many records with a word among those that are known, there are `growth` times as many in all; an answer shows no
 * more than its cap, and of a word that has far more than that the same ones come first as of others.
 */
function expectedNew(records: number, cap: number, growth: number): number {
  const all = (records + 0.3) * growth;
  const shown = all <= cap ? all : cap * Math.sqrt(cap / all);
  return shown * (1 - 1 / growth);
}

/** What came of words as common as this, beside what was expected of them. */
function biased({ bias }: FieldYield, step: number, expected: number): number {
  const known = bias.get(step);
  if (known === undefined || known.count < 2 || known.expected <= 0) return expected;
  return expected * Math.min(4, (known.came + 0.05) / known.expected);
}

function stepOf(count: number): number {
  return count === 0 ? -1 : Math.floor(Math.log2(count));
}
