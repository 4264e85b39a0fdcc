import type { KnownForm } from '../forms/index.ts';
import { findTokens } from '../search/tokens.ts';
import { kinOf, leastKin } from './concepts.ts';
import type { FieldMeaning, QueryRequest } from './types.ts';

/** What is known of a source before it is asked. */
export interface SourceSummary {
  readonly name: string;
  readonly title: string;
  readonly form: KnownForm;
  readonly meanings: readonly FieldMeaning[];
  /** Texts of some records of its answers. */
  readonly sample: readonly string[];
}

/** A source with how well it fits. */
export interface RankedSource<T> {
  readonly source: T;
  readonly fit: number;
}

/** How much words count by where they stand: what a site calls itself says most, records least, but they are many. */
const places = { title: 4, labels: 3, options: 2, sample: 1 } as const;
/** Occurrences after which more of them say nothing new (BM25's k). */
const enough = 2;
/** How much the conditions that a source can say count, beside words. */
const sayable = 1;

/** Sources in the order in which they promise an answer, by their words and by what they can be asked. */
export function rankSources<T extends SourceSummary>(
  sources: readonly T[],
  about: string | null,
  request: QueryRequest,
): readonly RankedSource<T>[] {
  const bags = sources.map(bagOf);
  const count = (token: string) => bags.filter((bag) => bag.has(token)).length;
  const tokens = new Set(findTokens([about ?? '', ...request.words].join(' ')));
  const weights = new Map(
    [...tokens].map((token) => [token, Math.log(1 + sources.length / (1 + count(token)))]),
  );
  return sources
    .map((source, at) => ({
      source,
      fit: wordsFit(bags[at] as Bag, weights) + sayable * asked(source, request),
    }))
    .sort((one, other) => other.fit - one.fit);
}

type Bag = ReadonlyMap<string, number>;

function bagOf({ title, form, meanings, sample }: SourceSummary): Bag {
  const bag = new Map<string, number>();
  const add = (text: string, weight: number) => {
    for (const token of findTokens(text)) bag.set(token, (bag.get(token) ?? 0) + weight);
  };
  add(`${title} ${form.heading}`, places.title);
  add(`${form.words} ${meanings.map(({ label }) => label).join(' ')}`, places.labels);
  for (const { options } of form.fields) for (const { text } of options) add(text, places.options);
  for (const text of sample) add(text, places.sample);
  return bag;
}

function wordsFit(bag: Bag, weights: ReadonlyMap<string, number>): number {
  let fit = 0;
  for (const [token, weight] of weights) {
    const times = bag.get(token) ?? 0;
    fit += weight * (times / (times + enough));
  }
  return fit;
}

/** Share of the conditions that a source has fields for. */
function asked({ meanings }: SourceSummary, { conditions }: QueryRequest): number {
  if (conditions.length === 0) return 0;
  const said = conditions.filter(({ field }) =>
    meanings.some(
      ({ means, choices = {} }) =>
        kinOf(field, means) >= leastKin ||
        Object.keys(choices).some((name) => kinOf(field, name) >= leastKin),
    ),
  );
  return said.length / conditions.length;
}
