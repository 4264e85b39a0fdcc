import type { ValueType } from '../recognise/index.ts';
import { type Concept, lexicon } from './lexicon.ts';
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

/** What a property asks for, with what is commonly known about such attributes. */
export function wantedFrom(property: WantedProperty): Wanted {
  const concept = conceptOf(property);
  const own = [property.name, property.title ?? '', ...(property.labels ?? [])].filter((text) => text !== '');
  const labels = [
    ...own.map((text) => ({ words: wordsOf(text), weight: 1 })),
    ...(concept?.labels ?? []).map((text) => ({ words: wordsOf(text), weight: 0.95 })),
    ...(concept?.weak ?? []).map((text) => ({ words: wordsOf(text), weight: 0.6 })),
  ];
  return {
    name: property.name,
    labels,
    types: property.types ?? concept?.types ?? [],
    holds: concept?.holds ?? null,
    main: concept?.main === true || namesTheThing(property.description),
    unlike: new Set((concept?.unlike ?? []).flatMap(wordsOf)),
    pattern: property.pattern ?? concept?.pattern ?? null,
  };
}

/** The concept whose name or labels are the property's; `null` where none is near enough. */
function conceptOf({ name, title, labels = [] }: WantedProperty): Concept | null {
  const texts = [name, title ?? '', ...labels].filter((text) => text !== '').map(wordsOf);
  let best: Concept | null = null;
  let most = 0.6;
  for (const concept of lexicon) {
    const known = [[concept.name, 1.02] as const, ...concept.labels.map((label) => [label, 1] as const)];
    for (const [label, weight] of known) {
      const match = Math.max(0, ...texts.map((words) => likeness(words, wordsOf(label)))) * weight;
      if (match > most) [best, most] = [concept, match];
    }
  }
  return best;
}

function namesTheThing(description: string | undefined): boolean {
  return (
    description !== undefined &&
    /\b(?:heading|headline|title of the page|page'?s title)\b|标题/i.test(description)
  );
}
