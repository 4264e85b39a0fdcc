import type { WeighedSkeleton } from './skeleton.ts';
import { type SampledType, SkeletonSpace } from './space.ts';

/** A threshold for one type and what it was made from. */
export interface ThresholdAdvice {
  readonly name: string;
  readonly threshold: number;
  /** Widest distance between two of its samples, `null` where there is only one. */
  readonly widestWithin: number | null;
  /** Least distance from one of its samples to one of another type, and which; `null` where there is no other. */
  readonly nearestBetween: { readonly distance: number; readonly type: string } | null;
  /** Set where pages of this type cannot be told from those of another. */
  readonly warning: string | null;
}

/** Where nothing can be compared: two pages of one kind differ by their optional parts, rarely by more. */
const alone = 0.3;

/**
 * Least and greatest threshold, as shares of the distance to the nearest other type: three samples show little of what
 * pages of a type can lack or have, and between two types that are both known the nearer one wins anyway.
 */
const reach = { least: 0.7, most: 0.75 };

/** Types that are nearer than this to each other are one. */
const apart = 0.03;

/** Thresholds from how far the samples of one type are from each other, and from those of other types. */
export function suggestThresholds(types: readonly SampledType[]): ThresholdAdvice[] {
  const space = new SkeletonSpace(types.map(({ samples }) => samples));
  const sampled = types.map(({ name, samples }) => ({
    name,
    trees: samples.map((text) => space.place(text)),
  }));
  return sampled.map((type) => {
    const widestWithin = widest(space, type.trees);
    const nearestBetween = nearest(
      space,
      type.trees,
      sampled.filter((other) => other !== type),
    );
    const threshold = between(widestWithin, nearestBetween?.distance ?? null);
    const warning = doubt(type.name, widestWithin, nearestBetween);
    return { name: type.name, threshold, widestWithin, nearestBetween, warning };
  });
}

function widest(space: SkeletonSpace, trees: readonly WeighedSkeleton[]): number | null {
  let most: number | null = null;
  for (const [at, one] of trees.entries())
    for (const other of trees.slice(at + 1)) most = Math.max(most ?? 0, space.share(one, other));
  return most;
}

function nearest(
  space: SkeletonSpace,
  trees: readonly WeighedSkeleton[],
  others: readonly { readonly name: string; readonly trees: readonly WeighedSkeleton[] }[],
): ThresholdAdvice['nearestBetween'] {
  let least: ThresholdAdvice['nearestBetween'] = null;
  for (const { name, trees: theirs } of others) {
    for (const one of trees) {
      for (const other of theirs) {
        const distance = space.share(one, other);
        if (!least || distance < least.distance) least = { distance, type: name };
      }
    }
  }
  return least;
}

function between(within: number | null, other: number | null): number {
  const own = within ?? 0;
  if (other === null) return round(Math.max(alone, own * 1.5));
  if (within === null) return round(Math.min(alone, other / 2));
  const middle = (own + other) / 2;
  return round(Math.min(Math.max(middle, reach.least * other), reach.most * other));
}

/** Models are read by people. */
function round(threshold: number): number {
  return Math.round(threshold * 1000) / 1000;
}

function doubt(name: string, within: number | null, other: ThresholdAdvice['nearestBetween']): string | null {
  if (!other) return null;
  if (other.distance < apart)
    return `pages of "${name}" and "${other.type}" look the same: give them one name, or other samples`;
  if (within !== null && within >= other.distance)
    return `samples of "${name}" differ more from each other than from one of "${other.type}": give more samples, or split the type`;
  return null;
}
