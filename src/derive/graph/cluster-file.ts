/** The clusters of a crawl as a file: what a view of the graph begins with, made once and read often. */
import { join } from 'node:path';
import type { SiteInfo, SiteStore } from '../../model/store.ts';
import { writeText } from '../disk.ts';
import { EntryPaths } from '../entry-path.ts';
import { pageLabel } from '../label.ts';
import { keptPages, Numbering } from '../numbering.ts';
import { type Cluster, type ClusterTree, clusterTree, type GraphedPage } from './clusters.ts';
import { pageLinks } from './page-links.ts';

/** Name of the file in the folder of a crawl. */
export const clusterFile = 'clusters.json';

/** Pages and clusters of a crawl. Pages are columns: a list for each property, all of one length. */
export interface SiteClusters {
  readonly site: string;
  /** What the crawl was when this was made; another crawl, or more of it, has another. */
  readonly stamp: string;
  /** Place of the start page in the columns, `null` where there is none. */
  readonly start: number | null;
  readonly pages: {
    readonly number: readonly number[];
    readonly label: readonly string[];
    readonly url: readonly (string | null)[];
    readonly type: readonly (string | null)[];
    readonly depth: readonly number[];
    /** The innermost cluster that a page is in. */
    readonly cluster: readonly number[];
  };
  readonly clusters: readonly Cluster[];
  /** Links between clusters below one parent. */
  readonly links: readonly ClusterLink[];
}

/** What tells whether a file of clusters is still about the crawl as it is. */
export function clusterStamp({ nextNumber, totals, createdAt }: SiteInfo): string {
  const { seconds: _, ...counts } = totals;
  return JSON.stringify([createdAt, nextNumber, Object.values(counts)]);
}

/** Puts the pages of a crawl into clusters. */
export async function siteClusters(site: SiteStore): Promise<SiteClusters> {
  const numbering = await Numbering.read(site);
  const info = await site.info();
  const paths = new EntryPaths(site);
  const pages: (GraphedPage & { readonly depth: number })[] = [];
  for await (const page of keptPages(site)) {
    const entry = await paths.of(page);
    pages.push({
      number: page.number,
      label: pageLabel(page.content?.title ?? '', entry),
      url: await paths.addressOf(page),
      address: page.content?.address ?? '',
      type: page.content?.type ?? null,
      depth: page.depth,
    });
  }
  const tree = clusterTree(info.name, pages);
  const links = await pageLinks(site, numbering);
  const start = pages.findIndex(({ number }) => number === numbering.start);
  return {
    site: info.name,
    stamp: clusterStamp(info),
    start: start < 0 ? null : start,
    pages: {
      number: pages.map(({ number }) => number),
      label: pages.map(({ label }) => label),
      url: pages.map(({ url }) => url),
      type: pages.map(({ type }) => type),
      depth: pages.map(({ depth }) => depth),
      cluster: [...tree.homes],
    },
    clusters: tree.clusters,
    links: clusterLinks(tree, links),
  };
}

/** Writes the clusters of a crawl. */
export async function writeClusters(
  site: SiteStore,
  options: { readonly dir: string },
): Promise<{ readonly path: string; readonly clusters: number }> {
  const made = await siteClusters(site);
  const path = join(options.dir, clusterFile);
  await writeText(path, (file) => file.add(JSON.stringify(made)));
  return { path, clusters: made.clusters.length };
}

/** How many links lead from one cluster to another that stands beside it, below the same parent. */
type ClusterLink = readonly [source: number, target: number, links: number];

/**
 * Counts each link between pages where it is seen: between the two clusters that part its ends. `links` holds source,
 * target and count of each, as places in the list of pages.
 */
export function clusterLinks({ clusters, homes }: ClusterTree, links: Int32Array): readonly ClusterLink[] {
  const depths = clusters.map(() => 0);
  for (const { id, parent } of clusters) depths[id] = parent === null ? 0 : (depths[parent] ?? 0) + 1;
  const parentOf = (id: number) => clusters[id]?.parent ?? 0;
  const counts = new Map<number, number>();
  for (let at = 0; at < links.length; at += 3) {
    let [one, other] = [homes[links[at] as number] as number, homes[links[at + 1] as number] as number];
    while (one !== other) {
      const [up, down] = [depths[one] as number, depths[other] as number];
      if (up === down && parentOf(one) === parentOf(other)) break;
      if (up >= down) one = parentOf(one);
      if (down >= up) other = parentOf(other);
    }
    if (one === other) continue;
    const key = one * clusters.length + other;
    counts.set(key, (counts.get(key) ?? 0) + (links[at + 2] as number));
  }
  return [...counts]
    .map(([key, count]): ClusterLink => [Math.floor(key / clusters.length), key % clusters.length, count])
    .sort(([a, b], [c, d]) => a - c || b - d);
}
