import { spread } from '../model/spread.ts';
import { clearGap, widestGap } from './clusters/gap.ts';
import { OnlineTypes } from './clusters/online.ts';
import { proposeNames } from './names.ts';
import type { WeighedSkeleton } from './skeleton.ts';
import { SkeletonSpace } from './space.ts';

export { OnlineTypes } from './clusters/online.ts';

/** A page of a first crawl. */
export interface ClusterPage {
  readonly number: number;
  readonly address: string;
  readonly skeleton: string;
}

/** Pages that look alike, proposed as a type. */
export interface PageCluster {
  readonly name: string;
  /** Numbers of its pages, ascending. */
  readonly pages: readonly number[];
  /** Up to three skeletons that stand for it, the most frequent first. */
  readonly samples: readonly string[];
}

/** Pages of one skeleton. */
interface Group {
  readonly skeleton: string;
  readonly pages: readonly ClusterPage[];
}

/** Skeletons whose distances are looked at to find a threshold; all pairs of them are compared. */
const maxSpread = 60;

/** Samples of a cluster, enough to show what its pages differ in. */
const maxSamples = 3;

/**
 * Types for a crawl without samples. Skeletons are sorted by frequency before each finds its leader or becomes
 * one, and every one goes to the nearest type in the end, so the order of the pages does not matter.
 */
export function clusterPages(pages: readonly ClusterPage[]): PageCluster[] {
  const clusters = clustersOf(grouped(pages)).map((members) => ({
    pages: members.flatMap((group) => group.pages).sort((a, b) => a.number - b.number),
    samples: members.slice(0, maxSamples).map(({ skeleton }) => skeleton),
  }));
  const names = proposeNames(
    clusters.map(({ pages, samples }) => ({ addresses: pages.map(({ address }) => address), samples })),
  );
  return clusters.map((cluster, at) => ({
    name: names[at] as string,
    pages: cluster.pages.map(({ number }) => number),
    samples: cluster.samples,
  }));
}

function grouped(pages: readonly ClusterPage[]): readonly Group[] {
  const bySkeleton = Map.groupBy(pages, ({ skeleton }) => skeleton);
  return [...bySkeleton]
    .map(([skeleton, pages]) => ({ skeleton, pages }))
    .sort((a, b) => b.pages.length - a.pages.length || (a.skeleton < b.skeleton ? -1 : 1));
}

function clustersOf(groups: readonly Group[]): readonly (readonly Group[])[] {
  const plain = new SkeletonSpace([]);
  const looked = spread(groups, maxSpread).map(({ skeleton }) => plain.place(skeleton));
  return clustersWithin(groups, widestGap(plain, looked)).flatMap((members) => split(plain, members));
}

/** Two types that are near to each other beside all the others are still two if nothing lies between them. */
function split(plain: SkeletonSpace, members: readonly Group[]): readonly (readonly Group[])[] {
  const places = spread(members, maxSpread).map(({ skeleton }) => plain.place(skeleton));
  const threshold = clearGap(plain, places);
  return threshold === null ? [members] : clustersWithin(members, threshold);
}

function clustersWithin(groups: readonly Group[], threshold: number): readonly (readonly Group[])[] {
  const online = new OnlineTypes(threshold);
  const ids = [...new Set(groups.map(({ skeleton }) => online.assignSkeleton(skeleton)))];
  const types = ids.map((id) => online.skeletonsOf(id));
  // A type that came later may be nearer than the one that was near enough at first.
  const space = new SkeletonSpace(types);
  const places = types.map((skeletons) => skeletons.map((skeleton) => space.place(skeleton)));
  const members = types.map((): Group[] => []);
  for (const group of groups) members[nearestOf(space, places, space.place(group.skeleton))]?.push(group);
  return members.filter((list) => list.length > 0);
}

function nearestOf(
  space: SkeletonSpace,
  types: readonly (readonly WeighedSkeleton[])[],
  place: WeighedSkeleton,
): number {
  let [best, least] = [0, Number.POSITIVE_INFINITY];
  for (const [at, samples] of types.entries()) {
    for (const sample of samples) {
      const distance = space.share(sample, place, Math.min(1, least));
      if (distance < least) [best, least] = [at, distance];
    }
  }
  return best;
}
