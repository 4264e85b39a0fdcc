import type { SampledType } from './judge.ts';
import { parseSkeleton, type SkeletonNode } from './skeleton.ts';

/** Shares that a page must have: of the parts that only this type has, and of all parts of the type. */
const [ownShare, commonShare] = [0.8, 0.6];

/**
 * Recognises a type by its parts, wherever they stand: one more element around everything leaves nothing where
 * a top-down mapping looks for it, and yet the page is the same to people.
 */
export class Labels {
  readonly #types: readonly { readonly name: string; readonly all: Set<string>; readonly own: Set<string> }[];

  constructor(types: readonly SampledType[]) {
    const labelled = types.map(({ name, samples }) => ({ name, all: shared(samples.map(labelsOf)) }));
    this.#types = labelled.map(({ name, all }) => {
      const own = [...all].filter((label) => !labelled.every((type) => type.all.has(label)));
      return { name, all, own: new Set(labelled.length > 1 && own.length > 0 ? own : all) };
    });
  }

  /** The type whose own parts a page has; `null` where that is none, or more than one alike. */
  typeOf(skeleton: string): string | null {
    const page = labelsOf(skeleton);
    const scores = this.#types
      .filter(({ all }) => shareOf(all, page) >= commonShare)
      .map(({ name, own }) => ({ name, score: shareOf(own, page) }))
      .filter(({ score }) => score >= ownShare)
      .sort((one, other) => other.score - one.score);
    const [best, second] = scores;
    return best && best.score > (second?.score ?? 0) ? best.name : null;
  }
}

/** Names of the elements of a skeleton; bare ones tell nothing. */
function labelsOf(skeleton: string): Set<string> {
  const labels = new Set<string>();
  const visit = (node: SkeletonNode) => {
    if (/[#.]/.test(node.label)) labels.add(node.label);
    for (const kid of node.kids) visit(kid);
  };
  visit(parseSkeleton(skeleton));
  return labels;
}

/** What all have. */
function shared(sets: readonly Set<string>[]): Set<string> {
  const [first, ...rest] = sets;
  return new Set([...(first ?? [])].filter((label) => rest.every((set) => set.has(label))));
}

function shareOf(wanted: ReadonlySet<string>, found: ReadonlySet<string>): number {
  if (wanted.size === 0) return 0;
  let count = 0;
  for (const label of wanted) if (found.has(label)) count++;
  return count / wanted.size;
}
