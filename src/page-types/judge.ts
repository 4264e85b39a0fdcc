import { BoundedMap } from '../model/bounded-map.ts';
import type { WeighedSkeleton } from './skeleton.ts';
import { type SampledType, SkeletonSpace } from './space.ts';

export { type SampledType, typeCosts } from './space.ts';
export { suggestThresholds, type ThresholdAdvice } from './thresholds.ts';

/** A type that pages are compared with. */
export interface JudgedType extends SampledType {
  /** Distance up to which a page is of this type. */
  readonly threshold: number;
}

/** What kind of page a page is. */
export interface TypeVerdict {
  /** `null` where it is none of them. */
  readonly type: string | null;
  /** Distance to that type, or to the nearest where it is none. */
  readonly distance: number;
  /** The type that is nearest, whether within its threshold or not; `null` where there are none. */
  readonly nearest: string | null;
}

interface Candidate {
  /** Place in the model. */
  readonly rank: number;
  readonly name: string;
  readonly threshold: number;
  readonly samples: readonly WeighedSkeleton[];
}

/** Verdicts that are kept by skeleton; pages of one template have few skeletons, hostile ones any number. */
const maxKept = 5000;

/** Decides the type of a page: the nearest by structural RTDM whose threshold it is within. */
export class TypeJudge {
  readonly #space: SkeletonSpace;
  readonly #types: readonly Candidate[];
  readonly #kept = new BoundedMap<string, TypeVerdict>(maxKept);

  constructor(types: readonly JudgedType[]) {
    this.#space = new SkeletonSpace(types.map(({ samples }) => samples));
    this.#types = types.map(({ name, threshold, samples }, rank) => ({
      rank,
      name,
      threshold,
      samples: samples.map((skeleton) => this.#space.place(skeleton)),
    }));
  }

  typeOfSkeleton(skeleton: string): TypeVerdict {
    return this.#kept.getOrMake(skeleton, () => this.#judge(this.#space.place(skeleton)));
  }

  /**
   * Types that can be nearest are looked at first, so that the others need not be mapped. Of equally near ones
   * the first in the model wins.
   */
  #judge(page: WeighedSkeleton): TypeVerdict {
    let nearest: Near | null = null;
    let within: Near | null = null;
    for (const { type, atLeast } of this.#inReach(page)) {
      const limit = Math.max(nearest?.distance ?? 1, Math.min(type.threshold, within?.distance ?? 1));
      if (atLeast > limit) continue;
      const near = { type, distance: this.#nearestOf(page, type.samples, limit) };
      if (isNearer(near, nearest)) nearest = near;
      if (near.distance <= type.threshold && isNearer(near, within)) within = near;
    }
    const found = within ?? nearest;
    return {
      type: within?.type.name ?? null,
      distance: found?.distance ?? 1,
      nearest: nearest?.type.name ?? null,
    };
  }

  #inReach(page: WeighedSkeleton): { readonly type: Candidate; readonly atLeast: number }[] {
    return this.#types
      .map((type) => ({
        type,
        atLeast: Math.min(...type.samples.map((sample) => this.#space.atLeast(sample, page))),
      }))
      .sort((a, b) => a.atLeast - b.atLeast);
  }

  #nearestOf(page: WeighedSkeleton, samples: readonly WeighedSkeleton[], limit: number): number {
    let best = Number.POSITIVE_INFINITY;
    for (const sample of samples)
      best = Math.min(best, this.#space.share(sample, page, Math.min(limit, best)));
    return best;
  }
}

interface Near {
  readonly type: Candidate;
  readonly distance: number;
}

function isNearer(one: Near, other: Near | null): boolean {
  if (!Number.isFinite(one.distance)) return false;
  if (!other || one.distance < other.distance) return true;
  return one.distance === other.distance && one.type.rank < other.type.rank;
}
