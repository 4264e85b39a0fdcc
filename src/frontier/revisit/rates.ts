import type { PageVisits } from '../../model/visits.ts';
import { estimateRate, pooledRate, possibleRate, type RatePrior } from './rate.ts';

/** Changes per day that are assumed while no page has been seen twice: one a week. */
const unknownRate = 1 / 7;
/** How far rates of one kind lie apart, in factors of e; and those of pages that nothing is known about. */
const [spread, anySpread] = [1, 3];

/** The assumed rate of a page that was seen only once. */
export const unknownPrior: RatePrior = { rate: unknownRate, spread: anySpread };

/** A page whose changes are to be followed. */
export interface Followed {
  readonly visits: PageVisits;
  /** Pages of one kind are presumed to change alike, until their own visits say otherwise. */
  readonly kind: string;
}

/** The rates at which pages change: each by its own visits, and what is not known by those of its kind. */
export class ChangeRates {
  readonly #kinds: Map<string, number | null>;

  constructor(pages: readonly Followed[]) {
    const groups = Map.groupBy(pages, ({ kind }) => kind);
    this.#kinds = new Map(
      [...groups].map(([kind, members]) => [kind, pooledRate(members.map(({ visits }) => visits))]),
    );
  }

  /** Changes per day of pages of a kind, as a rule; `null` where that is not known. */
  ofKind(kind: string): number | null {
    return this.#kinds.get(kind) ?? null;
  }

  /** Changes per day of a page. */
  of(page: Followed): number {
    return estimateRate(page.visits, this.#priorOf(page));
  }

  /** What a page's rate may be that is nearest to a wanted one: anything where nothing is known. */
  possible(page: Followed, wanted: number): number {
    const isKnown = page.visits.checks > 0 || this.ofKind(page.kind) !== null;
    return isKnown ? possibleRate(page.visits, this.#priorOf(page), wanted) : wanted;
  }

  #priorOf({ kind }: Followed): RatePrior {
    const rate = this.ofKind(kind);
    return rate === null ? unknownPrior : { rate, spread };
  }
}
