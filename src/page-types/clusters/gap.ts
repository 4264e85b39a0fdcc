import type { WeighedSkeleton } from '../skeleton.ts';
import type { SkeletonSpace } from '../space.ts';

/** Pages nearer than this are of one type, those further apart than the other of two, whatever the gaps. */
const bounds = { least: 0.1, most: 0.6 };

/** Where pages show no gap. */
const usual = 0.45;

/**
 * A threshold from the distances between pages: those that join all pages at least cost (a minimum spanning
 * tree) are short within types and long between them, and the threshold lies in the widest gap.
 */
export function widestGap(space: SkeletonSpace, places: readonly WeighedSkeleton[]): number {
  const edges = joining(space, places).sort((a, b) => a - b);
  const marks = [
    bounds.least,
    ...edges.filter((edge) => edge > bounds.least && edge < bounds.most),
    bounds.most,
  ];
  let [threshold, widest] = [usual, 0];
  // With no edge beyond the bounds all pages are of one type, and with none below none are alike: no gap to find.
  if (marks.length === 2) return usual;
  for (const [at, edge] of marks.slice(1).entries()) {
    const gap = edge - (marks[at] as number);
    if (gap > widest) [threshold, widest] = [edge - gap / 2, gap];
  }
  return threshold;
}

/** Distance from which pages may be of two types, and how much longer it must be than those within one. */
const [apart, longer] = [0.2, 4];
/** Distances below this are all the same: a class more or less. */
const nothing = 0.03;

/** A threshold between pages that are all but the same and pages that are clearly others; `null` without such a gap. */
export function clearGap(space: SkeletonSpace, places: readonly WeighedSkeleton[]): number | null {
  const edges = joining(space, places).sort((a, b) => a - b);
  for (const [at, edge] of edges.entries()) {
    const shorter = Math.max(nothing, edges[at - 1] ?? 0);
    if (at > 0 && edge >= apart && edge >= longer * shorter) return (edge + shorter) / 2;
  }
  return null;
}

/** Lengths of a minimum spanning tree (Prim). */
function joining(space: SkeletonSpace, places: readonly WeighedSkeleton[]): number[] {
  const [first, ...others] = places;
  if (!first) return [];
  const lengths: number[] = [];
  const waiting = new Map(others.map((place) => [place, space.share(first, place)]));
  while (waiting.size > 0) {
    let next: WeighedSkeleton | null = null;
    let least = Number.POSITIVE_INFINITY;
    for (const [place, length] of waiting) {
      if (length < least) [next, least] = [place, length];
    }
    if (!next) break;
    lengths.push(least);
    waiting.delete(next);
    for (const [place, length] of waiting) {
      const distance = space.share(next, place, length);
      if (distance < length) waiting.set(place, distance);
    }
  }
  return lengths;
}
