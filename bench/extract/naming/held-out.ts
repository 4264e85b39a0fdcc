import { type Vocabulary, vocabulary, type WantedProperty } from '../../../src/extract/naming/index.ts';

/** What a user asks for in each vertical: names, and labels that one would think of without having seen a site. */
const asked: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  auto: {
    model: ['Model'],
    price: ['Price', 'MSRP'],
    engine: ['Engine'],
    fuel_economy: ['Fuel economy', 'MPG'],
  },
  book: {
    title: ['Title'],
    author: ['Author', 'By'],
    isbn_13: ['ISBN-13', 'ISBN'],
    publisher: ['Publisher'],
    publication_date: ['Publication date', 'Published', 'Date'],
  },
  camera: { model: ['Model', 'Name'], price: ['Price'], manufacturer: ['Manufacturer', 'Brand'] },
  job: {
    title: ['Job title', 'Position'],
    company: ['Company', 'Employer'],
    location: ['Location', 'City'],
    date_posted: ['Posted', 'Date'],
  },
};

/** The properties of a vertical, by their names alone or with labels. */
export function askedFor(vertical: string, withLabels: boolean): readonly WantedProperty[] {
  return Object.entries(asked[vertical] ?? {}).map(([name, labels]) => ({
    name,
    ...(withLabels && { labels }),
  }));
}

/** Concepts of the lexicon, and words that speak of types, that are about each vertical. */
const words: Readonly<Record<string, { readonly concepts: string; readonly types: string }>> = {
  auto: { concepts: 'model engine fuel_economy transmission mileage', types: 'mileage speed' },
  book: {
    concepts: 'author isbn_13 isbn_10 isbn publisher publication_date pages format language edition genre',
    types: 'isbn author writer editor publisher published page',
  },
  camera: { concepts: 'model manufacturer resolution', types: 'manufacturer' },
  job: {
    concepts: 'company location salary experience education date_posted type position',
    types: 'company employer organization organisation location posted salary wage',
  },
};

/** What is known about attributes without what is about one vertical. */
export function vocabularyWithout(vertical: string): Vocabulary {
  const { concepts = '', types = '' } = words[vertical] ?? {};
  const [left, leftWords] = [new Set(concepts.split(' ')), new Set(types.split(' '))];
  return {
    concepts: vocabulary.concepts.filter(({ name }) => !left.has(name)),
    typeWords: new Map([...vocabulary.typeWords].filter(([word]) => !leftWords.has(word))),
  };
}
