import type { WeighedSkeleton } from '../../page-types/skeleton.ts';
import { SkeletonSpace } from '../../page-types/space.ts';

/** Pages of one skeleton. */
export interface Alike {
  readonly sketch: { readonly skeleton: string };
  readonly pages: readonly unknown[];
}

/** Pages of one skeleton that make it a pattern, and the share of pages that patterns must make up together. */
const [enough, most] = [3, 0.5];

/** Distance from which a page may be of another template, and the share of its own paths that the pattern then lacks. */
const [apart, lacking] = [0.2, 0.5];

/**
 * Parts pages that were taken for one template where most of them are made by a few patterns, and others lack what
 * these have beyond what is on every page: the list and the imprint of a shop whose pages have little but a frame.
 * A page that has what a pattern has, and something more, stays with it.
 */
export function withoutStrangers<T extends Alike>(groups: readonly T[]): readonly (readonly T[])[] {
  const patterns = groups.filter(({ pages }) => pages.length >= enough);
  if (patterns.length === groups.length || pagesIn(patterns) < most * pagesIn(groups)) return [groups];
  const { isOther } = comparison(groups);
  const { own = [], strange = [] } = Object.groupBy(groups, (group) =>
    patterns.includes(group) || patterns.some((pattern) => !isOther(pattern, group)) ? 'own' : 'strange',
  );
  const parted: T[][] = [own];
  for (const group of strange) {
    const like = parted
      .slice(1)
      .find((others) => others.every((other) => !isOther(other, group) && !isOther(group, other)));
    if (like) like.push(group);
    else parted.push([group]);
  }
  return parted;
}

function comparison<T extends Alike>(groups: readonly T[]) {
  const space = new SkeletonSpace([]);
  const places = new Map(groups.map((group) => [group, space.place(group.sketch.skeleton)]));
  const all = [...places.values()];
  const common = new Set(
    [...(all[0]?.paths.keys() ?? [])].filter((path) => all.every(({ paths }) => paths.has(path))),
  );
  const placeOf = (group: T) => places.get(group) as WeighedSkeleton;
  return {
    /** Whether a group is far from another one and lacks what that has of its own. */
    isOther: (one: T, other: T): boolean =>
      space.share(placeOf(one), placeOf(other)) >= apart &&
      lacks(placeOf(one).paths, placeOf(other).paths, common) >= lacking,
  };
}

/** Share of the paths of the one, without those in common, that the other does not have. */
function lacks(
  one: WeighedSkeleton['paths'],
  other: WeighedSkeleton['paths'],
  common: ReadonlySet<string>,
): number {
  const own = [...one.keys()].filter((path) => !common.has(path));
  return own.length === 0 ? 0 : own.filter((path) => !other.has(path)).length / own.length;
}

function pagesIn(groups: readonly Alike[]): number {
  return groups.reduce((sum, { pages }) => sum + pages.length, 0);
}
