import { mostPieces, type WordFacts } from './vocabulary.ts';

/** Words of which the same is known: they promise the same. */
export interface WordGroup extends WordFacts {
  readonly words: Set<string>;
}

/** Words that wait, by what is known of them: a choice looks at each group, not at each word. */
export class WordGroups implements Iterable<WordGroup> {
  readonly #groups = new Map<number, WordGroup>();

  [Symbol.iterator](): IterableIterator<WordGroup> {
    return this.#groups.values();
  }

  put(word: string, { count, pieces }: WordFacts): void {
    const key = keyOf({ count, pieces });
    const group = this.#groups.get(key) ?? { count, pieces, words: new Set() };
    group.words.add(word);
    this.#groups.set(key, group);
  }

  take(word: string, facts: WordFacts): void {
    const key = keyOf(facts);
    const group = this.#groups.get(key);
    group?.words.delete(word);
    if (group?.words.size === 0) this.#groups.delete(key);
  }
}

function keyOf({ count, pieces }: WordFacts): number {
  return count * 2 ** (mostPieces + 1) + pieces;
}
