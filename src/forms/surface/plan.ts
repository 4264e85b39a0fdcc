import type { FormAnswer } from './answers.ts';
import { type AskedValues, ChoiceTree, valuesKey } from './choices.ts';
import { type Coverage, type CoverageProbe, coverageOf } from './coverage.ts';
import type { FormInput } from './inputs.ts';
import { commonWords, nonsense, RecordWords } from './vocabulary.ts';
import { WordAsker } from './word-asker.ts';

/** One question: what the form is asked with, and what for. */
export interface Submission {
  readonly values: AskedValues;
  /** `nonsense`: to see what an answer without records looks like. `probe`: to see how much is known. */
  readonly use: 'choice' | 'word' | 'nonsense' | 'probe';
}

/** Why a form is not asked further. */
export type SurfaceEnd =
  | 'complete' /* every choice was asked, and none held more than it showed */
  | 'covered' /* by the estimate, hardly anything is left */
  | 'little' /* the last answers brought hardly anything */
  | 'exhausted' /* nothing is left to ask with */
  | 'ignored' /* whatever is asked, the same comes */
  | 'failing'; /* it does not answer */

/** The share of a database from which it counts as covered. */
const enough = 0.98;
/** Answers in a row without one that could be read, after which a form is left. */
const mostFailures = 5;
/** Answers over which it is looked at what still comes, and the share of new records that calls for probes. */
const [recentAnswers, fewNew] = [24, 0.04];
/** Words that are drawn to estimate coverage, and answers between two estimates. */
const [probesEach, probesApart, apartShare] = [20, 24, 0.12];
/** Probes that an estimate is made of: those of the last rounds. */
const probesKept = 40;
/** Answers like that to nonsense, after which a field is said to take no notice. */
const sameAnswers = 3;
/** What an answer without records counts beside one that held nothing new. */
const emptyWeight = 0.25;
/** Answers without a record, after which a form is taken for one that has none. */
const firstTries = 60;
/** Answers in a row that brought nothing, after which little more comes: so many, and this share of all. */
const [idleAnswers, idleShare] = [12, 0.06];

interface Heard {
  readonly records: number;
  readonly fresh: number;
}

/**
 * Which questions to ask a form, by what its answers held. It takes values and gives values: told the same answers in
 * the same order, it asks the same.
 */
export class SurfacePlan {
  readonly #inputs: readonly FormInput[];
  readonly #tree: ChoiceTree;
  readonly #words: WordAsker;
  readonly #vocabulary = new RecordWords();
  readonly #sent = new Set<string>();
  readonly #sizes = new Map<number, number>();
  #recent: Heard[] = [];
  #probes: CoverageProbe[] = [];
  #probing = 0;
  /** Probes whose answers are waited for. */
  #probesOut = 0;
  #sinceProbes = 0;
  #drawn = 1;
  #failures = 0;
  /** Answers in a row that brought nothing new. */
  #idle = 0;
  #heard = 0;
  #end: SurfaceEnd | null = null;
  #coverage: Coverage | null = null;
  #largestTotal = 0;
  /** Records that were known when the first probe of the estimate was heard, and at each of them. */
  #sizeThen = 0;
  #probeSizes: number[] = [];
  readonly #targets = new Map<string, string>();
  /** Records that come whatever is asked. */
  readonly #fillers = new Set<string>();
  /** Answers of a field that held nothing but those. */
  readonly #same = new Map<string, number>();

  /** `text`: what stands on the page that has the form; the first words come from there. */
  constructor(inputs: readonly FormInput[], text: string) {
    this.#inputs = inputs;
    this.#tree = new ChoiceTree(inputs);
    this.#words = new WordAsker(inputs, this.#vocabulary);
    this.#vocabulary.suggest(text);
    for (const { values } of inputs) this.#vocabulary.suggest(values.slice(0, 50).join(' '));
    this.#vocabulary.suggest(commonWords);
  }

  /** Records that are known. */
  get records(): number {
    return this.#vocabulary.size;
  }

  get end(): SurfaceEnd | null {
    return this.#end;
  }

