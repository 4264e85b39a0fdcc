import { nameFrom } from '../extract/naming/words.ts';
import { numberIn } from '../records/index.ts';
import { readAs, typeOf } from '../values/index.ts';
import { hasAll, measured, meets } from './compare.ts';
import { conceptNamed, meaningOf, measureOf } from './concepts.ts';
import type { AnswerRow, QueryCondition, UnifiedRecord } from './types.ts';

/** Likeness from which on a column of an answer has the name of the vocabulary. */
const leastName = 0.6;

/** What each name of an answer is called in the vocabulary; corrections of a person come first. */
export function answerNames(
  rows: readonly AnswerRow[],
  corrected: Readonly<Record<string, string | null>>,
): Readonly<Record<string, string | null>> {
  const names: Record<string, string | null> = {};
  for (const name of new Set(rows.flatMap(({ fields }) => Object.keys(fields))))
    names[name] = name in corrected ? (corrected[name] ?? null) : nameFor(name, rows);
  return names;
}

/** Types that say what a value is, whatever a page calls it. */
const telling: ReadonlySet<string> = new Set(['price', 'isbn', 'rating']);

/** Names that say at most how a value looks. */
const looks =
  /^(?:value|text|badge|label|meta|info|chip|pill|small|muted|secondary|caption|cell|col|column)(?:_\d+)?$/;

function nameFor(name: string, rows: readonly AnswerRow[]): string {
  const meaning = meaningOf(name.replace(/_\d+$/, ''));
  if (meaning !== null && meaning.likeness >= leastName) return meaning.name;
  // What nothing names may still be of a kind that says what it is.
  const { type, share } = commonType(rows.flatMap(({ fields }) => fields[name] ?? []));
  const isTelling = looks.test(name) || telling.has(type);
  if (isTelling && share >= leastAlike && conceptNamed(type) !== undefined) return type;
  return nameFrom(name);
}

const month = /^(?:1[4-9]|20|21)\d{2}(?:\s*[-/.年]\s*(?:0?[1-9]|1[0-2])月?)?$/;
/** Share of the values that must be of one kind. */
const leastAlike = 0.8;

function commonType(values: readonly string[]): { readonly type: string; readonly share: number } {
  if (values.length === 0) return { type: 'text', share: 0 };
  const { type } = typeOf(values);
  // Months without a day are no dates to the recognisers: `2008-9` may be a range.
  const months = values.filter((value) => month.test(value)).length / values.length;
  if (months >= leastAlike) return { type: 'date', share: months };
  return {
    type,
    share:
      values.filter((value) => type !== 'text' && readAs(value, type as 'price') !== null).length /
      values.length,
  };
}

/** Rows of one source in the words of the vocabulary, without those that do not meet what was asked. */
export function unifiedRecords(
  source: string,
  rows: readonly AnswerRow[],
  names: Readonly<Record<string, string | null>>,
  asked: {
    readonly conditions: readonly QueryCondition[];
    readonly expressed: readonly QueryCondition[];
    /** Words that the source was not asked for. */
    readonly words: readonly string[];
  },
): readonly UnifiedRecord[] {
  // Where some records say a text that was asked for, wherever, the others are about something else.
  const telling = asked.conditions.filter(
    (one) =>
      isText(one) && !asked.expressed.includes(one) && rows.some(({ text }) => hasAll(text, [one.value])),
  );
  return rows.flatMap((row) => {
    const fields = unifiedFields(row, names);
    const verdicts = asked.conditions.map((condition) => {
      const verdict = meets(fields, condition);
      const isOther = verdict === null && telling.includes(condition) && !hasAll(row.text, [condition.value]);
      return { condition, verdict: isOther ? false : verdict };
    });
    if (verdicts.some(({ verdict }) => verdict === false) || !hasAll(row.text, asked.words)) return [];
    const unchecked = verdicts
      // Ends of ranges belong to them, so what lies beyond has to be checked.
      .filter(
        ({ verdict, condition: one }) =>
          verdict === null && (!asked.expressed.includes(one) || /^[<>]$/.test(one.sign)),
      )
      .map(({ condition }) => condition);
    const { url, text, place } = row;
    return [{ fields, source, url, text, place, unchecked }];
  });
}

function isText({ sign, field }: QueryCondition): boolean {
  const measure = measureOf(field);
  return sign === '=' && (measure === 'text' || measure === 'person');
}

function unifiedFields(
  { fields }: AnswerRow,
  names: Readonly<Record<string, string | null>>,
): Readonly<Record<string, readonly string[]>> {
  const unified: Record<string, string[]> = {};
  for (const [own, values] of Object.entries(fields)) {
    const name = names[own];
    if (name === null || name === undefined || name === '') continue;
    const known = unified[name] ?? [];
    unified[name] = known;
    for (const value of values.map((text) => oneSpelling(name, text)))
      if (!known.includes(value)) known.push(value);
  }
  return unified;
}

/** A value in one spelling: dates by ISO 8601, prices with the code of their currency, measures in the usual unit. */
export function oneSpelling(name: string, text: string): string {
  const types = conceptNamed(name)?.types ?? [];
  if (name === 'isbn') return readAs(text, 'isbn')?.value ?? text;
  if (types.includes('price')) {
    const price = readAs(text, 'price');
    if (price?.amount !== undefined && price.most === undefined)
      return price.unit === undefined ? String(price.amount) : `${price.amount} ${price.unit}`;
    return text;
  }
  if (measureOf(name) === 'time') return readAs(text, 'date')?.value ?? readAs(text, 'year')?.value ?? text;
  const measure = types.includes('quantity') ? measured(text, name) : null;
  if (measure !== null) return `${measure.amount} ${measure.unit}`;
  return measureOf(name) === 'number' && /^[\d.,\s]+$/.test(text) ? String(numberIn(text) ?? text) : text;
}
