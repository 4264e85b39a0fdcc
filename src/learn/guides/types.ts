import type { Capture } from '../../model/capture.ts';
import type { ReachStep } from '../../model/guide.ts';
import type { SiteStore } from '../../model/store.ts';
import { OnlineTypes } from '../../page-types/clusters.ts';
import { suggestThresholds } from '../../page-types/judge.ts';
import { skeletonOf } from '../../page-types/skeleton.ts';
import type { Sample } from '../samples.ts';
import { type ThresholdType, Typer, usualChange } from '../typer.ts';
import type { SeenType, Types } from './learning.ts';

/**
 * Types that come up by themselves: pages of one structure are of one. A page that was only read has no events that its
 * type would tell apart, and finding the type takes longer than reading the page: it is of none.
 */
export class FoundTypes implements Types {
  readonly #types = new OnlineTypes();

  constructor(saved: unknown = null) {
    const types = (saved ?? []) as readonly (readonly string[])[];
    // In the order in which they came up, so that they get the same names.
    for (const skeletons of types) this.#types.assignSkeleton(skeletons[0] as string);
    for (const skeleton of types.flat()) this.#types.assignSkeleton(skeleton);
  }

  async prepare(): Promise<void> {}

  async typeOf(_number: number, { document, engine }: Capture): Promise<SeenType> {
    return { type: engine === 'http' ? null : this.#types.assign(document), slight: false };
  }

  save(): unknown {
    return Array.from({ length: this.#types.count }, (_, at) => this.#types.skeletonsOf(`type${at + 1}`));
  }
}

/** Types that are known before the crawl begins. */
export class KnownTypes implements Types {
  readonly #typer: Typer;

  constructor(site: SiteStore, types: readonly ThresholdType[]) {
    this.#typer = new Typer(site, types);
  }

  async prepare(): Promise<void> {}

  typeOf(number: number, capture: Capture): Promise<SeenType> {
    return this.#typer.typeOf(number, capture);
  }

  save(): unknown {
    return null;
  }
}

/** Thresholds that a person has set; the others are suggested from the samples. */
export interface SetThresholds {
  readonly type: number | null;
  readonly change: number | null;
}

/** Types that have samples: they are looked at first. */
export class SampledTypes implements Types {
  readonly #site: SiteStore;
  readonly #samples: readonly Sample[];
  readonly #set: SetThresholds;
  #types: readonly ThresholdType[];
  #typer: Typer | null = null;

  constructor(site: SiteStore, samples: readonly Sample[], set: SetThresholds, saved: unknown = null) {
    this.#site = site;
    this.#samples = samples;
    this.#set = set;
    this.#types = (saved as readonly ThresholdType[] | null) ?? [];
  }

  async prepare(reach: (steps: readonly ReachStep[]) => Promise<Capture>): Promise<void> {
    if (this.#types.length === 0) {
      const captures: { readonly type: string; readonly capture: Capture }[] = [];
      for (const { type, steps } of this.#samples) captures.push({ type, capture: await reach(steps) });
      this.#types = sampledTypes(captures, this.#set);
    }
    this.#typer = new Typer(this.#site, this.#types);
  }

  async typeOf(number: number, capture: Capture): Promise<SeenType> {
    return (await this.#typer?.typeOf(number, capture)) ?? { type: null, slight: false };
  }

  /** The types, once the samples were looked at. */
  get types(): readonly ThresholdType[] {
    return this.#types;
  }

  save(): unknown {
    return this.#types;
  }
}

/** Types from pages that stand for them, with thresholds. */
function sampledTypes(
  samples: readonly { readonly type: string; readonly capture: Pick<Capture, 'document'> }[],
  set: SetThresholds,
): readonly ThresholdType[] {
  const grouped = Map.groupBy(samples, ({ type }) => type);
  const types = [...grouped].map(([name, group]) => ({
    name,
    samples: group.map(({ capture }) => skeletonOf(capture.document)),
    change: set.change ?? usualChange,
  }));
  const advice = suggestThresholds(types);
  return types.map((type, at) => ({ ...type, threshold: set.type ?? advice[at]?.threshold ?? 0 }));
}
