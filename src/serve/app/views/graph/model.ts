/** The graph as the view has it: items are clusters, then pages; some clusters are open. */

import type { SiteClusters } from '../../../../derive/graph/cluster-file.ts';
import type { Cluster } from '../../../../derive/graph/clusters.ts';
import { mostDrawn, type Neighbours, neighboursOf, type ShownLinks } from './links.ts';

/** A cluster or a page. */
export type Item =
  | { readonly kind: 'cluster'; readonly id: number; readonly cluster: Cluster }
  | {
      readonly kind: 'page';
      readonly id: number;
      readonly number: number;
      readonly label: string;
      readonly url: string | null;
      readonly type: string | null;
      readonly depth: number;
    };

/** The graph of a crawl; nothing of it changes. */
export class GraphModel {
  readonly site: string;
  readonly clusters: readonly Cluster[];
  readonly pageCount: number;
  /** The cluster that each item is in; -1 for the whole site. */
  readonly parents: Int32Array;
  readonly links: Int32Array;
  readonly #pages: SiteClusters['pages'];
  readonly #children: readonly (readonly number[])[];
  readonly #ties: SiteClusters['links'];
  #folded: readonly string[] | null = null;

  /** `links` are those between pages, as far as they are there. */
  constructor({ site, clusters, pages, links: ties }: SiteClusters, links: Int32Array) {
    this.#ties = ties;
    this.site = site;
    this.clusters = clusters;
    this.#pages = pages;
    this.links = links;
    this.pageCount = pages.number.length;
    this.parents = new Int32Array(clusters.length + this.pageCount);
    for (const { id, parent } of clusters) this.parents[id] = parent ?? -1;
    this.parents.set(pages.cluster, clusters.length);
    const children: number[][] = clusters.map(() => []);
    for (let item = 1; item < this.parents.length; item++) children[this.parents[item] as number]?.push(item);
    this.#children = children;
  }

  isCluster(item: number): boolean {
    return item < this.clusters.length;
  }

  childrenOf(cluster: number): readonly number[] {
    return this.#children[cluster] ?? [];
  }

  /** Clusters around an item, the whole site first. */
  around(item: number): readonly number[] {
    const found: number[] = [];
    for (let up = this.parents[item] as number; up >= 0; up = this.parents[up] as number) found.unshift(up);
    return found;
  }

  item(id: number): Item {
    const cluster = this.clusters[id];
    if (cluster) return { kind: 'cluster', id, cluster };
    const at = id - this.clusters.length;
    const { number, label, url, type, depth } = this.#pages;
    return {
      kind: 'page',
      id,
      number: number[at] as number,
      label: label[at] as string,
      url: url[at] ?? null,
      type: type[at] ?? null,
      depth: depth[at] as number,
    };
  }

  nameOf(id: number): string {
    const item = this.item(id);
    if (item.kind === 'cluster') return item.cluster.name;
    return item.label || item.url || `Page ${item.number}`;
  }

  /** What tells an item from those beside it: a state among the states of its document is called by what was fired. */
  shortName(id: number): string {
    const name = this.nameOf(id);
    const around = this.clusters[this.parents[id] as number];
    const steps = name.indexOf(' › ');
    return around?.kind === 'states' && steps > 0 && this.isState(id) ? name.slice(steps + 3) : name;
  }

  /** How many pages an item stands for. */
  weightOf(id: number): number {
    return this.clusters[id]?.pages ?? 1;
  }

  isState(id: number): boolean {
    return !this.isCluster(id) && this.#pages.url[id - this.clusters.length] === null;
  }

  /** Item of a page by its number, `null` where there is none. */
  itemOfPage(number: number): number | null {
    const at = this.#pages.number.indexOf(number);
    return at < 0 ? null : this.clusters.length + at;
  }

  /** For each page the item that stands for it where these clusters are open. */
  shown(open: ReadonlySet<number>): Int32Array {
    const shown = new Int32Array(this.pageCount);
    // The outermost closed cluster; parents come before their children.
    const standing = new Int32Array(this.clusters.length).fill(-1);
    for (const { id, parent } of this.clusters) {
      const above = parent === null ? -1 : (standing[parent] as number);
      standing[id] = above >= 0 ? above : open.has(id) ? -1 : id;
    }
    for (let at = 0; at < this.pageCount; at++) {
      const item = this.clusters.length + at;
      const closed = standing[this.parents[item] as number] as number;
      shown[at] = closed >= 0 ? closed : item;
    }
    return shown;
  }

  /** The strongest links between clusters that are shown, by what is known of clusters alone. */
  clusterLinks(shown: Int32Array): ShownLinks {
    const seen = new Set(shown);
    return this.#ties
      .filter(([one, other]) => seen.has(one) && seen.has(other))
      .toSorted(([, , a], [, , b]) => b - a)
      .slice(0, mostDrawn);
  }

  neighbours(shown: Int32Array, item: number): Neighbours {
    return neighboursOf(this.links, shown, item);
  }

  /** Items whose names or addresses have all words, clusters first; so many at most. */
  find(words: string, most: number): readonly number[] {
    this.#folded ??= Array.from({ length: this.parents.length }, (_, id) => {
      const item = this.item(id);
      return `${this.nameOf(id)} ${item.kind === 'page' ? (item.url ?? '') : ''}`.toLowerCase();
    });
    const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
    const found: number[] = [];
    for (let id = 1; id < this.#folded.length && found.length < most; id++)
      if (wanted.every((word) => this.#folded?.[id]?.includes(word))) found.push(id);
    return found;
  }
}
