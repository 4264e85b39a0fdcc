import type { PageFindings, Wrapper } from '../types.ts';
import { gatherEvidence } from './evidence.ts';
import { markedFields } from './marked.ts';
import { columnFields, pairFields, pointFields } from './pairs.ts';
import { joinSiblings } from './siblings.ts';
import type { NamelessField, Pages } from './types.ts';
import { joinVariants, withoutDoubles } from './variants.ts';

/** The fields of a wrapper with what they show on pages, to be named. */
export function namelessFields(
  { fields }: Wrapper,
  extractions: ReadonlyMap<string, PageFindings>,
): readonly NamelessField[] {
  return fields.map(({ id, list, attribute }) => ({
    id,
    list,
    attribute,
    spots: new Map([...extractions].map(([page, { values }]) => [page, values.get(id) ?? []])),
  }));
}

/** Texts that are no data of a page: its title, choices of forms, programs. */
const elsewhere = /\/(?:TITLE|OPTION|SCRIPT|STYLE|TEXTAREA|NOSCRIPT)\[/;

/** What names can be given to: the fields, those known by labels alone, and variants joined; nothing twice. */
export function fieldsToName(fields: readonly NamelessField[], pages: Pages): readonly NamelessField[] {
  const data = fields.filter((field) => field.attribute === null && hasWords(field));
  const all = [
    ...data,
    ...pairFields(pages),
    ...columnFields(pages),
    ...pointFields(pages),
    ...markedFields(pages),
  ].filter((field) => !isElsewhere(field));
  const joined = [...joinVariants(gatherEvidence(all, pages)), ...joinSiblings(all, pages)];
  return withoutDoubles([...all, ...joined]);
}

/** Whether values are more than marks. */
function hasWords({ spots }: NamelessField): boolean {
  return [...spots.values()].some((found) => found.some(({ text }) => /[\p{L}\p{N}]/u.test(text)));
}

function isElsewhere({ spots }: NamelessField): boolean {
  return [...spots.values()].some((found) => found.some(({ path }) => elsewhere.test(path)));
}
