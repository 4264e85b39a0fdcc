import { pathOf, preparePage } from '../page/index.ts';
import type { PreparedPage, Spot } from '../types.ts';
import type { NamelessField } from './types.ts';

/** Pages and fields for the tests of this room. */

/** A page out of the inside of its body. */
export function pageOf(name: string, body: string, head = ''): PreparedPage {
  return preparePage({ name, url: null, html: `<html><head>${head}</head><body>${body}</body></html>` });
}

/** A field of the texts that are in elements with an id, one per page. */
export function fieldAt(id: string, pages: readonly PreparedPage[]): NamelessField {
  const spots = pages.map((page): readonly [string, readonly Spot[]] => {
    const holder = page.nodes.find(({ attrs }) => attrs.id === id || attrs['data-f'] === id);
    const text = page.nodes.find(
      ({ index, tag }) => tag === '#text' && holder && index > holder.index && index < holder.end,
    );
    return [page.name, text ? [{ path: pathOf(page, text.index), node: text.index, text: text.text }] : []];
  });
  return { id, list: null, attribute: null, spots: new Map(spots) };
}
