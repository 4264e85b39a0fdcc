import type { PreparedPage } from '../types.ts';
import type { Template } from './cluster.ts';
import { type Distances, distancesTo } from './distance.ts';
import { resemblance, sketchOf } from './sketch.ts';

/** A page's template, and how far from it the page is. */
export interface Assignment {
  readonly template: Template;
  /** 0 to 1. */
  readonly distance: number;
}

/** Pages farther than this from every template are of none, unless a template is wider by itself. */
const farthest = 0.4;

/** Templates that are looked at closely, those that share most paths first. */
const proposed = 5;

const kept = new WeakMap<readonly Template[], Distances>();

/** The template of a page: shingles propose, edit distance and RTDM decide; `null` where it is of none. */
export function assign(page: PreparedPage, templates: readonly Template[]): Assignment | null {
  let distances = kept.get(templates);
  if (!distances) {
    distances = distancesTo(templates.map(({ skeletons }) => skeletons));
    kept.set(templates, distances);
  }
  const { skeleton, least } = sketchOf(page);
  const likely = templates
    .map((template, at) => ({ at, share: resemblance(least, Int32Array.from(template.least)) }))
    .sort((a, b) => b.share - a.share)
    .slice(0, proposed);
  let best: Assignment | null = null;
  for (const { at } of likely) {
    const template = templates[at] as Template;
    const distance = distances.all(skeleton, at);
    if (distance > Math.max(farthest, template.radius * 1.2)) continue;
    if (!best || distance < best.distance) best = { template, distance };
  }
  return best;
}

/** Pages that must have come before anything is said of a template. */
const fewest = 5;

/**
 * Whether a template has changed: half of the pages that came last are farther from it than nearly all that it was
 * learned from. `distances` are those of its assignments, the last ones last; a page of none counts as 1.
 */
export function hasDrifted({ radius }: Template, distances: readonly number[]): boolean {
  if (distances.length < fewest) return false;
  const recent = distances.slice(-2 * fewest).sort((a, b) => a - b);
  const middle = recent[Math.floor(recent.length / 2)] ?? 0;
  return middle > radius * 1.5 + 0.05;
}
