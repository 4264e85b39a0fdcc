/** Pages as a tree of clusters, so that a graph of thousands of them can be read: by host, type, address, state. */

import { decodedPart } from '../../model/address.ts';
import { shorten } from '../label.ts';

/** What of a page says where it belongs. */
export interface GraphedPage {
  readonly number: number;
  readonly label: string;
  /** Address that opens it, `null` where only events lead to it. */
  readonly url: string | null;
  /** Address of its document: states have that of the page they are states of. */
  readonly address: string;
  readonly type: string | null;
}

/** What the pages of a cluster have in common. */
export type ClusterKind =
  | 'site'
  | 'host'
  | 'type'
  | 'path'
  | 'query'
  | 'states'
  | 'form'
  | 'range'
  | 'others';

/** Some pages that are shown as one until somebody opens them. */
export interface Cluster {
  /** Place in the list of clusters; 0 is the whole site. */
  readonly id: number;
  readonly parent: number | null;
  readonly kind: ClusterKind;
  readonly name: string;
  /** Pages in it and below, and those of them that have no address. */
  readonly pages: number;
  readonly states: number;
}

/** Clusters, each behind its parent, and for each page, in the order given, the innermost one that it is in. */
export interface ClusterTree {
  readonly clusters: readonly Cluster[];
  readonly homes: Int32Array;
}

/** So many things can be looked at together: what has no more pages is not divided further. */
const together = 40;
/** Fewer pages than this make no cluster. */
const fewest = 3;
/** Parts of a path that are looked at. */
const deepest = 8;

interface Item {
  /** Place in the list given, and in the order of addresses. */
  readonly at: number;
  readonly rank: number;
  readonly page: GraphedPage;
  readonly host: string;
  readonly parts: readonly string[];
  readonly query: string;
}

/** One way to divide pages: their keys, and what a cluster of one key is called. */
interface Way {
  readonly kind: ClusterKind;
  /** `null`: it does not say where this one belongs. */
  key(item: Item): string | null;
  name(key: string, some: Item): string;
}

const ways: readonly Way[] = [
  { kind: 'host', key: ({ host }) => host, name: (key) => key },
  { kind: 'type', key: ({ page }) => page.type, name: (key) => key },
  ...Array.from(
    { length: deepest },
    (_, depth): Way => ({
      kind: 'path',
      key: ({ parts }) => (parts.length > depth + 1 ? (parts[depth] as string) : null),
      name: (_key, { parts }) => `/${parts.slice(0, depth + 1).join('/')}/`,
    }),
  ),
  {
    kind: 'query',
    key: ({ query }) => query || null,
    name: (key, { parts }) => `/${parts.join('/')}?${key}`,
  },
  {
    kind: 'states',
    key: ({ page }) => page.address,
    name: (_key, { page, parts }) => documentName(page, parts),
  },
  {
    kind: 'form',
    key: ({ parts }) => formOf(parts.at(-1) ?? ''),
    name: (key, { parts }) => `/${[...parts.slice(0, -1), key].join('/')}`,
  },
];

function documentName({ label, url }: GraphedPage, parts: readonly string[]): string {
  // A state is called by its document's title, and what was fired behind that.
  return (url === null ? label.split(' › ')[0] : label) || `/${parts.join('/')}`;
}

/** What names of one kind share: `item-12.html` is `item-#.html`; `null` where nothing in it counts. */
function formOf(name: string): string | null {
  const form = name.replace(/\d+/g, '#');
  return form === name ? null : form;
}

/** Divides pages into clusters. The same pages give the same clusters, in whatever order they come. */
export function clusterTree(name: string, pages: readonly GraphedPage[]): ClusterTree {
  return new Division(pages).of(name);
}

class Division {
  readonly #items: readonly Item[];
  readonly #clusters: Cluster[] = [];
  readonly #homes: Int32Array;

  constructor(pages: readonly GraphedPage[]) {
    this.#items = ranked(pages);
    this.#homes = new Int32Array(pages.length);
  }

  of(name: string): ClusterTree {
    const all = this.#items;
    this.#divide(this.#add(null, 'site', name, all), all, 0);
    return { clusters: this.#clusters, homes: this.#homes };
  }

  #add(parent: number | null, kind: ClusterKind, name: string, items: readonly Item[]): number {
    const id = this.#clusters.length;
    const states = items.filter(({ page }) => page.url === null).length;
    this.#clusters.push({ id, parent, kind, name: shorten(name, 80), pages: items.length, states });
    return id;
  }

