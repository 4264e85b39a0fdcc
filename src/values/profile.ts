import { timesOf } from '../model/counts.ts';
import { recognise } from './recognise.ts';
import { typeOf } from './type-of.ts';
import type { Profile, ValueType } from './types.ts';

/** Forms of values that a profile lists, the most frequent first. */
const mostForms = 8;
/** Values that it keeps as samples. */
const mostSamples = 10;

/** How a value is made: digits, capitals, letters and Han characters in runs, marks as they are. */
export function formOf(text: string): string {
  return text
    .slice(0, 80)
    .replace(/\p{Script=Han}+/gu, '文')
    .replace(/\p{Lu}+(?!\p{Ll})/gu, 'A')
    .replace(/\p{Lu}?\p{Ll}[\p{Ll}\p{M}]*/gu, 'a')
    .replace(/\d+/g, '9')
    .replace(/a(?:\s+[aA])+/g, 'a a')
    .replace(/\s+/g, ' ');
}

/** What values look like; one list of values per page that was looked at, empty where it had none. */
export function profileOf(pages: readonly (readonly string[])[]): Profile {
  const values = pages.flat();
  const lengths = values.map((value) => value.length);
  const distinct = [...new Set(values)];
  return {
    count: values.length,
    distinct: distinct.length,
    missing: pages.filter((page) => page.length === 0).length,
    pages: pages.length,
    type: typeOf(values).type,
    lengths: [
      lengths.reduce((one, other) => Math.min(one, other), lengths[0] ?? 0),
      lengths.reduce((one, other) => Math.max(one, other), 0),
    ],
    forms: formsOf(values),
    samples: distinct.filter((value) => value !== '').slice(0, mostSamples),
  };
}

function formsOf(values: readonly string[]): Readonly<Record<string, number>> {
  const counts = timesOf(values.map(formOf));
  const ranked = [...counts].sort((one, other) => other[1] - one[1] || (one[0] < other[0] ? -1 : 1));
  return Object.fromEntries(ranked.slice(0, mostForms));
}

/** Types that are read surely enough to doubt a value that is not of them. */
const strict: ReadonlySet<string> = new Set<ValueType>([
  ...(['isbn', 'gtin', 'email', 'url', 'price', 'percentage', 'rating', 'date', 'time'] as const),
  ...(['phone', 'quantity', 'year', 'number'] as const),
]);

/** Whether a value is of the type of a profile, where that can be told. */
export function isOfType(text: string, { type }: Profile): boolean {
  if (!strict.has(type)) return true;
  const alike = type === 'year' ? ['year', 'date'] : type === 'date' ? ['date', 'year'] : [type];
  return recognise(text).some((one) => alike.includes(one.type));
}