  /** How much of the database is known, as far as that was estimated. */
  get coverage(): Coverage | null {
    if (this.#end === 'complete') return { share: 1, low: 1, high: 1 };
    if (this.#coverage === null) return null;
    // What came since was estimated raises all three: the database has not grown.
    const grown = this.#vocabulary.size / Math.max(1, this.#sizeThen);
    const { share, low, high } = this.#coverage;
    return {
      share: Math.min(1, share * grown),
      low: Math.min(1, low * grown),
      high: Math.min(1, high * grown),
    };
  }

  /** Fields that take no notice of what they are given. */
  get ignored(): readonly string[] {
    return [...this.#tree.ignored, ...this.#words.ignored];
  }

  /** Most records that an answer showed; what shows fewer is whole. */
  get cap(): number {
    return Math.max(10, ...this.#sizes.keys());
  }

  /** The next question, `null` where nothing is to be asked now: the form is done, or answers are waited for. */
  next(): Submission | null {
    const found = this.#end === null ? this.#choose() : null;
    if (found !== null) this.#take(found);
    return found;
  }

  #take({ values }: Submission): void {
    this.#sent.add(valuesKey(values));
    this.#tree.sent(values);
    for (const [name, word] of Object.entries(values)) this.#words.sent(name, word);
  }

  /** A question that was put in an earlier run. */
  again(values: AskedValues): Submission {
    const [name, more] = Object.keys(values);
    const isTest = name !== undefined && more === undefined && values[name] === testWord(this.#inputs, name);
    const isChoice = this.#inputs.some((input) => input.kind === 'choice' && input.name in values);
    const submission: Submission = {
      values,
      use: isTest ? 'nonsense' : isChoice || name === undefined ? 'choice' : 'word',
    };
    this.#take(submission);
    return submission;
  }

  /** Takes in what came of a question. */
  heard(submission: Submission, answer: FormAnswer): void {
    const { values, use } = submission;
    this.#heard++;
    this.#sent.add(valuesKey(values));
    this.#failures = answer.failed ? this.#failures + 1 : 0;
    if (this.#failures >= mostFailures) this.#end = 'failing';
    if (answer.failed) {
      if (use === 'probe') this.#probed(null);
      return;
    }
    if (use === 'nonsense') {
      // What comes for nonsense is shown whatever is asked; records it may be all the same.
      for (const { key } of answer.records) this.#fillers.add(key);
      this.#learn(answer);
      return;
    }
    const keys = answer.records.map(({ key }) => key).filter((key) => !this.#fillers.has(key));
    this.#judgeField(values, keys.length);
    const probe = use === 'probe' ? this.#probeOf(values, keys) : null;
    const expected = this.#expected(values);
    const fresh = this.#learn(answer);
    this.#largestTotal = Math.max(this.#largestTotal, answer.total ?? 0);
    // An answer without records says more of the word than of what is left.
    this.#idle = fresh > 0 ? 0 : this.#idle + (keys.length > 0 ? 1 : emptyWeight);
    const size = keys.length;
    this.#sizes.set(size, (this.#sizes.get(size) ?? 0) + 1);
    const { total, offers } = answer;
    this.#tree.heard(values, keys, { total, offers, cap: this.#isCapped(answer) ? this.cap : null });
    const isCapped = this.#isCapped(answer);
    for (const [name, word] of Object.entries(values))
      this.#words.heard(name, word, { records: keys, fresh, isCapped, ...expected });
    this.#recent = [...this.#recent.slice(1 - recentAnswers), { records: size, fresh }];
    if (use === 'probe') this.#probed(probe);
    else this.#sinceProbes++;
  }

  #choose(): Submission | null {
    const test = this.#untested();
    if (test !== null) return test;
    if (this.#probing > 0) {
      const probe = this.#draw();
      if (probe !== null) return probe;
      this.#probing = 0;
      if (this.#probesOut === 0) this.#estimate();
      if (this.#end !== null) return null;
    }
    const best = this.#best();
    if (best === null) return this.#isWaiting() ? null : this.#finish();
    if (this.#littleComes()) return null;
    return best;
  }

  /** A field that takes words is first asked for something that no record has. */
  #untested(): Submission | null {
    const at = this.#words.names.findIndex(
      (name) => !this.#sent.has(valuesKey({ [name]: testWord(this.#inputs, name) })),
    );
    const name = this.#words.names[at];
    return name === undefined ? null : { values: { [name]: testWord(this.#inputs, name) }, use: 'nonsense' };
  }

  #best(): Submission | null {
    const { cap } = this;
    let best: { readonly values: AskedValues; readonly worth: number } | null = null;
    for (const one of this.#tree.waiting(cap)) if (best === null || one.worth > best.worth) best = one;
    if (best !== null) return { values: best.values, use: 'choice' };
    const word = this.#words.best(cap, this.#growth());
    return word === null ? null : { values: { [word.name]: word.word }, use: 'word' };
  }

  /** Answers are on their way, or questions were asked that were not heard yet. */
  #isWaiting(): boolean {
    return this.#sent.size > this.#heard;
  }

  #finish(): null {
    const isWhole = !this.#tree.isEmpty && this.#tree.overfull.length === 0 && this.#vocabulary.size > 0;
    this.#end = isWhole
      ? 'complete'
      : this.#words.ignored.length > 0 && this.#vocabulary.size === 0
        ? 'ignored'
        : 'exhausted';
    return null;
  }

  /** The last answers are probes too: chosen for what they should bring, they say rather too much of what is missing. */
  #hearLast(): void {
    const last = this.#recent.map(({ records, fresh }) => ({
      known: (records - fresh) / 8,
      all: records / 8,
    }));
    const coverage = coverageOf([...this.#probes.slice(-probesEach), ...last]);
    if (this.#coverage === null || coverage === null) return;
    this.#coverage = { ...coverage, low: Math.min(coverage.low, this.#coverage.low) };
    this.#sizeThen = this.#vocabulary.size;
  }

  /** Whether the last answers say that asking on is not worth it; then how much is known is estimated. */
  #littleComes(): boolean {
    if (!this.#tree.isDone || this.#recent.length < recentAnswers) return false;
    const came = this.#recent.reduce((sum, { records }) => sum + records, 0);
    const fresh = this.#recent.reduce((sum, one) => sum + one.fresh, 0);
    const patience =
      this.#vocabulary.size === 0 ? emptyWeight * firstTries : Math.max(idleAnswers, idleShare * this.#heard);
    if (this.#idle >= patience) {
      const isWhole = !this.#tree.isEmpty && this.#tree.overfull.length === 0;
      this.#hearLast();
      this.#end = isWhole ? 'complete' : this.#vocabulary.size === 0 ? 'exhausted' : 'little';
      return true;
    }
    if (fresh > fewNew * came || this.#sinceProbes < Math.max(probesApart, apartShare * this.#heard))
      return false;
    this.#sinceProbes = 0;
    this.#probing = probesEach;
    return false;
  }

  #draw(): Submission | null {
    const keys = [...this.#vocabulary.keys()];
    for (let tries = 0; tries < 50; tries++) {
      const key = keys[Math.floor(this.#chance() * keys.length)] ?? '';
      const found = this.#words.draw(this.#vocabulary.wordsIn(key) ?? [], this.#chance(), this.cap / 2);
      if (found === null) continue;
      this.#probing--;
      this.#probesOut++;
      const values = { [found.name]: found.word };
      this.#targets.set(valuesKey(values), key);
      return { values, use: 'probe' };
    }
    return null;
  }

  /** The records that a drawn word found beside the one that it was drawn from, each by its weight. */
  #probeOf(values: AskedValues, keys: readonly string[]): CoverageProbe {
    const own = this.#targets.get(valuesKey(values));
    let [known, all] = [0, 0];
    for (const key of keys) {
      if (key === own) continue;
      const words = this.#vocabulary.wordsIn(key);
      const weight = 1 / Math.max(4, words?.length ?? 8);
      all += weight;
      if (words !== undefined) known += weight;
    }
    return { known, all };
  }

  #probed(probe: CoverageProbe | null): void {
    this.#probesOut--;
    this.#probeSizes = [...this.#probeSizes.slice(1 - probesKept), this.#vocabulary.size];
    if (probe !== null) this.#probes = [...this.#probes.slice(1 - probesKept), probe];
    if (this.#probing === 0 && this.#probesOut === 0) this.#estimate();
  }

  #estimate(): void {
    const coverage = coverageOf(this.#probes);
    if (coverage === null) return;
    this.#coverage = coverage;
    this.#sizeThen = this.#probeSizes[0] ?? this.#vocabulary.size;
    if (coverage.share >= enough) this.#end = 'covered';
  }

  /** How many times as many records there are as are known, as far as anybody can say. */
  #growth(): number {
    const known = Math.max(1, this.#vocabulary.size);
    if (this.#largestTotal > known) return this.#largestTotal / known;
    const came = this.#recent.reduce((sum, { records }) => sum + records, 0);
    const fresh = this.#recent.reduce((sum, one) => sum + one.fresh, 0);
    if (came === 0 || this.#recent.length < 4) return 20;
    return Math.min(20, Math.max(1.01, came / Math.max(1, came - fresh)));
  }

  #expected(values: AskedValues): ReturnType<WordAsker['expected']> {
    const [word = ''] = Object.values(values);
    return this.#words.expected(word, this.cap, this.#growth());
  }

  #learn({ records }: FormAnswer): number {
    let fresh = 0;
    for (const { key, texts } of records) if (this.#vocabulary.add(key, texts)) fresh++;
    return fresh;
  }

  #isCapped({ records, total }: FormAnswer): boolean {
    const size = records.length;
    if (total !== null) return total > size;
    const isMost = size >= this.cap && size > 1;
    return isMost && ((this.#sizes.get(size) ?? 0) > 1 || (size >= 10 && size % 5 === 0));
  }

  /** A field for which the same comes as for nonsense takes no notice of what it is given. */
  #judgeField(values: AskedValues, size: number): void {
    const [name, more] = Object.keys(values);
    if (name === undefined || more !== undefined || this.#fillers.size === 0) return;
    const same = size === 0 ? (this.#same.get(name) ?? 0) + 1 : Number.NEGATIVE_INFINITY;
    this.#same.set(name, same);
    if (same < sameAnswers) return;
    this.#words.ignore(name);
    if (this.#words.names.length === 0 && this.#tree.isEmpty) this.#end = 'ignored';
  }

  #chance(): number {
    this.#drawn = (this.#drawn * 48271) % 2147483647;
    return this.#drawn / 2147483647;
  }
}

/** What no record has, as the field would take it. */
function testWord(inputs: readonly FormInput[], name: string): string {
  const input = inputs.find((one) => one.name === name);
  return input?.kind === 'number' ? '9731' : nonsense(0);
}
