import type { Wrapper } from '../types.ts';
import type { MatchedPage } from './make.ts';

/** Share of the items of an inner list below which a field is an occasional part of a text. */
const occasional = 0.5;

/**
 * Lists of plain texts within items are values of the items and no records: the `dd`s of a `dt`, the paragraphs
 * of a post. Lists of more than that keep their items, since what belongs together would be lost.
 */
export function withInlined(wrapper: Wrapper, sample: readonly MatchedPage[]): Wrapper {
  const inlined = new Map<string, string>();
  for (const { id, within } of wrapper.lists.toReversed())
    if (within !== null && isOfTexts(wrapper, id, sample)) inlined.set(id, within);
  if (inlined.size === 0) return wrapper;
  return {
    ...wrapper,
    fields: wrapper.fields.map((field) => ({ ...field, list: inlined.get(field.list ?? '') ?? field.list })),
    lists: wrapper.lists.filter(({ id }) => !inlined.has(id)),
  };
}

function isOfTexts({ lists, fields }: Wrapper, id: string, sample: readonly MatchedPage[]): boolean {
  if (lists.some(({ within }) => within === id)) return false;
  const own = fields.filter(({ list }) => list === id);
  if (own.length === 0 || own.some(({ attribute }) => attribute !== null)) return false;
  const items = sample.flatMap(({ extraction }) => extraction.items.filter(({ list }) => list === id));
  const usual = own.filter(
    (field) => items.filter(({ values }) => values.has(field.id)).length >= occasional * items.length,
  );
  return usual.length === 1;
}
