import type { Capture } from '../../model/capture.ts';
import type { Gave, Guide, Look, ReachStep } from '../../model/guide.ts';
import { Kinds } from './kinds.ts';
import { kindsOn } from './kinds-on-page.ts';

/** What a page is: of a type, of none, or a page of a type on which something has been opened. */
export interface SeenType {
  readonly type: string | null;
  readonly slight: boolean;
}

/** Says of which type a page is. */
export interface Types {
  prepare(reach: (steps: readonly ReachStep[]) => Promise<Capture>): Promise<void>;
  typeOf(number: number, capture: Capture): Promise<SeenType>;
  /** What has to be known when the crawl is taken up again. */
  save(): unknown;
}

/**
 * Learns while the crawl goes on which kinds of actions lead to new pages, or to wanted ones, and what is not
 * worth firing any more.
 */
export class LearningGuide implements Guide {
  readonly classes = [];
  readonly #types: Types;
  readonly #kinds: Kinds;

  constructor(types: Types, want: readonly string[] | null, saved: string | null = null) {
    this.#types = types;
    this.#kinds = new Kinds(want, saved === null ? null : (JSON.parse(saved) as Saved).kinds);
  }

  prepare(reach: (steps: readonly ReachStep[]) => Promise<Capture>): Promise<void> {
    return this.#types.prepare(reach);
  }

  async look(number: number, capture: Capture): Promise<Look> {
    const { type, slight } = await this.#types.typeOf(number, capture);
    // With something opened on it, a page leads nowhere that it did not lead before.
    if (slight) return { type, slight, actions: capture.candidates.map(() => ({ fire: false, kind: null })) };
    if (type === null && capture.engine === 'http' && this.wants(null))
      return { type, actions: capture.candidates.map(() => ({ fire: true, kind: null })) };
    const met = kindsOn(type ?? '', capture);
    for (const each of met) this.#kinds.meet(each);
    return { type, actions: met.map(({ kind }) => ({ fire: true, kind })) };
  }

  promise(kind: string): number | null {
    return this.#kinds.promise(kind);
  }

  isBarren(kind: string): boolean {
    return this.#kinds.isBarren(kind);
  }

  isUndecided(kind: string): boolean {
    return this.#kinds.isUndecided(kind);
  }

  wants(type: string | null): boolean {
    return this.#kinds.wants(type);
  }

  gave(kind: string, gave: Gave): void {
    this.#kinds.gave(kind, gave);
  }

  remarks(): ReturnType<Guide['remarks']> {
    return [];
  }

  save(): string {
    const saved: Saved = { kinds: this.#kinds.save(), types: this.#types.save() };
    return JSON.stringify(saved);
  }
}

/** What a learning guide leaves behind. */
export interface Saved {
  readonly kinds: string;
  readonly types: unknown;
}
