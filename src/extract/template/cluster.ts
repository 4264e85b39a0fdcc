import { clusterPages as clusterSkeletons } from '../../page-types/clusters.ts';
import type { PreparedPage } from '../types.ts';
import { withoutOwnIds } from './own-ids.ts';
import { resemblance, type Sketch, sketchOf } from './sketch.ts';
import { withoutStrangers } from './strangers.ts';
import { editShare, skeletonTokens } from './tokens.ts';

/** Pages of one structure. */
export interface Template {
  /** Proposed name, from addresses and structure: `product`, `search`. */
  readonly name: string;
  /** Names of its pages. */
  readonly pages: readonly string[];
}

/** Pages that share so many of their paths are of one structure without a closer look. */
const same = 0.95;

/** A page whose tokens differ by more than this from every one that stands for a template is none of it. */
const farthest = 0.6;

/**
 * Sorts pages by template: shingles of tag paths say which are all but the same, RTDM over skeletons, with what
 * all templates have in common discounted, which belong together, and the edit distance of their tokens throws
 * out what does not, such as an error page among products.
 */
export function clusterByTemplate(pages: readonly PreparedPage[]): Template[] {
  const groups = grouped(withoutOwnIds(pages));
  const clusters = clusterSkeletons(
    groups.map(({ sketch, pages: [first] }, number) => ({
      number,
      address: first?.url ?? '',
      skeleton: sketch.skeleton,
    })),
  );
  const kinds = clusters.flatMap(({ name, pages: numbers, samples }) => {
    const members = numbers.map((number) => groups[number] as Group);
    const distance = distanceTo(samples);
    const { usual = [], odd = [] } = Object.groupBy(members, ({ sketch }) =>
      distance(sketch.skeleton) <= farthest ? 'usual' : 'odd',
    );
    return [
      ...withoutStrangers(usual).map((some) => templateOf(name, some)),
      ...odd.map((group) => templateOf(`${name}-odd`, [group])),
    ];
  });
  return distinct(kinds.filter(({ pages: { length } }) => length > 0)).sort(
    (a, b) => b.pages.length - a.pages.length,
  );
}

interface Group {
  readonly sketch: Sketch;
  readonly pages: PreparedPage[];
}

function grouped(pages: readonly PreparedPage[]): readonly Group[] {
  const groups: Group[] = [];
  const bySkeleton = new Map<string, Group>();
  for (const page of pages) {
    const sketch = sketchOf(page);
    const found =
      bySkeleton.get(sketch.skeleton) ??
      groups.find((group) => resemblance(group.sketch.least, sketch.least) >= same);
    if (found) found.pages.push(page);
    else {
      const group: Group = { sketch, pages: [page] };
      groups.push(group);
      bySkeleton.set(sketch.skeleton, group);
    }
  }
  return groups;
}

function templateOf(name: string, groups: readonly Group[]): Template {
  return { name, pages: groups.flatMap(({ pages }) => pages.map((page) => page.name)) };
}

/** Names are what records are filed under: each is used once. */
function distinct(templates: readonly Template[]): Template[] {
  const counts = new Map<string, number>();
  return templates.map((template) => {
    const count = (counts.get(template.name) ?? 0) + 1;
    counts.set(template.name, count);
    return count === 1 ? template : { ...template, name: `${template.name}-${count}` };
  });
}

/** Distance of a skeleton to the nearest of those that stand for a template, 0 to 1, by the edits of their tokens. */
function distanceTo(samples: readonly string[]): (skeleton: string) => number {
  const known = new Map<string, number>();
  return (skeleton) => {
    let least = known.get(skeleton);
    if (least === undefined) {
      const tokens = skeletonTokens(skeleton);
      least = Math.min(1, ...samples.map((sample) => editShare(skeletonTokens(sample), tokens)));
      known.set(skeleton, least);
    }
    return least;
  };
}
