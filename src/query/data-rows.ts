import type { DataRecord } from '../forms/index.ts';
import { meaningOf } from './concepts.ts';
import type { AnswerRow } from './types.ts';

/** What programs call the one thing that stands for an object: `author: { name }`, `price: { amount }`. */
const standing =
  /^(?:(?:full|display)?_?(?:name|title|label|text)|value|amount|content|raw|formatted|plain|en|\$t|#text)$/i;
/** Likeness to a word of the vocabulary from which on an object is called by what it is. */
const leastLike = 0.8;

/** Records of an answer in JSON as rows: their fields are called as the answer calls them. */
export function rowsOfData(
  records: readonly { readonly record: DataRecord; readonly href: string | null }[],
  base: string,
): readonly AnswerRow[] {
  return records.map(({ record, href }, place): AnswerRow => {
    const fields: Record<string, string[]> = {};
    const own = new Set(record.flatMap(({ name, within }) => (within === undefined ? [name] : [])));
    for (const [at, { name, within, value }] of record.entries()) {
      const called = nameOf(name, within, own) || `value_${at + 1}`;
      const known = fields[called] ?? [];
      fields[called] = known;
      const unit = within === undefined ? undefined : record.find((one) => isUnitOf(one, within))?.value;
      const text = unit !== undefined && /^[\d.,]+$/.test(value) ? `${value} ${unit}` : value;
      if (!known.includes(text)) known.push(text);
    }
    const url = (href === null ? null : URL.parse(href, base)?.href) ?? base;
    return { fields, url, text: record.map(({ value }) => value).join(' '), place };
  });
}

/** What a figure is counted in: `price: { amount, currency }`. */
function isUnitOf({ name, within }: DataRecord[number], whole: string): boolean {
  return within === whole && /^(?:currency(?:_?code)?|units?)$/i.test(name);
}

function nameOf(name: string, within: string | undefined, own: ReadonlySet<string>): string {
  if (within === undefined) return name;
  const isKnown = (meaningOf(within)?.likeness ?? 0) >= leastLike;
  if (standing.test(name) && (isKnown || own.has(name))) return within;
  return own.has(name) ? `${within}_${name}` : name;
}
