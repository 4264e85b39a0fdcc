import { leastCost } from '../dom/rtdm/costs.ts';
import { type RtdmCosts, rtdmWithin } from '../dom/rtdm.ts';
import { remembering } from '../model/bounded-map.ts';
import { groupsWith } from '../model/counts.ts';
import { parseSkeleton, type SkeletonNode, type WeighedSkeleton, weighed } from './skeleton.ts';

/** Costs between skeletons where nothing else is said: an element of another name is no other form of the same. */
export const typeCosts: RtdmCosts = { insert: 1, delete: 1, replace: 2 };

/** A type by the skeletons of its samples. */
export interface SampledType {
  readonly name: string;
  readonly samples: readonly string[];
}

/** Distances between skeletons, under weights that come from the samples of all types together. */
export class SkeletonSpace {
  readonly #weigh: Weigh;
  readonly #costs: RtdmCosts;

  constructor(types: readonly (readonly string[])[], costs: RtdmCosts = typeCosts) {
    this.#weigh = weightsOf(types.map((samples) => samples.map(parsed)));
    this.#costs = costs;
  }

  /** A skeleton as it is compared in this space. */
  place(skeleton: string): WeighedSkeleton {
    return weighed(parsed(skeleton), this.#weigh);
  }

  /** RTDM as a share of deleting the one and inserting the other; infinite where it is more than `limit`. */
  share(one: WeighedSkeleton, other: WeighedSkeleton, limit = 1): number {
    if (this.atLeast(one, other) > limit) return Number.POSITIVE_INFINITY;
    const all = this.#all(one, other);
    const cost = rtdmWithin(one.tree, other.tree, limit * all, this.#costs);
    return cost / all;
  }

  /**
   * A share that theirs is never below, found without mapping: nodes that are mapped for nothing have all their
   * ancestors mapped to ancestors of the same labels, so they are at the same path.
   */
  atLeast(one: WeighedSkeleton, other: WeighedSkeleton): number {
    let same = 0;
    for (const [path, count] of one.paths) same += Math.min(count, other.paths.get(path) ?? 0);
    const mine = one.tree.labels.length;
    const yours = other.tree.labels.length;
    return leastCost(this.#costs, mine, mine - same, yours, yours - same) / this.#all(one, other);
  }

  #all(one: WeighedSkeleton, other: WeighedSkeleton): number {
    return one.tree.labels.length * this.#costs.delete + other.tree.labels.length * this.#costs.insert;
  }
}

/** A space is made anew with every type, from the skeletons of all others. */
const parsed = remembering<string, SkeletonNode>(1000, parseSkeleton);

/** Tells what a path of a skeleton counts in distances; what counts nothing is left out with all below it. */
type Weigh = (path: string) => number;

/** What a part counts that one type alone has, that a few have, that many have, and that no sample has. */
const weights = { one: 4, few: 2, many: 1, none: 3 };

/** Share of the types from which on they are many. */
const manyFrom = 0.3;

/** Paths whose weight is kept; a site has hundreds, hostile pages any number. */
const maxKept = 20_000;

/**
 * Weights that keep what stands around the content from drowning it. A part that one type alone has tells most,
 * one that many types have next to nothing. What is inside the page's headers, menus and footers tells nothing.
 */
function weightsOf(types: readonly (readonly SkeletonNode[])[]): Weigh {
  const counts = groupsWith(types.map((samples) => samples.flatMap((sample) => [...pathsOf(sample)])));
  const many = Math.max(2, Math.ceil(types.length * manyFrom));
  return (path) => (isSurrounding(path) ? 0 : weightOf(counts.get(path) ?? 0, many));
}

const pathsKnown = new WeakMap<SkeletonNode, ReadonlySet<string>>();

function pathsOf(sample: SkeletonNode): ReadonlySet<string> {
  let paths = pathsKnown.get(sample);
  if (!paths) {
    paths = new Set(weighed(sample, plainly).paths.keys());
    pathsKnown.set(sample, paths);
  }
  return paths;
}

function plainly(): number {
  return 1;
}

function weightOf(count: number, many: number): number {
  if (count === 0) return weights.none;
  if (count >= many) return weights.many;
  return count === 1 ? weights.one : weights.few;
}

const surrounding =
  /\/(?:(?:header|nav|footer)(?:[.#][^/]*)?|[^/]+[.#](?:site-?|page-?|main-?|top-?|global-?)?(?:header|footer|nav|navbar|navigation|menu|topbar))\//i;
const content = /\/(?:main|article|section)(?=[/.#])/;

/** Whether a path lies inside a header, menu or footer of the page, not of one of its articles. */
const isSurrounding = remembering(maxKept, (path: string) => surrounding.test(path) && !content.test(path));
