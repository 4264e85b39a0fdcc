/** Links between clusters, counted. */
import type { ClusterTree } from './clusters.ts';

/** How many links lead from one cluster to another that stands beside it, below the same parent. */
export type ClusterLink = readonly [source: number, target: number, links: number];

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
