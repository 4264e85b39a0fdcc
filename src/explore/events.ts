import type { Capture, Outcome } from '../model/index.ts';
import type { DocumentMap } from './document-map.ts';
import type { MapEdge } from './edges.ts';
import { fingerprintOf, type Landings } from './landings.ts';
import type { Step } from './plan.ts';
import type { Shared } from './shared.ts';
import type { Standing } from './standing.ts';

/** A step that fires an event. */
export type FireStep = Step & { readonly kind: 'fire' };

/** What a step came to, and the step as it was made. */
export interface Taken<S extends Step = Step> {
  readonly outcome: Outcome;
  /**
   * Where the pointer had to leave what it was over, and the page has changed with that, the same event of
   * the page that it was fired on.
   */
  readonly step: S;
}

/**
 * Takes steps. A pointer leaves what it was over before it goes to the next element, and what was open
 * there may close: then the tab stands elsewhere when the event is fired, and that is where it leads from.
 */
export class Events {
  readonly #shared: Shared;
  readonly #at: Standing;
  readonly #landings: Landings;
  /** Where the tab stood before the latest event that changed something: what a pointer that leaves is likely to bring back. */
  #behind: { readonly page: number; readonly fingerprint: string } | null = null;

  constructor(shared: Shared, at: Standing, landings: Landings) {
    this.#shared = shared;
    this.#at = at;
    this.#landings = landings;
  }

  /** Takes a step from where the tab stands; `known` are fingerprints of which no document is needed. */
  async take<S extends Step>(step: S, known: ReadonlySet<string>): Promise<Taken<S>> {
    const { map, page } = this.#at;
    let outcome = await this.#at.take(step, known);
    if (outcome.kind === 'captured' && outcome.paused) {
      const { fingerprint } = outcome.capture;
      await this.#left(outcome.capture);
      outcome = await this.#at.take(step, new Set([...known, fingerprint]));
    } else if (outcome.kind !== 'lost' && outcome.before !== undefined) this.#standOn(outcome.before);
    const from = this.#at.page;
    // What changes nothing leaves open what is open.
    if (from !== null && fingerprintOf(outcome) !== this.#at.actual) this.#behind = this.#at.stood(from);
    if (step.kind !== 'fire' || !map || from === null || from === page) return { outcome, step };
    return { outcome, step: (firedFrom(map, step, from) as S | null) ?? step };
  }

  #standOn(fingerprint: string): boolean {
    const standing = this.#at.map?.standing(fingerprint) ?? null;
    if (standing !== null) this.#at.stand(standing, fingerprint, false);
    return standing !== null;
  }

  /** Takes its stand on what a pointer left behind. What is new there counts as brought by the next event. */
  async #left(capture: Capture): Promise<void> {
    const map = this.#at.map as DocumentMap;
    if (this.#standOn(capture.fingerprint) || this.#at.page === null) return;
    const { exclusive } = this.#shared;
    const behind = this.#behind ?? this.#at.stood(this.#at.page);
    const passage = map.passageTo(this.#at.page);
    await exclusive(() => this.#landings.standLeft(behind, capture, passage));
  }
}

/** The step as one from another page, where the same event has the same target there. */
function firedFrom(map: DocumentMap, step: FireStep, page: number): FireStep | null {
  const edge = map.edge(step.source, step.ord);
  const same = edge && map.edgesOf(page).find((other) => isSame(edge, other));
  return same && map.leadsTo(same) === map.leadsTo(edge) ? { ...step, source: page, ord: same.ord } : null;
}

function isSame(one: MapEdge, other: MapEdge): boolean {
  const [mine, yours] = [one.order, other.order];
  return (
    one.text === other.text &&
    mine.xpath === yours.xpath &&
    mine.event === yours.event &&
    mine.value === yours.value
  );
}
