import { editShare, skeletonTokens } from './tokens.ts';

/** Distance of a skeleton to the nearest of those that stand for a template, 0 to 1, by the edits of their tokens. */
export function distanceTo(samples: readonly string[]): (skeleton: string) => number {
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
