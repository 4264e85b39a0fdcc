import type { PageNode, PreparedPage } from '../types.ts';

/** Path of a node or of one of its attributes, as everywhere in the store. */
export function pathOf(page: PreparedPage, index: number, attribute: string | null = null): string {
  let path = attribute === null ? '' : `/@${attribute}`;
  for (let at = index; at >= 0; ) {
    const { tag, nth, parent } = page.nodes[at] as PageNode;
    const name = tag === '#text' ? 'text()' : tag.toUpperCase();
    path = parent < 0 ? `/${name}${path}` : `/${name}[${nth}]${path}`;
    at = parent;
  }
  return path;
}
