import type { PageNode, PreparedPage } from '../types.ts';
import type { NamelessField, Pages } from './types.ts';

/** Elements that values of one field stand in side by side: authors, tags, places. */
const inline = /^(?:a|span|em|i|b|strong|li)$/;

/**
 * Fields whose values are siblings of one make: a page with two authors seems to have a field more than one with a
 * single author. Together they are one field of several values, offered beside the others.
 */
export function joinSiblings(fields: readonly NamelessField[], pages: Pages): readonly NamelessField[] {
  const rows = new Map<string, Map<string, Set<NamelessField>>>();
  for (const page of pages) {
    for (const field of fields) {
      const [spot, ...more] = field.spots.get(page.name) ?? [];
      const row = spot === undefined || more.length > 0 ? null : rowOf(page, spot.node);
      if (row === null) continue;
      const own = rows.get(page.name) ?? new Map<string, Set<NamelessField>>();
      rows.set(page.name, own);
      own.set(row, (own.get(row) ?? new Set()).add(field));
    }
  }
  const groups = new Map<string, ReadonlySet<NamelessField>>();
  for (const own of rows.values()) {
    for (const group of own.values()) {
      const key = [...group].map(({ id }) => id).join('+');
      if (group.size > 1 && group.size <= 6) groups.set(key, group);
    }
  }
  return [...groups].map(([key, group]) => together(key, [...group])).filter(isOfManySizes);
}

/** Pages from which on it says something that all have as many values. */
const enoughPages = 3;

/** Whether pages have different numbers of values: where all have three, these are three attributes in one row. */
function isOfManySizes({ spots }: NamelessField): boolean {
  const sizes = [...spots.values()].map(({ length }) => length).filter((length) => length > 0);
  return sizes.length < enoughPages || new Set(sizes).size > 1;
}

/** The element around a text's own, and the make of its own; `null` where it stands otherwise. */
function rowOf({ nodes }: PreparedPage, node: number): string | null {
  const element = nodes[(nodes[node] as PageNode).parent];
  if (element === undefined || !inline.test(element.tag) || element.kids.length !== 1) return null;
  return `${element.parent} ${element.tag} ${element.attrs.class ?? ''}`;
}

function together(id: string, group: readonly NamelessField[]): NamelessField {
  const names = new Set(group.flatMap(({ spots }) => [...spots.keys()]));
  const spots = [...names].map((page) => {
    const all = group.flatMap((field) => field.spots.get(page) ?? []);
    return [page, all.sort((one, other) => one.node - other.node)] as const;
  });
  return { id, list: null, attribute: null, sideBySide: true, spots: new Map(spots) };
}
