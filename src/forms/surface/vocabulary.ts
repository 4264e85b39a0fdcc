const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });
/** Words that most texts have, in the languages of most sites: they find everything, and no cap lets it through. */
const empty: ReadonlySet<string> = new Set(
  'the of and to in a is for on with as by at from an be or are was it this that 的 了 和 是 在 与 及 等 der die das und le la les de des et el los y un una'.split(
    ' ',
  ),
);

/** What nearly all records have, where parts of words are looked for or no word is left out. */
export const wideWords: readonly string[] = ['a', 'e', 'the', 'of', 'de', '的', '1'];

/** Words that many databases have, asked where the page has none that finds anything; years go where figures do. */
export const commonWords =
  'new world history life home time art music water city john maria house book love river david paris great old day night power first red black german french english summer winter north king garden island open data set food china science 中国 历史 文学 科学 社会 2020 2010 2000 2015 2005 1995 1990 1980 2022 2024';

/** Words of a text that can be asked for, each once. */
export function askableWords(text: string): readonly string[] {
  const found = new Set<string>();
  for (const { segment, isWordLike } of segmenter.segment(text.slice(0, 20_000).toLowerCase())) {
    if (isWordLike !== true || empty.has(segment)) continue;
    const isWide = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(segment);
    if (segment.length < (isWide ? 1 : 2) || segment.length > 30) continue;
    found.add(segment);
  }
  return [...found];
}

/** Pieces of a record that are told apart. */
export const mostPieces = 15;

/** What is known of a word: how many of the known records have it, and in which of their pieces (a bit for each). */
export interface WordFacts {
  readonly count: number;
  readonly pieces: number;
}

/** Told when a word comes up and whenever more is known of it; `before`: what was known until then. */
type WordListener = (word: string, before: WordFacts | null, now: WordFacts) => void;

const unknown: WordFacts = { count: 0, pieces: 0 };

/** What records say. */
export class RecordWords {
  readonly #facts = new Map<string, WordFacts>();
  readonly #records = new Map<string, readonly string[]>();
  readonly #listen: WordListener[] = [];

  watch(listener: WordListener): void {
    this.#listen.push(listener);
  }

  /** Words of what was read, from no record: the page that has the form, its options. */
  suggest(text: string): void {
    this.offer(askableWords(text));
  }

  /** Words to ask for, whatever they are. */
  offer(words: readonly string[]): void {
    for (const word of words) if (!this.#facts.has(word)) this.#set(word, unknown);
  }

  /** A record came; says whether it is new. */
  add(key: string, texts: readonly string[]): boolean {
    if (this.#records.has(key)) return false;
    const pieces = pieceWords(texts);
    this.#records.set(key, [...pieces.keys()]);
    for (const [word, bits] of pieces) {
      const known = this.facts(word);
      this.#set(word, { count: known.count + 1, pieces: known.pieces | bits });
    }
    return true;
  }

  /** Takes over the records that another vocabulary has, with their words. */
  adopt(other: RecordWords): void {
    for (const [key, words] of other.#records) {
      if (this.#records.has(key)) continue;
      this.#records.set(key, words);
      for (const word of words) {
        const known = this.facts(word);
        this.#set(word, { count: known.count + 1, pieces: known.pieces | other.facts(word).pieces });
      }
    }
  }

  /** What the records are known by. */
  keys(): IterableIterator<string> {
    return this.#records.keys();
  }

  facts(word: string): WordFacts {
    return this.#facts.get(word) ?? unknown;
  }

  get size(): number {
    return this.#records.size;
  }

  /** Words of a record, `undefined` where it did not come yet. */
  wordsIn(key: string): readonly string[] | undefined {
    return this.#records.get(key);
  }

  /** Words of each record. */
  texts(): IterableIterator<readonly string[]> {
    return this.#records.values();
  }

  entries(): IterableIterator<[string, WordFacts]> {
    return this.#facts.entries();
  }

  #set(word: string, now: WordFacts): void {
    const before = this.#facts.get(word) ?? null;
    this.#facts.set(word, now);
    for (const listen of this.#listen) listen(word, before, now);
  }
}

/** Words of the texts of a record, with the pieces that they stand in. */
export function pieceWords(texts: readonly string[]): ReadonlyMap<string, number> {
  const pieces = new Map<string, number>();
  for (const [at, text] of texts.entries())
    for (const word of askableWords(text))
      pieces.set(word, (pieces.get(word) ?? 0) | (1 << Math.min(at, mostPieces)));
  return pieces;
}

/** A word that no record has: pronounceable, so that nothing takes it for an attack; the same for the same number. */
export function nonsense(seed: number): string {
  const [heads, tails] = ['zqvxjk', 'uoyiea'];
  let [word, left] = ['', (seed + 1) * 7919];
  for (let at = 0; at < 6; at++) {
    word += (heads[left % 6] ?? 'z') + (tails[(left >> 3) % 6] ?? 'u');
    left = (left * 1103515245 + 12345) & 0x7fffffff;
  }
  return word;
}
