import type { Concept } from './lexicon/concept.ts';
import { general } from './lexicon/general.ts';
import { goods } from './lexicon/goods.ts';
import { people } from './lexicon/people.ts';
import { typeWords } from './lexicon/type-words.ts';
import { works } from './lexicon/works.ts';

export type { Concept } from './lexicon/concept.ts';

/** Common attributes in English and Chinese; small on purpose, since a schema may bring labels of its own. */
export const lexicon: readonly Concept[] = [...general, ...goods, ...works, ...people];

/** What is known about attributes before any page is seen. */
export interface Vocabulary {
  readonly concepts: readonly Concept[];
  /** Types by the words of names that speak of them. */
  readonly typeWords: typeof typeWords;
}

export const vocabulary: Vocabulary = { concepts: lexicon, typeWords };
