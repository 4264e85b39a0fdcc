import { addTo } from '../../model/multimap.ts';
import type { PreparedPage } from '../types.ts';
import type { PlacedSpot } from './evidence.ts';
import { declaredOn } from './structured.ts';
import type { LabelEvidence, Pages } from './types.ts';
import { labelWords } from './words.ts';

/** Names of structured data by page and value. */
export type Declared = ReadonlyMap<PreparedPage, ReadonlyMap<string, readonly DeclaredName[]>>;

interface DeclaredName {
  readonly name: string;
  readonly source: string;
}

/** Reads the structured data of the pages, to be looked up by value. */
export function declaredValues(pages: Pages): Declared {
  return new Map(
    pages.map((page) => {
      const names = new Map<string, DeclaredName[]>();
      for (const { name, value, source } of declaredOn(page)) {
        const key = plain(value);
        if (key !== '') addTo(names, key, { name, source });
      }
      return [page, names];
    }),
  );
}

/** Names under which structured data declare the values of a field, by the share of values they declare. */
export function declaredNames(placed: readonly PlacedSpot[], declared: Declared): readonly LabelEvidence[] {
  const counts = new Map<string, { source: string; count: number }>();
  for (const { page, spot } of placed) {
    const own = declared.get(page)?.get(plain(spot.text)) ?? [];
    for (const [name, source] of new Map(own.map((one) => [one.name, one.source])))
      counts.set(name, { source, count: (counts.get(name)?.count ?? 0) + 1 });
  }
  return [...counts]
    .map(([name, { source, count }]) => ({
      text: name,
      words: labelWords(name),
      weight: count / placed.length,
      source,
    }))
    .filter(({ weight }) => weight >= 0.3)
    .sort((one, other) => other.weight - one.weight);
}

/** Prices are declared without their currency, names with other white space. */
function plain(value: string): string {
  return value
    .toLowerCase()
    .replace(/[\s\u00a0$€£¥￥,]+/g, ' ')
    .trim();
}
