import { type Concept, lexicon } from '../extract/naming/lexicon.ts';
import { labelWords, likeness } from '../extract/naming/words.ts';
import { remembering } from '../model/bounded-map.ts';

/** An attribute of the vocabulary, with how surely a label means it. */
export interface Meaning {
  readonly name: string;
  readonly likeness: number;
}

/** What labels that may mean something else count for. */
const weakShare = 0.8;

/** The attribute that a label most probably means, `null` where the vocabulary has none like it. */
export const meaningOf: (label: string) => Meaning | null = remembering(5_000, (label: string) => {
  const own = bestMeaning(label);
  // The name of an author is what is asked for as the author.
  const bare = label.replace(/(?<=\p{Script=Han}{2})(?:姓名|名称|名字)$/u, '');
  const other = bare === label ? null : bestMeaning(bare);
  return (other?.likeness ?? 0) > (own?.likeness ?? 0) ? other : own;
});

function bestMeaning(label: string): Meaning | null {
  const words = labelWords(label);
  if (words.length === 0) return null;
  let best: Meaning | null = null;
  for (const concept of lexicon) {
    const found = likenessTo(words, concept);
    if (found > (best?.likeness ?? 0.3)) best = { name: concept.name, likeness: found };
  }
  return best && { ...best, name: canonical(best.name) };
}

function likenessTo(words: readonly string[], { name, labels, weak = [] }: Concept): number {
  const sure = [name.replaceAll('_', ' '), ...labels].map((label) => likeness(words, labelWords(label)));
  const maybe = weak.map((label) => weakShare * likeness(words, labelWords(label)));
  return Math.max(...sure, ...maybe);
}

/** Attributes that say the same of different things have one name: what a thing is called, its ISBN. */
function canonical(name: string): string {
  if (conceptNamed(name)?.main) return 'title';
  return name.startsWith('isbn') ? 'isbn' : name;
}

/** An attribute of the vocabulary by its name. */
export function conceptNamed(name: string): Concept | undefined {
  return lexicon.find((concept) => concept.name === name);
}

/** How much any time is the date, where nothing else is known of it. */
const plainTime = 0.65;

/** Likeness from which on a field is what was asked for. */
export const leastKin = 0.5;

/** How much one attribute is another one: a publication date says the year, a list price is a price. */
export const kinship: (pair: string) => number = remembering(5_000, (pair: string) => {
  const [wanted = '', own = ''] = pair.split('\n');
  if (wanted === own) return 1;
  const [one, other] = [conceptNamed(wanted), conceptNamed(own)];
  if (one === undefined || other === undefined) return 0;
  const types = other.types?.filter((type) => one.types?.includes(type)) ?? [];
  if (one.types === undefined || types.length === 0) return 0;
  const labels = [other.name.replaceAll('_', ' '), ...other.labels];
  const likenesses = labels.map((label) => likenessTo(labelWords(label), one));
  // A date without a further word is the one that a thing has.
  const isPlain = [wanted, own].some((name) => name === 'date' || name === 'year');
  return Math.max(
    ...likenesses,
    isPlain && measureOf(wanted) === 'time' && measureOf(own) === 'time' ? plainTime : 0,
  );
});

/** How much the attribute of a source is the one that was asked for, from 0 to 1. */
export function kinOf(wanted: string, own: string | null): number {
  return own === null ? 0 : kinship(`${wanted}\n${own}`);
}

/** What values of an attribute are, as far as they are compared. */
export function measureOf(field: string): 'time' | 'number' | 'person' | 'text' {
  const types = conceptNamed(field)?.types ?? [];
  if (types.some((type) => type === 'date' || type === 'year')) return 'time';
  if (types.some((type) => /^(?:price|number|quantity|rating|percentage)$/.test(type))) return 'number';
  return types[0] === 'person' ? 'person' : 'text';
}
