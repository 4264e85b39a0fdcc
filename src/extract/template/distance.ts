import type { WeighedSkeleton } from '../../learn/skeleton.ts';
import { SkeletonSpace } from '../../learn/types/space.ts';
import { editShare, tokensOf } from './tokens.ts';

/** Distances from a skeleton to those that stand for each of some templates, 0 to 1. */
export interface Distances {
  /** By the edit distance of tokens. */
  edit(skeleton: string, template: number): number;
  /** By RTDM, with what all templates have in common discounted. */
  rtdm(skeleton: string, template: number): number;
  /** Both, one as much as the other. */
  all(skeleton: string, template: number): number;
}

/** Prepares distances to templates, given by the skeletons that stand for each. */
export function distancesTo(templates: readonly (readonly string[])[]): Distances {
  const space = new SkeletonSpace(templates);
  const places = templates.map((skeletons) => skeletons.map((skeleton) => space.place(skeleton)));
  const edits = templates.map(() => new Map<string, number>());
  const edit = (skeleton: string, template: number): number => {
    const known = edits[template]?.get(skeleton);
    if (known !== undefined) return known;
    const tokens = tokensOf(skeleton);
    const found = least(templates[template] ?? [], (sample) => editShare(tokensOf(sample), tokens));
    edits[template]?.set(skeleton, found);
    return found;
  };
  const rtdm = (skeleton: string, template: number): number => {
    const place = space.place(skeleton);
    return least(places[template] ?? [], (sample: WeighedSkeleton) =>
      Math.min(1, space.share(sample, place)),
    );
  };
  return {
    edit,
    rtdm,
    all: (skeleton, template) => (edit(skeleton, template) + rtdm(skeleton, template)) / 2,
  };
}

function least<T>(samples: readonly T[], distance: (sample: T) => number): number {
  let found = 1;
  for (const sample of samples) found = Math.min(found, distance(sample));
  return found;
}
