import type { FormAnswer } from './answers.ts';
import { type AskedValues, valuesKey } from './choice-node.ts';
import { ChoiceTree } from './choices.ts';
import { type Coverage, type CoverageProbe, coverageOf } from './coverage.ts';
import type { FormInput } from './inputs.ts';
import { askableWords, commonWords, nonsense, RecordWords, wideWords } from './vocabulary.ts';
import { type WithinHope, WordsWithin } from './within.ts';
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
  | 'shared' /* another form looks through the same records, and has found them all */
  | 'failing'; /* it does not answer */

/** The share of a database from which it counts as covered: as told, and as guessed, since asking ends at a lucky guess. */
const [enough, enoughGuessed] = [0.99, 0.992];
/** Answers in a row without one that could be read, after which a form is left. */
const mostFailures = 5;
/** Answers over which it is looked at what still comes, and the share of new records from which on words are drawn. */
const [recentAnswers, fewNew] = [24, 0.15];
/** One question of so many is a word that is drawn by chance to estimate coverage; more of them when it seems reached. */
const [drawEach, drawEachLate] = [6, 3];
/** Words that an estimate is made of: the last ones, so many at least and at most, and the records that they should have found. */
const [leastProbes, mostProbes, enoughFound] = [40, 1000, 6];
/** As many where it is decided by them whether to stop, and for each root of a known record: a lucky moment is no reason. */
const [foundToStop, foundForRoot] = [12, 0.2];
/** The share of records that nobody can estimate, from which on nothing is said at all. */
const mostHidden = 0.1;
/** Words of which the rate of new records is taken, and a record more that they could have found. */
const [rateProbes, doubt] = [30, 0.5];
/** That rate as long as nothing is known, and where nothing came. */
const [mostRate, leastRate] = [20, 0.01];
/** The share of what is known now that had to be known then: of what was missing earlier, no word was known that could find it. */
const recently = 0.95;
/**
 * Answers like that to nonsense, after which a field is said to take no notice; more of them where nonsense was shown
 * less than so many records: such as are promoted come with every word that nothing has.
 */
const [sameAnswers, samePromoted, fewFillers] = [12, 36, 5];
/** What an answer without records counts beside one that held nothing new. */
const emptyWeight = 0.25;
/** Words of the page before those that find most, and before common ones; common ones before the rest of the page's. */
const [firstOwn, beforeCommon, firstCommon] = [4, 24, 12];
/** Answers without a record, after which a form is taken for one that has none. */
const firstTries = 80;
/** Answers in a row that brought nothing, after which little more comes: so many, and this share of all. */
const [idleAnswers, idleShare] = [24, 0.1];
/** Times as many where the form says that there is more. */
const toldPatience = 3;

