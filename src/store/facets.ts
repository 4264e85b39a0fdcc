import type { Facet } from '../model/search.ts';

/** Facets of the values counted by field, the most frequent first, and of the ranges of those that are numbers. */
export function facetsFrom(
  counted: readonly { readonly field: string; readonly text: string; readonly count: number }[],
  ranges: readonly { readonly field: string; readonly least: number; readonly most: number }[],
  most: number,
): Readonly<Record<string, Facet>> {
  const facets: Record<
    string,
    { values: { value: string; count: number }[]; others: number; range?: [number, number] }
  > = {};
  for (const { field, text, count } of counted) {
    facets[field] ??= { values: [], others: 0 };
    const facet = facets[field];
    if (facet.values.length < most) facet.values.push({ value: text, count });
    else facet.others++;
  }
  for (const { field, least, most: highest } of ranges)
    if (facets[field]) facets[field].range = [least, highest];
  return facets;
}