  #divide(id: number, items: readonly Item[], from: number): void {
    for (const { at } of items) this.#homes[at] = id;
    if (items.length <= together) return;
    for (let next = from; next < ways.length; next++) {
      const { groups, loose } = grouped(items, ways[next] as Way);
      const isWhole = groups.length === 1 && loose.length === 0;
      if (groups.length === 0 || isWhole) continue;
      this.#fill(id, groups, ways[next] as Way, next + 1);
      this.#rest(id, loose, next + 1);
      return;
    }
    this.#ranges(id, items);
  }

  /** Groups as clusters; of too many, neighbours are put together first. */
  #fill(id: number, groups: readonly (readonly Item[])[], way: Way, next: number): void {
    if (groups.length > together) {
      for (const some of chunks(groups, together)) {
        const all = some.flat();
        this.#fill(this.#add(id, 'range', spanOf(way, some), all), some, way, next);
      }
      return;
    }
    for (const group of groups) {
      const some = group[0] as Item;
      const name = way.name(way.key(some) as string, some);
      this.#divide(this.#add(id, way.kind, name, group), group, next);
    }
  }

  /** What is in no group stays beside them as long as that can be looked at. */
  #rest(id: number, loose: readonly Item[], next: number): void {
    for (const { at } of loose) this.#homes[at] = id;
    if (loose.length <= together) return;
    this.#divide(this.#add(id, 'others', 'other pages', loose), loose, next);
  }

  /** Nothing tells them apart but their order. */
  #ranges(id: number, items: readonly Item[]): void {
    const many = chunks(items, together);
    if (many.length > together) {
      for (const some of chunks(many, together)) {
        const all = some.flat();
        this.#ranges(this.#add(id, 'range', rangeName(all), all), all);
      }
      return;
    }
    for (const some of many) {
      const own = this.#add(id, 'range', rangeName(some), some);
      for (const { at } of some) this.#homes[at] = own;
    }
  }
}

/** Pages in the order of their addresses; comparing texts is dear, and is done once. */
function ranked(pages: readonly GraphedPage[]): readonly Item[] {
  const places = pages.map((_, at) => at);
  const page = (at: number) => pages[at] as GraphedPage;
  places.sort(
    (one, other) =>
      order.compare(page(one).address, page(other).address) || page(one).number - page(other).number,
  );
  return places.map((at, rank) => itemOf(page(at), at, rank));
}

function itemOf(page: GraphedPage, at: number, rank: number): Item {
  const url = URL.parse(page.address);
  const path = url?.pathname ?? page.address;
  const names = url ? [...new Set(url.searchParams.keys())].sort() : [];
  return {
    at,
    rank,
    page,
    host: url?.host ?? '',
    // A folder's own page stands in the folder.
    parts: path.replace(/^\//, '').split('/').map(decodedPart),
    query: names.map((name) => `${name}=…`).join('&'),
  };
}

/** Numbers in addresses in the order of numbers; fixed, wherever the program runs. */
const order = new Intl.Collator('en', { numeric: true });

function grouped(
  items: readonly Item[],
  way: Way,
): { readonly groups: readonly (readonly Item[])[]; readonly loose: readonly Item[] } {
  const byKey = new Map<string, Item[]>();
  const loose: Item[] = [];
  for (const item of items) {
    const key = way.key(item);
    const group = key === null ? loose : (byKey.get(key) ?? []);
    group.push(item);
    if (key !== null) byKey.set(key, group);
  }
  const all = [...byKey.values()];
  const small = all.filter((group) => group.length < fewest).flat();
  const groups = all.filter((group) => group.length >= fewest);
  return { groups, loose: [...loose, ...small].sort((one, other) => one.rank - other.rank) };
}

/** Neighbours in pieces of nearly one size. */
function chunks<T>(all: readonly T[], most: number): readonly (readonly T[])[] {
  const count = Math.ceil(all.length / most);
  return Array.from({ length: count }, (_, nth) =>
    all.slice(Math.round((nth * all.length) / count), Math.round(((nth + 1) * all.length) / count)),
  );
}

function spanOf(way: Way, groups: readonly (readonly Item[])[]): string {
  const name = (group: readonly Item[] | undefined) => {
    const some = group?.[0] as Item;
    return way.name(way.key(some) as string, some);
  };
  return spanName(name(groups[0]), name(groups.at(-1)));
}

function rangeName(items: readonly Item[]): string {
  const [first, last] = [items[0] as Item, items.at(-1) as Item];
  return spanName(first.page.label || first.page.address, last.page.label || last.page.address);
}

function spanName(first: string, last: string): string {
  return first === last ? shorten(first, 72) : `${shorten(first, 36)} – ${shorten(last, 36)}`;
}
