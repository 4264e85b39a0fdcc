import { addTo } from '../../model/multimap.ts';
import { pathOf } from '../page/index.ts';
import type { PageFindings, PageNode, PreparedPage, Spot, Wrapper } from '../types.ts';
import { gatherEvidence } from './evidence.ts';
import { columnFields, pairFields, pointFields } from './label-value-pairs.ts';
import type { NamelessField, Pages } from './types.ts';
import { joinSiblings } from './value-siblings.ts';
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

/** Pages that must have a mark before it is a field. */
const leastShare = 0.2;

/**
 * Fields that pages mark themselves (microdata, RDFa): comparing pages cannot always see that what moves from one place to
 * another is the same.
 */
function markedFields(pages: Pages): readonly NamelessField[] {
  const groups = new Map<string, Map<string, Spot[]>>();
  for (const page of pages) {
    for (const node of page.nodes) {
      const mark = node.attrs.itemprop ?? node.attrs.property;
      const spot = mark === undefined || node.attrs.itemscope !== undefined ? null : textOf(page, node);
      if (mark === undefined || spot === null) continue;
      const group = groups.get(mark) ?? new Map<string, Spot[]>();
      groups.set(mark, group);
      addTo(group, page.name, spot);
    }
  }
  return [...groups]
    .filter(([, spots]) => spots.size >= Math.max(2, pages.length * leastShare))
    .map(([mark, spots]) => ({ id: `marked:${mark}`, list: null, attribute: null, spots }));
}

/** The only text of an element; `null` where it has none or several. */
function textOf(page: PreparedPage, { index, end }: PageNode): Spot | null {
  const texts = page.nodes.slice(index, end).filter(({ tag }) => tag === '#text');
  const [only, ...more] = texts;
  if (only === undefined || more.length > 0) return null;
  return { path: pathOf(page, only.index), node: only.index, text: only.text };
}
