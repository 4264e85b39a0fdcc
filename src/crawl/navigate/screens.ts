import type { Capture, Outcome } from '../../model/index.ts';
import type { Shared } from '../loop/shared.ts';
import type { MapEdge } from '../map/edges.ts';
import type { Standing } from './standing.ts';

/** Keys by which terminals go back. */
const leavingKeys: ReadonlySet<string> = new Set(['Left', 'q', 'Q', 'Escape']);

/**
 * Screens of terminals. These do not say what a key has changed, so that nothing else would tell a screen that
 * was drawn anew, with other counts, from another one.
 */
export class Screens {
  readonly #shared: Shared;
  readonly #at: Standing;

  constructor(shared: Shared, at: Standing) {
    this.#shared = shared;
    this.#at = at;
  }

  /** Whether a page is shown again with nothing but volatile parts changed. */
  async isSame(page: number, edge: MapEdge | null, capture: Capture): Promise<boolean> {
    const { atlas, exclusive, volatility } = this.#shared;
    if (edge?.order.event !== 'key' || edge.presumed || page < 0) return false;
    if (this.#at.map?.standing(capture.fingerprint) !== null) return false;
    const prints = await exclusive(() => volatility.relearn(page, capture.document));
    if (prints) atlas.reprint(prints);
    return prints !== null;
  }

  /** The page that a key for leaving has led back to, drawn anew. */
  async leftTo(source: number, edge: MapEdge | null, outcome: Outcome): Promise<number | null> {
    const parent = this.#at.map?.parentOf(source) ?? null;
    if (parent === null || outcome.kind !== 'captured' || !leavingKeys.has(edge?.order.value ?? ''))
      return null;
    return (await this.isSame(parent, edge, outcome.capture)) ? parent : null;
  }
}
