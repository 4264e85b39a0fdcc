import { leastCost } from '../dom/rtdm/costs.ts';
import { type RtdmCosts, rtdmWithin } from '../dom/rtdm.ts';
import { remembering } from '../model/bounded-map.ts';
import { parseSkeleton, type SkeletonNode, type WeighedSkeleton, weighed } from './skeleton.ts';
import { type Weigh, weightsOf } from './weights.ts';

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
