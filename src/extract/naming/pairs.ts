import { headOf, labelKey, nearTexts } from '../locate/index.ts';
import type { PageNode, PreparedPage, Spot } from '../types.ts';
import { commonTexts } from './common.ts';
import type { NamelessField, Pages } from './types.ts';
import { nameFrom } from './words.ts';

/** Pages that must show a label before its values are a field of their own. */
const leastShare = 0.2;

/**
 * Rows of label and value look like a list whose items are all of one kind. Their values are told apart by
 * their labels: `f7` becomes `f7:publisher`, `f7:isbn`, … beside it.
 */
export function pairFields(fields: readonly NamelessField[], pages: Pages): readonly NamelessField[] {
  const isCommon = commonTexts(pages);
  return fields
    .filter(({ list, attribute }) => list !== null && attribute === null)
    .flatMap((field) => unfolded(field, pages, isCommon));
}

function unfolded(
  field: NamelessField,
  pages: Pages,
  isCommon: (text: string) => boolean,
): readonly NamelessField[] {
  const groups = new Map<string, Map<string, Spot[]>>();
  for (const page of pages) {
    for (const spot of field.spots.get(page.name) ?? []) {
      const label = labelOf(page, spot, isCommon);
      if (label === null) continue;
      const group = groups.get(label) ?? new Map<string, Spot[]>();
      groups.set(label, group);
      group.set(page.name, [...(group.get(page.name) ?? []), spot]);
    }
  }
  if (groups.size < 2) return [];
  return [...groups]
    .filter(([, spots]) => spots.size >= Math.max(2, pages.length * leastShare))
    .map(([label, spots]) => ({ ...field, id: `${field.id}:${nameFrom(label)}`, spots }));
}

/** The label right before a value, or at the start of its text. */
function labelOf(page: PreparedPage, spot: Spot, isCommon: (text: string) => boolean): string | null {
  const { text } = page.nodes[spot.node] as PageNode;
  const head = headOf(text);
  if (head !== null) return labelKey(head);
  const near = nearTexts(page, spot.node, { before: 1, after: 0 }).find(({ side }) => side === 'before');
  return near !== undefined && near.distance === 0 && isCommon(near.text) ? labelKey(near.text) : null;
}
