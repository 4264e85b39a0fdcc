import type { FieldName } from '../types.ts';
import { fulfil, type NamedField } from './best-names.ts';
import { gatherEvidence } from './evidence.ts';
import { fieldsToName } from './fields.ts';
import type { KnownRows } from './known-rows.ts';
import { type KnownValues, knownModel } from './known-values.ts';
import type { Vocabulary } from './lexicon.ts';
import type { NamingModel } from './model.ts';
import { nameItems } from './shop-items.ts';
import { nameByMake, withMachineDates } from './title-and-price.ts';
import type { NamelessField, Pages } from './types.ts';
import { type WantedProperty, wantedNames } from './wanted.ts';
import { nameFreely } from './without-schema.ts';

/** What names are found from. */
export interface NamingInput {
  /** Pages of one template. */
  readonly pages: Pages;
  /** Its fields with what they show on these pages. */
  readonly fields: readonly NamelessField[];
  /** What is wanted; without it every field gets the name that the pages give it. */
  readonly wanted?: readonly WantedProperty[];
  /** Values that are known under names, from records of the user or from other sites. */
  readonly known?: KnownValues;
  /** The records that these values are from, where they are from records. */
  readonly rows?: KnownRows;
  /** What is known about attributes; absent: all that is. */
  readonly vocabulary?: Vocabulary;
  /** What names are weighed by; absent: the usual one. */
  readonly model?: NamingModel;
  /** Below this confidence a field keeps its neutral name. */
  readonly least?: number;
}

/** Confidence from which a name is used unless told otherwise. */
export const defaultConfidence = 0.5;

/**
 * Names fields, one to one.
 *
 * Besides the fields that came in, the answer may have some that are known by their labels alone and some
 * that join variants of one field; what they consist of is in `spots`. A field that is not sure keeps its id
 * as its name.
 */
export function nameFields(input: NamingInput): readonly NamedField[] {
  const { pages, wanted, least = defaultConfidence } = input;
  const known = withExamples(input.known ?? new Map(), wanted ?? []);
  const fields = fieldsToName(input.fields, pages);
  const evidence = gatherEvidence(fields, pages);
  const model = knownModel(
    known,
    evidence.map(({ values }) => values),
    input.rows?.on(pages),
  );
  const named =
    wanted === undefined
      ? nameFreely(evidence, model, [...known.keys()], pages)
      : fulfil(wantedNames(wanted, input.vocabulary), evidence, model, undefined, input.model);
  const certain = named.filter(({ confidence }) => confidence >= least);
  const items =
    wanted === undefined ? nameItems(input.fields, pages, { model, names: [...known.keys()] }, certain) : [];
  const made = wanted === undefined ? nameByMake(input.fields, pages, certain) : [];
  const found = [...certain, ...[...items, ...made].filter(({ confidence }) => confidence >= least)];
  const sure = withMachineDates(found, input.fields, pages);
  const taken = new Set(sure.map(({ field }) => field));
  const rest = input.fields.filter(({ id }) => !taken.has(id)).map((field) => neutral(field, named));
  return [...sure, ...rest];
}

/** Examples of a schema are values that are known. */
function withExamples(known: KnownValues, wanted: readonly WantedProperty[]): KnownValues {
  const all = new Map(known);
  for (const { name, examples = [] } of wanted) {
    if (examples.length > 0) all.set(name, [...(all.get(name) ?? []), ...examples]);
  }
  return all;
}

/** A field under its own id, with what its name would have been. */
function neutral({ id, spots }: NamelessField, named: readonly FieldName[]): NamedField {
  const guess = named.find(({ field }) => field === id);
  const because = guess === undefined ? [] : [`perhaps ${guess.name}`, ...guess.because];
  return { field: id, name: id, confidence: guess?.confidence ?? 0, because, spots };
}
