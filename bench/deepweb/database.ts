import type { AskedValues } from '../../src/forms/surface/choice-node.ts';

/** A record of a made database. */
export interface MadeRecord {
  readonly id: number;
  readonly title: string;
  readonly text: string;
  readonly genre: string;
  readonly year: string;
  readonly place: string;
}

/** Numbers from 0 to 1 that are the same for the same seed. */
export function drawing(seed: number): () => number {
  let at = (seed * 7919 + 17) % 2147483647;
  return () => {
    at = (at * 48271) % 2147483647;
    return at / 2147483647;
  };
}

const syllables =
  'ba be bi bo da de di do fa fe ga go ha ka ki ko la le li lo ma me mi mo na ne no pa pe po ra re ri ro sa se so ta te to va ve vo wa we zu'.split(
    ' ',
  );

/** A word for a rank: common ones are short. */
export function wordAt(rank: number): string {
  let [word, left] = ['', rank + syllables.length];
  while (left > 0) {
    word += syllables[left % syllables.length];
    left = Math.floor(left / syllables.length);
  }
  return word;
}

/** Records whose words follow Zipf's law, with three attributes of which genres are skewed. */
export function madeRecords(count: number, seed: number): readonly MadeRecord[] {
  const draw = drawing(seed);
  const vocabulary = Math.max(2000, Math.round(count * 1.2));
  const whole = Math.log(vocabulary);
  const word = () => wordAt(Math.floor(Math.exp(draw() * whole)) - 1);
  return Array.from({ length: count }, (_, id) => {
    const words = Array.from({ length: 6 + Math.floor(draw() * 6) }, word);
    return {
      id,
      title: words.slice(0, 4).join(' '),
      text: words.slice(4).join(' '),
      genre: `g${Math.floor(draw() ** 2 * 24)}`,
      year: String(1970 + Math.floor(draw() * 50)),
      place: `p${Math.floor(draw() * 12)}`,
    };
  });
}

/** What a form is asked with and how much it shows. */
export interface DatabaseForm {
  /** Fields that choose by attribute; the field `q` takes words. */
  readonly choices: readonly ('genre' | 'year' | 'place')[];
  readonly words: boolean;
  readonly cap: number;
  readonly tellsTotal: boolean;
}

/** Records behind a form. */
export class MadeDatabase {
  readonly records: readonly MadeRecord[];
  readonly #byWord = new Map<string, Set<number>>();
  /** Order of the answers: not that of the records. */
  readonly #ranks: readonly number[];

  constructor(count: number, seed: number) {
    this.records = madeRecords(count, seed);
    for (const { id, title, text } of this.records)
      for (const word of `${title} ${text}`.split(' ')) {
        const known = this.#byWord.get(word);
        if (known) known.add(id);
        else this.#byWord.set(word, new Set([id]));
      }
    const draw = drawing(seed + 1);
    this.#ranks = this.records.map(() => draw());
  }

  /** Words of the records, with how many have each. */
  get words(): ReadonlyMap<string, ReadonlySet<number>> {
    return this.#byWord;
  }

  /** Records that have all of some words. */
  #withAll([first = '', ...others]: readonly string[]): readonly MadeRecord[] {
    const rest = others.map((word) => this.#byWord.get(word));
    return [...(this.#byWord.get(first) ?? [])]
      .filter((id) => rest.every((ids) => ids?.has(id)))
      .map((id) => this.records[id] as MadeRecord);
  }

  /** All that a question finds, best first; the cap is for whoever shows them. */
  find(values: AskedValues): readonly MadeRecord[] {
    const { q } = values;
    const base = q === undefined ? this.records : this.#withAll(q.toLowerCase().split(' '));
    return base
      .filter((one) =>
        (['genre', 'year', 'place'] as const).every((name) => !values[name] || values[name] === one[name]),
      )
      .toSorted((one, other) => (this.#ranks[one.id] as number) - (this.#ranks[other.id] as number));
  }
}

/** Questions of a greedy cover that knows all answers: at each step the one that shows most new records. */
export function greedyCover(answers: readonly (readonly number[])[], share: number): number {
  const all = new Set(answers.flat());
  const known = new Set<number>();
  // Gains only fall, so an old gain that is not the best need not be counted anew.
  const heap = answers.map((ids) => ({ ids, gain: ids.length })).sort((one, other) => other.gain - one.gain);
  for (let asked = 0; ; asked++) {
    if (known.size >= share * all.size || heap.length === 0) return asked;
    for (;;) {
      const first = heap[0] as { ids: readonly number[]; gain: number };
      const gain = first.ids.reduce((sum, id) => sum + (known.has(id) ? 0 : 1), 0);
      if (gain === first.gain) break;
      first.gain = gain;
      let at = 0;
      while (at + 1 < heap.length && (heap[at + 1]?.gain ?? 0) > gain) {
        heap[at] = heap[at + 1] as typeof first;
        at++;
      }
      heap[at] = first;
    }
    const best = heap.shift();
    for (const id of best?.ids ?? []) known.add(id);
  }
}
