import type { ValueType } from '../recognise/index.ts';
import { type Concept, type Vocabulary, vocabulary } from './lexicon.ts';
import type { Wanted } from './types.ts';
import { likeness, wordsOf } from './words.ts';

/** A property that a schema asks for, as far as naming needs it. */
export interface WantedProperty {
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  /** Labels that pages have for it. */
  readonly labels?: readonly string[] | undefined;
  /** Types of its values; none: as the lexicon knows them. */
  readonly types?: readonly ValueType[] | undefined;
  readonly pattern?: RegExp | undefined;
  readonly examples?: readonly string[] | undefined;
}

/** How much is believed of the first property of a schema where none is called after the thing of the page. */
const guessedMain = 0.75;

/** What the properties of a schema ask for: one of them nearly always names the thing that a page is about. */
export function wantedOf(
  properties: readonly WantedProperty[],
  by: Vocabulary = vocabulary,
): readonly Wanted[] {
  const wanted = properties.map((property) => wantedFrom(property, by));
  if (wanted.some(({ main }) => main > 0)) return wanted;
  const named = wanted.findIndex(({ name }) => isNameWord(wordsOf(name).at(-1)));
  const main =
    named >= 0 ? named : wanted.findIndex(({ types, pattern }) => types.every(isName) && pattern === null);
  return wanted.map((one, at) => (at === main ? { ...one, main: named >= 0 ? 1 : guessedMain } : one));
}

/** What a property asks for, with what is commonly known about such attributes. */
export function wantedFrom(property: WantedProperty, by: Vocabulary = vocabulary): Wanted {
  const own = [property.name, property.title ?? ''].filter((text) => text !== '').map(wordsOf);
  const concept = conceptOf(own, by.concepts);
  const given = (property.labels ?? []).map(wordsOf);
  const known = concept?.types ?? typesOf(wordsOf(property.name), by);
  return {
    name: property.name,
    labels: [
      ...[...own, ...given].map((words) => ({ words, weight: 1 })),
      ...(concept?.labels ?? []).map((text) => ({ words: wordsOf(text), weight: 0.95 })),
      ...(concept?.weak ?? []).map((text) => ({ words: wordsOf(text), weight: 0.6 })),
    ],
    types: property.types ?? known,
    isTyped: property.types !== undefined || concept?.types !== undefined,
    holds: concept?.holds ?? null,
    main: concept?.main === true || namesTheThing(property.description) ? 1 : 0,
    pattern: property.pattern ?? concept?.pattern ?? null,
  };
}

/**
 * The concept that a property is called by. Its labels do not choose one: "Rating" is a label of many things, and a
 * property that has it is still what its name says.
 */
function conceptOf(names: readonly (readonly string[])[], concepts: readonly Concept[]): Concept | null {
  const isCalled = (text: string) => names.some((words) => likeness(words, wordsOf(text)) >= 1);
  return (
    concepts.find(({ name }) => isCalled(name)) ??
    concepts.find(({ labels }) => labels.some(isCalled)) ??
    null
  );
}

/** Types that the words of a name speak of; the last word that does says most. */
function typesOf(name: readonly string[], { typeWords }: Vocabulary): Wanted['types'] {
  return (
    name
      .toReversed()
      .map((word) => typeWords.get(word))
      .find((types) => types !== undefined) ?? []
  );
}

/** Types of what things are known by: a house by its address. */
function isName(type: ValueType): boolean {
  return /^(?:person|organisation|place|address)$/.test(type);
}

/** Whether the last word of a name or label is one for the thing itself: `movie_name`, `bookTitle`. */
export function isNameWord(word: string | undefined): boolean {
  return word === 'name' || word === 'title';
}

function namesTheThing(description: string | undefined): boolean {
  return (
    description !== undefined &&
    /\b(?:heading|headline|title of the page|page'?s title)\b|标题/i.test(description)
  );
}