/** New records of which it is known whether rarer words could find them: so many at least and at most. */
const [leastFindable, mostFindable] = [10, 60];

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
  readonly #within: WordsWithin;
  readonly #vocabulary = new RecordWords();
  readonly #sent = new Set<string>();
  /** What was expected of words within choices that were not heard yet. */
  readonly #hopes = new Map<string, WithinHope>();
  readonly #sizes = new Map<number, number>();
  #recent: Heard[] = [];
  #probes: CoverageProbe[] = [];
  /** Of the last records that came with frequent words: whether a rarer one could have found each. */
  #findable: boolean[] = [];
  #sinceDraw = 0;
  #chanceAt = 1;
  #failures = 0;
  /** Answers in a row that brought nothing new. */
  #idle = 0;
  #heard = 0;
  #mostTold = 0;
  #end: SurfaceEnd | null = null;
  /** How many records there are by the answer to the widest question; `null` where it does not say. */
  #toldInAll: number | null = null;
  /** Records that come whatever is asked. */
  readonly #fillers = new Set<string>();
  /** Answers of a field that held nothing but those. */
  readonly #same = new Map<string, number>();

  /** `text`: what stands on the page that has the form; the first words come from there. */
  constructor(inputs: readonly FormInput[], text: string) {
    this.#inputs = inputs;
    this.#tree = new ChoiceTree(inputs);
    this.#words = new WordAsker(inputs, this.#vocabulary);
    this.#within = new WordsWithin(this.#vocabulary, this.#words);
    const own = askableWords(text);
    const all = commonWords.split(' ');
    // Pages with many words of their own would never come to those that find most.
    for (const part of [
      own.slice(0, firstOwn),
      wideWords,
      own.slice(0, beforeCommon),
      all.slice(0, firstCommon),
      own,
    ])
      this.#vocabulary.offer(part);
    for (const { values } of inputs) this.#vocabulary.suggest(values.slice(0, 50).join(' '));
    this.#vocabulary.offer(all);
  }

  /** Records that are known; none where all of them come whatever is asked. */
  get records(): number {
    return this.#vocabulary.size === this.#fillers.size ? 0 : this.#vocabulary.size;
  }

  get end(): SurfaceEnd | null {
    return this.#end;
  }

  /** The most records that an answer has spoken of. */
  get mostTold(): number {
    return this.#mostTold;
  }

  /** What the records are known by, apart from such as come whatever is asked. */
  *keys(): Generator<string> {
    for (const key of this.#vocabulary.keys()) if (!this.#fillers.has(key)) yield key;
  }

  knows(key: string): boolean {
    return this.#vocabulary.wordsIn(key) !== undefined;
  }

  /** Takes over the records of another form that looks through the same ones. */
  adopt(other: SurfacePlan): void {
    const known = this.#vocabulary.size;
    this.#vocabulary.adopt(other.#vocabulary);
    if (this.#vocabulary.size === known) return;
    if (this.#end === 'exhausted' || this.#end === 'little') this.#end = null;
    this.#idle = 0;
  }

  /** Another form has found all that this one can show. */
  endShared(): void {
    this.#end = 'shared';
  }

  /** How much of the database is known, as far as that was told or estimated. */
  get coverage(): Coverage | null {
    if (this.#end === 'complete') return { share: 1, low: 1, high: 1 };
    // What is asked a few times to see that says nothing of the whole.
    if (this.#end === 'shared') return null;
    if (this.#toldInAll !== null) return toldCoverage(this.#vocabulary.size, this.#toldInAll);
    const found = this.#estimate(enoughFound);
    const hidden = this.#words.hiddenShare(this.cap / 2);
    if (found === null || hidden > mostHidden) return null;
    return { ...found, low: found.low * (1 - hidden) };
  }

  /** Answers that held more than they showed, and were split no further: what they left out is not known. */
  get partly(): number {
    return this.#end === 'complete' || this.#end === 'shared'
      ? 0
      : this.#words.partly + this.#tree.overfull.length;
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
    const [first = ['', ''], more] = Object.entries(values);
    if (more === undefined) this.#words.sent(...first);
    else this.#within.sent(values);
  }

  /** A question that was put in an earlier run. */
  again(values: AskedValues): Submission {
    const [name, more] = Object.keys(values);
    const isTest = name !== undefined && more === undefined && values[name] === testWord(this.#inputs, name);
    const isChoice = this.#inputs.some(
      (input) =>
        (input.kind === 'choice' || input.range !== undefined) &&
        (input.name in values || (input.range?.to ?? '') in values),
    );
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
    if (answer.failed) return;
    if (use === 'nonsense') {
      // What comes for nonsense is shown whatever is asked; records it may be all the same.
      for (const { key } of answer.records) this.#fillers.add(key);
      this.#learn(answer);
      return;
    }
    const records = answer.records.filter(({ key }) => !this.#fillers.has(key));
    const keys = records.map(({ key }) => key);
    this.#judgeField(values, keys.length);
    this.#hearProbe(submission, answer);
    const expected = this.#expected(values);
    this.#judgeFindable(submission, records);
    const fresh = this.#learn(answer);
    // None says that something has to be asked for.
    if (Object.keys(values).length === 0) this.#toldInAll = answer.total || null;
    // An answer without records says more of the word than of what is left.
    this.#idle = fresh > 0 ? 0 : this.#idle + (keys.length > 0 ? 1 : emptyWeight);
    const size = keys.length;
    this.#mostTold = Math.max(this.#mostTold, size, size > 0 ? (answer.total ?? 0) : 0);
    this.#sizes.set(size, (this.#sizes.get(size) ?? 0) + 1);
    const { total, offers, said } = answer;
    const isCapped = this.#isCapped(answer);
    this.#tree.heard(values, keys, { total, offers, said, cap: isCapped ? this.cap : null });
    const [first = ['', ''], more] = Object.entries(values);
    if (more === undefined) this.#words.heard(...first, { records, fresh, isCapped, ...expected });
    const hope = this.#hopes.get(valuesKey(values));
    if (hope !== undefined) this.#within.heard(hope, fresh);
    this.#hopes.delete(valuesKey(values));
    this.#recent = [...this.#recent.slice(1 - recentAnswers), { records: size, fresh }];
  }

  /** Takes in records of an answer that was heard before they could be read. */
  heardLate({ values }: Submission, answer: FormAnswer): void {
    this.#learn(answer);
    this.#tree.found(
      values,
      answer.records.map(({ key }) => key),
    );
  }

  #choose(): Submission | null {
    const test = this.#untested();
    if (test !== null) return test;
    const best = this.#best();
    if (best === null) return this.#isWaiting() ? null : this.#finish();
    if (this.#tree.isDone && this.#isOver()) return null;
    return this.#draw() ?? best;
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
    const choice = this.#tree.best(cap);
    if (choice !== null) return { values: choice, use: 'choice' };
    const word = this.#words.best(cap, this.#rate());
    const within = this.#within.best(this.#tree.open, cap);
    if (within !== null && within.worth > (word?.worth ?? 0)) {
      this.#hopes.set(valuesKey(within.values), within.hope);
      return { values: within.values, use: 'word' };
    }
    return word === null ? null : { values: { [word.name]: word.word }, use: 'word' };
  }

  /** Answers are on their way, or questions were asked that were not heard yet. */
  #isWaiting(): boolean {
    return this.#sent.size > this.#heard;
  }

  /** Every choice was shown whole; where none has shown anything, that says nothing. */
  #isWhole(): boolean {
    return !this.#tree.isEmpty && this.#tree.overfull.length === 0 && this.#vocabulary.size > 0;
  }

  #finish(): null {
    this.#end = this.#isWhole() ? 'complete' : this.#isIgnored() ? 'ignored' : 'exhausted';
    return null;
  }

  /** Nothing came but what comes for nonsense. */
  #isIgnored(): boolean {
    if (this.#vocabulary.size === 0) return this.#words.ignored.length > 0;
    return this.#heard > sameAnswers && this.#vocabulary.size === this.#fillers.size;
  }

  /** Whether the last answers say that asking on is not worth it. */
  #isOver(): boolean {
    const found = Math.max(foundToStop, foundForRoot * Math.sqrt(this.#vocabulary.size));
    const coverage = this.#toldInAll === null ? this.#estimate(found) : this.coverage;
    const isSure = this.#toldInAll !== null || this.#lastProbes(found).length >= leastProbes;
    const few =
      Math.max(idleAnswers, idleShare * this.#heard) * (this.#toldInAll === null ? 1 : toldPatience);
    const patience = this.#vocabulary.size === 0 ? emptyWeight * firstTries : few;
    const wanted = this.#toldInAll === null ? enoughGuessed : enough;
    if (isSure && coverage !== null && coverage.share >= wanted) this.#end = 'covered';
    else if (this.#idle >= patience) this.#end = this.#vocabulary.size === 0 ? 'exhausted' : 'little';
    if (this.#end === null) return false;
    if (this.#isWhole()) this.#end = 'complete';
    else if (this.#isIgnored()) this.#end = 'ignored';
    return true;
  }

  /** A word that is drawn by chance: once little comes, each so many questions, as long as nobody tells how many there are. */
  #draw(): Submission | null {
    const { came, fresh } = this.#lately();
    if (!this.#tree.isDone || this.#toldInAll !== null || this.#recent.length < recentAnswers) return null;
    if (fresh > fewNew * came) return null;
    const isLate = (this.coverage?.share ?? 0) >= enough;
    if (++this.#sinceDraw < (isLate ? drawEachLate : drawEach)) return null;
    const found = this.#words.draw([this.#chance(), this.#chance()], this.cap / 2);
    if (found === null) return null;
    this.#sinceDraw = 0;
    return { values: { [found.name]: found.word }, use: 'probe' };
  }

  #estimate(wanted: number): Coverage | null {
    const [findable, all] = [this.#findable.filter(Boolean).length, this.#findable.length];
    const unseen = all < leastFindable ? 0 : (all - findable) / (findable + 1);
    const waiting = this.#words.waiting(this.cap / 2);
    return coverageOf(this.#lastProbes(wanted), waiting, this.#vocabulary.size, unseen);
  }

  /**
   * New records that came by chance, with frequent words: which of them some rarer word could have found. What is missing
   * and has none is found by no word that is drawn.
   */
  #judgeFindable({ values }: Submission, records: FormAnswer['records']): void {
    const [[, word] = ['', ''], more] = Object.entries(values);
    const isFrequent = word.includes(' ') || this.#vocabulary.facts(word).count > this.cap / 2;
    if (more !== undefined || !isFrequent) return;
    for (const { key, texts } of records)
      if (this.#vocabulary.wordsIn(key) === undefined)
        this.#findable.push(this.#words.isFindable(texts, this.cap / 2));
    if (this.#findable.length > 2 * mostFindable) this.#findable = this.#findable.slice(-mostFindable);
  }

  /** What the answer to a word says of the records that are missing. */
  #hearProbe({ values }: Submission, answer: FormAnswer): void {
    const [[name, word] = ['', ''], more] = Object.entries(values);
    if (more !== undefined || this.#isCapped(answer)) return;
    const probe = this.#words.probe(name, word, answer.records, this.cap / 2);
    if (probe === null) return;
    this.#probes.push(probe);
    if (this.#probes.length > 2 * mostProbes) this.#probes = this.#probes.slice(-mostProbes);
  }

  /** The last words that an estimate is made of: so many that enough was found, but not more than needed. */
  #lastProbes(wanted: number): readonly CoverageProbe[] {
    let [from, found] = [this.#probes.length, 0];
    while (from > 0 && this.#probes.length - from < mostProbes) {
      if (this.#probes.length - from >= leastProbes && found >= wanted) break;
      const probe = this.#probes[from - 1] as CoverageProbe;
      if (probe.known < recently * this.#vocabulary.size) break;
      from--;
      found += probe.found.length;
    }
    return this.#probes.slice(from);
  }

  #lately(): Heard & { readonly came: number } {
    const came = this.#recent.reduce((sum, { records }) => sum + records, 0);
    const fresh = this.#recent.reduce((sum, one) => sum + one.fresh, 0);
    return { records: came, came, fresh };
  }

  /** New records that come with a word for each known one that has it. */
  #rate(): number {
    if (this.#toldInAll !== null && this.#vocabulary.size > 0)
      return Math.max(0, this.#toldInAll - this.#vocabulary.size) / this.#vocabulary.size;
    const probes = this.#probes.slice(-rateProbes);
    if (probes.length >= rateProbes) {
      const found = probes.reduce((sum, probe) => sum + probe.found.length, 0);
      return (found + doubt) / probes.reduce((sum, { own }) => sum + own, 0);
    }
    const { came, fresh } = this.#lately();
    if (came === 0 || this.#recent.length < 4) return mostRate;
    return Math.min(mostRate, Math.max(leastRate, fresh / Math.max(1, came - fresh)));
  }

  #expected(values: AskedValues): ReturnType<WordAsker['expected']> {
    const [word = ''] = Object.values(values);
    return this.#words.expected(word, this.cap, this.#rate());
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
    if (same < (this.#fillers.size < fewFillers ? samePromoted : sameAnswers)) return;
    this.#words.ignore(name);
    if (this.#words.names.length === 0 && this.#tree.isEmpty) this.#end = 'ignored';
  }

  #chance(): number {
    this.#chanceAt = (this.#chanceAt * 48271) % 2147483647;
    return this.#chanceAt / 2147483647;
  }
}

/** Told totals count what is there twice, or round: the share that they may be wrong by. */
const toldError = 0.005;

function toldCoverage(known: number, all: number): Coverage {
  const share = Math.min(1, known / Math.max(1, all));
  return { share, low: share * (1 - toldError), high: Math.min(1, share * (1 + toldError)) };
}

/** What no record has, as the field would take it. */
function testWord(inputs: readonly FormInput[], name: string): string {
  const input = inputs.find((one) => one.name === name);
  const tries = input?.kind === 'number' ? ['9731', '973', '97'] : [nonsense(0), nonsense(0).slice(0, 5)];
  return tries.find((word) => input?.takes?.(word) !== false) ?? (tries[0] as string);
}
