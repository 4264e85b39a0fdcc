import { groupsWith } from '../model/counts.ts';
import { recognise } from './recognise.ts';
import type { ValueType } from './types.ts';

/** The type that values have in common, with the share of values that are of it. */
export interface CommonType {
  readonly type: ValueType;
  readonly share: number;
}

/** How often values are read as each type. */
export function typeShares(values: readonly string[]): ReadonlyMap<ValueType, number> {
  const counts = groupsWith<ValueType>(values.map((value) => recognise(value).map(({ type }) => type)));
  return new Map([...counts].map(([type, count]) => [type, count / values.length]));
}

/** Shares from which a type stands for all values; names look like much else. */
const needed: Readonly<Partial<Record<ValueType, number>>> = {
  person: 0.8,
  place: 0.7,
  organisation: 0.6,
  code: 0.9,
  year: 0.8,
};
/** Share of the values of a field that must be of a type, where the type asks for no other. */
const usuallyNeeded = 0.6;
/** What is surer comes first where two types fit equally. */
const order: readonly ValueType[] = [
  'isbn',
  'email',
  'url',
  'price',
  'percentage',
  'rating',
  'date',
  'time',
  'gtin',
  'phone',
  'quantity',
  'year',
  'number',
  'address',
  'place',
  'code',
  'organisation',
  'person',
];

/** The type of most values; `text` where they have none in common. */
export function typeOf(values: readonly string[]): CommonType {
  if (values.length === 0) return { type: 'text', share: 0 };
  const shares = typeShares(values);
  let best: CommonType = { type: 'text', share: 0 };
  for (const type of order) {
    const share = shares.get(type) ?? 0;
    if (share >= (needed[type] ?? usuallyNeeded) && share > best.share + 0.1) best = { type, share };
  }
  return best.type === 'text' ? { type: 'text', share: 1 } : best;
}
