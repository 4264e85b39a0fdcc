import { BoundedMap } from '../../model/bounded-map.ts';
import type { DocumentTree } from '../../model/document.ts';
import { skeletonOf, type WeighedSkeleton } from '../skeleton.ts';
import { SkeletonSpace } from '../space.ts';

interface OnlineType {
  readonly id: string;
  readonly skeletons: string[];
  places: WeighedSkeleton[];
}

/** Distance up to which a page is of a type that is known already. */
const usualThreshold = 0.45;

/** Pages beyond so many types go to the nearest: a site has dozens of templates, not thousands. */
const maxTypes = 64;

/** Skeletons that stand for a type; those that come later are like one of them. */
const maxSkeletons = 4;

/** Ids that are kept by skeleton. */
const maxKept = 5000;

/**
 * Types that are learned while pages come in: every page gets one at once, a known one or a new one. What was
 * said of a page stays, though later pages tell better what counts.
 */
export class OnlineTypes {
  readonly #threshold: number;
  readonly #types: OnlineType[] = [];
  readonly #kept = new BoundedMap<string, string>(maxKept);
  #space = new SkeletonSpace([]);

  constructor(threshold = usualThreshold) {
    this.#threshold = threshold;
  }

  /** Types so far. */
  get count(): number {
    return this.#types.length;
  }

  assign(document: DocumentTree): string {
    return this.assignSkeleton(skeletonOf(document));
  }

  assignSkeleton(skeleton: string): string {
    return this.#kept.getOrMake(skeleton, () => this.#typeFor(skeleton).id);
  }

  /** Skeletons that stand for a type, the first that was seen of it first. */
  skeletonsOf(id: string): readonly string[] {
    return this.#types.find((type) => type.id === id)?.skeletons ?? [];
  }

  #typeFor(skeleton: string): OnlineType {
    const place = this.#space.place(skeleton);
    const full = this.#types.length >= maxTypes;
    const { type, distance } = this.#nearest(place, full ? 1 : this.#threshold);
    if (!type) return this.#begin(skeleton);
    // Only what differs much is worth keeping, and only what is near: a type must not creep towards another.
    if (
      type.skeletons.length < maxSkeletons &&
      distance > this.#threshold / 3 &&
      distance <= this.#threshold
    ) {
      type.skeletons.push(skeleton);
      type.places.push(place);
    }
    return type;
  }

  #nearest(place: WeighedSkeleton, limit: number): { type: OnlineType | null; distance: number } {
    let [found, least]: [OnlineType | null, number] = [null, limit];
    for (const type of this.#types) {
      for (const sample of type.places) {
        const distance = this.#space.share(sample, place, least);
        if (distance < least || (distance === least && !found)) [found, least] = [type, distance];
      }
    }
    return { type: found, distance: least };
  }

  #begin(skeleton: string): OnlineType {
    const type: OnlineType = { id: `type${this.#types.length + 1}`, skeletons: [skeleton], places: [] };
    this.#types.push(type);
    this.#space = new SkeletonSpace(this.#types.map(({ skeletons }) => skeletons));
    for (const known of this.#types) known.places = known.skeletons.map((text) => this.#space.place(text));
    return type;
  }
}
