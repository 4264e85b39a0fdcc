import { remembering } from '../model/bounded-map.ts';
import { type SkeletonNode, weighed } from './skeleton.ts';

/** Tells what a path of a skeleton counts in distances; what counts nothing is left out with all below it. */
export type Weigh = (path: string) => number;

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
export function weightsOf(types: readonly (readonly SkeletonNode[])[]): Weigh {
  const counts = new Map<string, number>();
  for (const samples of types) {
    const paths = new Set(samples.flatMap((sample) => [...pathsOf(sample)]));
    for (const path of paths) counts.set(path, (counts.get(path) ?? 0) + 1);
  }
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
