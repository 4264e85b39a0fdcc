import type { SeenRecord } from './answers.ts';
import type { CoverageProbe } from './coverage.ts';
import { expectedShown } from './expected.ts';
import { WordGroups } from './groups.ts';
import type { FormInput } from './inputs.ts';
import { KeptHopes } from './kept-hopes.ts';
import { WordPairs, wordPairs } from './pairs.ts';
import { mostPieces, pieceWords, type RecordWords, type WordFacts } from './vocabulary.ts';

/** What asking words in one field has brought. */
interface FieldYield {
  readonly input: FormInput;
  readonly asked: Set<string>;
  /** Words that were not asked yet. */
  readonly unasked: WordGroups;
  heard: number;
  /** Answers with records. */
  full: number;
  isIgnored: boolean;
  /** Whether two words find what has both: `null` as long as nobody has tried. */
  joins: boolean | null;
  /** Words of which an answer showed all there is. */
  readonly whole: Set<string>;
  /** By piece of the records: words of it that were asked, and those that found a record by it. */
  readonly pieces: { asked: number; found: number }[];
  /** What words as common as some have brought. */
  readonly yields: KeptHopes;
}

/** A word for a field, with how many new records it should bring. */
export interface WordChoice {
  readonly name: string;
  readonly word: string;
  readonly worth: number;
}

