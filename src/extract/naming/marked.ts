import { addTo } from '../../model/multimap.ts';
import { pathOf } from '../page/index.ts';
import type { PageNode, PreparedPage, Spot } from '../types.ts';
import type { NamelessField, Pages } from './types.ts';

/** Pages that must have a mark before it is a field. */
const leastShare = 0.2;

/**
 * Fields that pages mark themselves (microdata, RDFa): comparing pages cannot always see that what moves from one place to
 * another is the same.
 */
export function markedFields(pages: Pages): readonly NamelessField[] {
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
