import type { ValueType } from '../../values/index.ts';
import { linearPattern } from '../../values/linear-pattern.ts';
import { type Concept, type Vocabulary, vocabulary } from './lexicon.ts';
import type { Wanted } from './types.ts';
import { labelWords, likeness } from './words.ts';

/** A property that a schema asks for, as far as naming needs it. */
export interface WantedProperty {
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  /** Labels that pages have for it. */
  readonly labels?: readonly string[] | undefined;
  /** Types of its values; none: as the lexicon knows them. */
  readonly types?: readonly ValueType[] | undefined;
  readonly pattern?: Pick<RegExp, 'test'> | undefined;
  readonly examples?: readonly string[] | undefined;
}

/** How much is believed of the first property of a schema where none is called after the thing of the page. */
const guessedMain = 0.75;

/** What the properties of a schema ask for: one of them nearly always names the thing that a page is about. */
export function wantedNames(
  properties: readonly WantedProperty[],
  by: Vocabulary = vocabulary,
): readonly Wanted[] {
  const wanted = properties.map((property) => wantedFrom(property, by));
  if (wanted.some(({ main }) => main > 0)) return wanted;
  const named = wanted.findIndex(({ name }) => isNameWord(labelWords(name).at(-1)));
  const main =
    named >= 0 ? named : wanted.findIndex(({ types, pattern }) => types.every(isName) && pattern === null);
  return wanted.map((one, at) => (at === main ? { ...one, main: named >= 0 ? 1 : guessedMain } : one));
}

/** What a property asks for, with what is commonly known about such attributes. */
export function wantedFrom(property: WantedProperty, by: Vocabulary = vocabulary): Wanted {
  const own = [property.name, property.title ?? ''].filter((text) => text !== '').map(labelWords);
  const concept = conceptOf(own, by.concepts);
  const given = (property.labels ?? []).map(labelWords);
  const known = concept?.types ?? typesOf(labelWords(property.name), by);
  const isMaker = known.some((type) => type === 'person' || type === 'organisation');
  return {
    name: property.name,
    labels: [
      ...own.map((words) => ({ words, weight: 1 })),
      ...[...given, ...(concept?.labels ?? []).map(labelWords)].map((words) => ({ words, weight: 0.95 })),
      ...[...(concept?.weak ?? []), ...(isMaker ? ['by'] : [])].map((text) => ({
        words: labelWords(text),
        weight: 0.6,
      })),
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
  const isCalled = (text: string) => names.some((words) => likeness(words, labelWords(text)) >= 1);
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
      .find((types) => types !== undefined) ?? (isAgent(name.at(-1) ?? '') ? ['person', 'organisation'] : [])
  );
}

/** Nouns in -er and -or that are none of who does something. */
const noAgents: ReadonlySet<string> = new Set(
  (
    'border chapter character charger color colour computer copper corner counter cover diameter door drawer error ' +
    'exterior factor filter flavor floor folder gender humor interior layer leather letter liter major meter minor mirror ' +
    'monitor motor newsletter number offer order other paper power printer processor quarter river rotor rubber sector semester sensor ' +
    'silver summer theater theatre timer tower trailer transfer water weather winter'
  ).split(' '),
);

/** Whether a noun is by its ending one for who does something, whatever that is: translator, brewer. */
function isAgent(noun: string): boolean {
  return /^[a-z]{3,}[^aeo](?:er|or)$/.test(noun) && !noAgents.has(noun);
}

/** Types of values that name a thing: a house has its address. */
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

type Fields = Readonly<Record<string, unknown>>;

/** Types of values that a format means. */
const formatTypes: Readonly<Record<string, WantedProperty['types']>> = {
  date: ['date'],
  'date-time': ['date'],
  time: ['time'],
  email: ['email'],
  uri: ['url'],
  'uri-reference': ['url'],
};

/** What a JSON Schema, read and found valid before, says to the naming of fields. */
export function wantedProperties(schema: unknown): readonly WantedProperty[] {
  const properties = ((schema as Fields | null)?.properties ?? {}) as Readonly<Record<string, Fields>>;
  return Object.entries(properties).map(([name, property]) => ({
    name,
    title: textOf(property.title),
    description: textOf(property.description),
    labels: listOf(property['x-labels']),
    types: formatTypes[textOf(property.format) ?? ''],
    pattern:
      typeof property.pattern === 'string' ? (linearPattern(property.pattern) ?? undefined) : undefined,
    examples: listOf(property.examples),
  }));
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function listOf(value: unknown): readonly string[] | undefined {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : undefined;
}