/** Words of a field that are asked before it is judged by what came. */
const trial = 3;
/** Words of a piece that are asked before it is said that nothing is looked for there, and what is left to expect then. */
const [pieceTrial, hardly] = [4, 0.003];
/** Records of an answer that are looked at for that. */
const pieceSample = 10;
/** Answers that showed less than there is, after which two words are asked for together. */
const cappedBefore = 3;
/** Known records that are looked at for what is hidden. */
const hiddenSample = 300;
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
      .filter(({ kind, name }) => (kind === 'word' || kind === 'number') && name !== '')
      .map(untried);
    vocabulary.watch((word, before, now) => {
      for (const { asked, input, unasked } of this.#fields) {
        if (asked.has(word) || !suits(input, word)) continue;
        if (before !== null) unasked.take(word, before);
        unasked.put(word, now);
      }
    });
  }

  get names(): readonly string[] {
    return this.#fields.filter(({ isIgnored }) => !isIgnored).map(({ input }) => input.name);
  }

  get ignored(): readonly string[] {
    return this.#fields.filter(({ isIgnored }) => isIgnored).map(({ input }) => input.name);
  }

  /** Answers that held more than they showed, and were split by no second word. */
  get partly(): number {
    const left = ({ asked, whole, joins }: FieldYield) => (joins === true ? 0 : asked.size - whole.size);
    return this.#fields.reduce((sum, field) => sum + (field.isIgnored ? 0 : left(field)), 0);
  }

  /** The field takes no notice of what it is given. */
  ignore(name: string): void {
    for (const field of this.#fields) if (field.input.name === name) field.isIgnored = true;
  }

  sent(name: string, word: string): void {
    const field = this.#field(name);
    if (field === undefined || field.asked.has(word)) return;
    field.asked.add(word);
    field.unasked.take(word, this.#vocabulary.facts(word));
  }

  heard(name: string, word: string, came: Came): void {
    const field = this.#field(name);
    if (field === undefined) return;
    this.sent(name, word);
    if (!came.isCapped) field.whole.add(word);
    if (isPair(word) && field.joins === null) field.joins = this.#haveBoth(word, came.records);
    field.heard++;
    if (came.records.length > 0) field.full++;
    if (!isPair(word)) this.#judgePieces(field, word, came);
    field.yields.heard(String(came.step), came.expected, came.fresh);
  }

  /** The word that should bring most; `rate`: new records for each that has a word. */
  best(cap: number, rate: number): WordChoice | null {
    let best: WordChoice | null = null;
    for (const field of this.#fields) {
      if (field.isIgnored) continue;
      for (const { count, pieces, words } of field.unasked) {
        const worth =
          trustInPieces(field, pieces) * biased(field, stepOf(count), expectedNew(count, cap, rate));
        if (best !== null && worth <= best.worth) continue;
        const [word = ''] = words;
        best = { name: field.input.name, word, worth };
      }
      const pair = this.#bestPair(field, cap, rate);
      if (pair !== null && (best === null || pair.worth > best.worth)) best = pair;
    }
    return best;
  }

  /** The pair that should bring most. The first one is a test: it is one that surely finds something. */
  #bestPair(field: FieldYield, cap: number, rate: number): WordChoice | null {
    const hasCapped = field.asked.size - field.whole.size >= cappedBefore;
    if (field.joins === false || field.input.kind !== 'word' || field.full < cappedBefore || !hasCapped)
      return null;
    if (field.joins === null && [...field.asked].some(isPair)) return null;
    const words = {
      least: Math.max(2, cap / 4),
      isPaired: (word: string) =>
        !field.whole.has(word) && isSearched(field, this.#vocabulary.facts(word).pieces),
    };
    let best: WordChoice | null = null;
    for (const [word, count] of this.#pairs.waiting(words, (pair) => field.asked.has(pair))) {
      if (!suits(field.input, word)) continue;
      const worth =
        field.joins === null
          ? count
          : biased(field, stepOf(count) + pairSteps, expectedNew(count, cap, rate));
      if (best === null || worth > best.worth) best = { name: field.input.name, word, worth };
    }
    return best;
  }

  /** Whether all records of an answer have both words of a pair. */
  #haveBoth(pair: string, records: readonly SeenRecord[]): boolean {
    const both = records.filter(({ texts }) => {
      const words = pieceWords(texts);
      return pair.split(' ').every((word) => words.has(word));
    });
    return records.length > 0 && both.length >= 0.9 * records.length;
  }

  /**
   * Titles do not find authors: which pieces of records are looked through. A record that has the word in one piece
   * alone says that this one is; an answer without any says that none is which has the word.
   */
  #judgePieces(field: FieldYield, word: string, { pieces, records }: Came): void {
    const found = new Set<number>();
    for (const { texts } of records.slice(0, pieceSample)) {
      const [at, more] = bitsOf(pieceWords(texts).get(word) ?? 0);
      if (at !== undefined && more === undefined) found.add(at);
    }
    for (const at of found.size > 0 || records.length > 0 ? found : bitsOf(pieces)) {
      const known = field.pieces[at] ?? { asked: 0, found: 0 };
      field.pieces[at] = { asked: known.asked + 1, found: known.found + (found.has(at) ? 1 : 0) };
    }
  }

  /** What a word should bring by its count alone. */
  expected(word: string, cap: number, rate: number): Expected {
    if (isPair(word)) {
      const count = this.#pairs.count(word);
      return { expected: expectedNew(count, cap, rate), step: stepOf(count) + pairSteps, pieces: 0 };
    }
    const { count, pieces } = this.#vocabulary.facts(word);
    return { expected: expectedNew(count, cap, rate), step: stepOf(count), pieces };
  }

  /**
   * Draws a word that was not asked by numbers from 0 to 1, each by what is expected of it. `most`: records that it may
   * have among the known ones, so that an answer shows it whole.
   */
  draw([first, second]: readonly [number, number], most: number): WordChoice | null {
    const field = this.#drawField();
    if (field === undefined) return null;
    const groups = [...field.unasked].filter((group) => isDrawable(field, group, most));
    let left = first * groups.reduce((sum, { count, words }) => sum + (count + 1) * words.size, 0);
    for (const { count, words } of groups) {
      left -= (count + 1) * words.size;
      if (left > 0) continue;
      const word = [...words][Math.floor(second * words.size)] ?? '';
      return { name: field.input.name, word, worth: count + 1 };
    }
    return null;
  }

  /**
   * What an answer says of the records that are missing, before these are learned: `null` where it is no word that could
   * have been drawn.
   */
  probe(name: string, word: string, records: readonly SeenRecord[], most: number): CoverageProbe | null {
    const field = this.#drawField();
    const facts = this.#vocabulary.facts(word);
    if (field?.input.name !== name || isPair(word) || !isDrawable(field, facts, most)) return null;
    const found = records
      .filter(({ key }) => this.#vocabulary.wordsIn(key) === undefined)
      .map(({ texts }) => 1 / (1 + this.#waitingIn(field, texts, word, most)));
    return { known: this.#vocabulary.size, own: facts.count + 1, step: stepOf(facts.count), found };
  }

  /** Whether a record has a word that was known before, and that an answer shows whole: asked or not, it could be found. */
  isFindable(texts: readonly string[], most: number): boolean {
    const field = this.#drawField();
    if (field === undefined) return true;
    return [...pieceWords(texts).keys()].some(
      (word) => suits(field.input, word) && isDrawable(field, this.#vocabulary.facts(word), most),
    );
  }

  /**
   * The share of known records that only such words find as answers show in part, or that one word alone finds: of
   * records like these, nobody can tell how many are missing. It is taken from a sample.
   */
  hiddenShare(most: number): number {
    const field = this.#drawField();
    const each = Math.ceil(this.#vocabulary.size / hiddenSample);
    let [at, looked, hidden] = [0, 0, 0];
    for (const words of this.#vocabulary.texts()) {
      if (field === undefined || at++ % each > 0) continue;
      looked++;
      if (this.#isHidden(field, words, most)) hidden++;
    }
    return looked === 0 ? 0 : hidden / looked;
  }

  #isHidden(field: FieldYield, words: readonly string[], most: number): boolean {
    const facts = (word: string) => this.#vocabulary.facts(word);
    const finds = words.filter((word) => suits(field.input, word) && isSearched(field, facts(word).pieces));
    if (finds.length < 2) return true;
    // A word that no other record has finds nobody who is missing.
    const isWhole = (word: string) =>
      facts(word).count > 1 &&
      (field.whole.has(word) || (!field.asked.has(word) && isDrawable(field, facts(word), most)));
    return !finds.some(isWhole) && !wordPairs(words).some((pair) => field.whole.has(pair));
  }

  /** What is expected of all words that could be drawn, by how common they are. */
  waiting(most: number): ReadonlyMap<number, number> {
    const steps = new Map<number, number>();
    const field = this.#drawField();
    for (const group of field?.unasked ?? []) {
      if (field === undefined || !isDrawable(field, group, most)) continue;
      const step = stepOf(group.count);
      steps.set(step, (steps.get(step) ?? 0) + (group.count + 1) * group.words.size);
    }
    return steps;
  }

  /** How many words of a record wait to be asked, apart from one. */
  #waitingIn(field: FieldYield, texts: readonly string[], apart: string, most: number): number {
    const words = [...pieceWords(texts).keys()].filter(
      (word) => word !== apart && !field.asked.has(word) && suits(field.input, word),
    );
    return words.filter((word) => isDrawable(field, this.#vocabulary.facts(word), most)).length;
  }

  /** The field that words are drawn for: the one that answers most often. */
  get drawName(): string | null {
    return this.#drawField()?.input.name ?? null;
  }

  /** Whether a word stands in a piece of the records that this field looks through. */
  isSearched(word: string): boolean {
    const field = this.#drawField();
    const { pieces } = this.#vocabulary.facts(word);
    return field !== undefined && suits(field.input, word) && isSearched(field, pieces);
  }

  #drawField(): FieldYield | undefined {
    return this.#fields
      .filter(({ isIgnored, full }) => !isIgnored && full > 0)
      .sort((one, other) => trustIn(other) - trustIn(one))[0];
  }

  #field(name: string): FieldYield | undefined {
    return this.#fields.find(({ input }) => input.name === name);
  }
}

/** What came of a word, beside what was expected of it. */
interface Came extends Expected {
  readonly records: readonly SeenRecord[];
  readonly fresh: number;
  readonly isCapped: boolean;
}

/** What is expected of a word. */
interface Expected {
  readonly expected: number;
  readonly step: number;
  readonly pieces: number;
}

function untried(input: FormInput): FieldYield {
  return {
    input,
    asked: new Set(),
    unasked: new WordGroups(),
    heard: 0,
    full: 0,
    isIgnored: false,
    joins: null,
    whole: new Set(),
    pieces: [],
    yields: new KeptHopes(),
  };
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

/** How likely words of these pieces are looked for in a field: that of the best of them. */
function trustInPieces(field: FieldYield, mask: number): number {
  if (mask === 0) return trustIn(field);
  let most = 0;
  for (const at of bitsOf(mask)) {
    const { asked, found } = field.pieces[at] ?? { asked: 0, found: 0 };
    most = Math.max(most, found === 0 && asked >= pieceTrial ? hardly : (found + 0.5) / (asked + 0.7));
  }
  return most;
}

/** Whether a word of one of these pieces has found a record that has it. */
function isSearched({ pieces }: FieldYield, mask: number): boolean {
  return bitsOf(mask).some((at) => (pieces[at]?.found ?? 0) > 0);
}

/** Whether a word that was not asked may be drawn: it should find something, and all that there is. */
function isDrawable(field: FieldYield, { count, pieces }: WordFacts, most: number): boolean {
  return count >= 1 && count <= most && isSearched(field, pieces);
}

/** Figures go where figures are asked for. */
function suits({ kind, takes }: FormInput, word: string): boolean {
  return (kind === 'number') === /^\d+$/.test(word) && takes?.(word) !== false;
}

/**
 * New records of a word that so many of the known ones have: in made databases of several sizes they were `rate` times
 * one more than that, whatever the number (rates of .17 at 80 % known, .05 at 95 %).
 */
export function expectedNew(records: number, cap: number, rate: number): number {
  const fresh = (records + 1) * rate;
  return expectedShown(fresh, records + fresh, cap);
}

/** What came of words as common as this, beside what was expected of them. */
function biased({ yields }: FieldYield, step: number, expected: number): number {
  return expected * yields.share(String(step));
}

/** How common words are, a power of two. */
export function stepOf(count: number): number {
  return count === 0 ? -1 : Math.floor(Math.log2(count));
}
