/** One row of the table. */
export interface Row {
  readonly name: string;
  readonly city: string;
  readonly year: number;
}

const first = 'Mira Olaf Petra Henk Ada Jule Tomas Sofia Emil Karin'.split(' ');
const last = 'Vogel Brandt Lindgren Moreau'.split(' ');
const cities = 'Bergen Porto Ghent Turku Split Vigo Bruges Lucca Aarhus Riga'.split(' ');

/** Rows on one page. */
export const perPage = 5;

/** Columns that the table can be sorted by. */
export const keys = ['name', 'city', 'year'] as const;

/** The people of the table, in the order in which they joined. */
export const rows: readonly Row[] = Array.from({ length: 20 }, (_, at) => ({
  name: `${first[(at * 7) % 10]} ${last[(at * 3 + Math.floor(at / 10)) % 4]}`,
  city: cities[(at * 3 + 4) % 10] ?? '',
  year: 1950 + ((at * 13) % 40),
}));

/** Rows of a page, from 0, in the order of a column, `null` as they came. */
export function rowsOf(key: (typeof keys)[number] | null, page: number): readonly Row[] {
  const sorted =
    key === null ? [...rows] : [...rows].sort((a, b) => (a[key] < b[key] ? -1 : a[key] > b[key] ? 1 : 0));
  return sorted.slice(page * perPage, (page + 1) * perPage);
}
