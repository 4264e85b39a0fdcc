import type { Concept } from './lexicon/concept.ts';
import { goods } from './lexicon/goods.ts';
import { others } from './lexicon/others.ts';

export type { Concept } from './lexicon/concept.ts';

/** Common attributes in English and Chinese; small on purpose, since a schema may bring labels of its own. */
export const lexicon: readonly Concept[] = [...goods, ...others];
