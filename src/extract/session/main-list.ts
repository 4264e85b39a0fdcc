import { findRecords } from '../lists/index.ts';
import { pathOf } from '../page/index.ts';
import type { MatchedPage } from '../rules/make.ts';
import type { Extraction, Field, PageNode, PreparedPage, Spot, Wrapper } from '../types.ts';

/** Name of the list that a page is about. */
const listName = 'records';
/** Items that a list has at least, and the share of them that a column must be in. */
const leastItems = 3;
const leastShare = 0.3;
const mostColumns = 40;

/** Attributes whose values may be data. */
const dataAttributes = ['href', 'src', 'alt', 'title', 'datetime', 'content', 'value'];

/** A wrapper with what it finds on its sample. */
export interface Learned {
  readonly wrapper: Wrapper;
  readonly sample: readonly MatchedPage[];
}

/**
 * Adds the list of records that a page is about, where it is the only one of its template: repetition on one page
 * says what belongs together better than the comparison of a page with itself. Each place within the items
 * is a column; what the wrapper found inside of them makes room.
 */
export function withMainList({ wrapper, sample }: Learned): Learned {
  const [only] = sample;
  const [list] = only === undefined || sample.length > 1 ? [] : findRecords(only.page);
  if (only === undefined || list === undefined || list.items.length < leastItems) return { wrapper, sample };
  const { page, extraction } = only;
  const columns = columnsOf(page, list.items);
  if (columns.length === 0) return { wrapper, sample };
  const isInside = (node: number) =>
    list.items.some((nodes) => nodes.some((top) => node >= top && node < (page.nodes[top] as PageNode).end));
  const rest = withoutNodes(extraction, isInside);
  const left = new Set(rest.values.keys());
  const fields = columns.map(({ attribute, spots }, at): Field => {
    const texts = new Set([...spots.values()].map(({ text }) => text));
    return { id: `f${900 + at}`, attribute, list: listName, support: 1, constant: texts.size === 1 };
  });
  const items = list.items.map((nodes, nth) => ({
    ...{ list: listName, nodes },
    values: new Map(
      columns.flatMap(({ spots }, at) => {
        const spot = spots.get(nth);
        return spot === undefined ? [] : [[fields[at]?.id as string, [spot]] as const];
      }),
    ),
  }));
  const own = columns.map(({ spots }, at) => [fields[at]?.id as string, [...spots.values()]] as const);
  const kept = wrapper.fields.filter(({ id }) => left.has(id));
  return {
    wrapper: {
      ...wrapper,
      fields: [...kept, ...fields],
      lists: [...wrapper.lists, { id: listName, within: null, ...{ main: true } }],
    },
    sample: [
      {
        page,
        extraction: { ...rest, values: new Map([...rest.values, ...own]), items: [...rest.items, ...items] },
      },
    ],
  };
}

interface Column {
  readonly attribute: string | null;
  /** By the number of the item. */
  readonly spots: ReadonlyMap<number, Spot>;
}

/** Places within items that enough of them have: the path from the item, by names and places among siblings. */
function columnsOf(page: PreparedPage, items: readonly (readonly number[])[]): readonly Column[] {
  const columns = new Map<string, { attribute: string | null; spots: Map<number, Spot> }>();
  const put = (key: string, attribute: string | null, nth: number, node: number, text: string) => {
    const column = columns.get(key) ?? { attribute, spots: new Map<number, Spot>() };
    columns.set(key, column);
    if (!column.spots.has(nth)) column.spots.set(nth, { path: pathOf(page, node, attribute), node, text });
  };
  for (const [nth, nodes] of items.entries())
    for (const [at, top] of nodes.entries())
      for (const { node, way } of below(page, top, String(at))) {
        if (node.text !== '') put(way, null, nth, node.index, node.text);
        for (const name of dataAttributes) {
          const value = node.attrs[name]?.trim();
          if (value) put(`${way}@${name}`, name, nth, node.index, value);
        }
      }
  return [...columns.values()]
    .filter(({ spots }) => spots.size >= Math.max(2, leastShare * items.length))
    .slice(0, mostColumns);
}

function* below(page: PreparedPage, top: number, way: string): Generator<{ node: PageNode; way: string }> {
  const node = page.nodes[top] as PageNode;
  if (page.noise.get(top) === 'script') return;
  yield { node, way };
  for (const kid of node.kids) {
    const { tag, nth } = page.nodes[kid] as PageNode;
    yield* below(page, kid, `${way}/${tag}[${nth}]`);
  }
}

function withoutNodes(extraction: Extraction, isInside: (node: number) => boolean): Extraction {
  const values = [...extraction.values]
    .map(([field, spots]) => [field, spots.filter(({ node }) => !isInside(node))] as const)
    .filter(([, spots]) => spots.length > 0);
  return {
    ...extraction,
    values: new Map(values),
    items: extraction.items.filter(({ nodes }) => !nodes.some(isInside)),
  };
}
