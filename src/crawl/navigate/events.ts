import type { Action, Capture, Outcome } from '../../model/index.ts';
import { type Arrivals, fingerprintOf } from '../loop/arrivals.ts';
import type { Shared } from '../loop/shared.ts';
import type { DocumentMap } from '../map/document-map.ts';
import type { Step } from './plan.ts';
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
  readonly #arrivals: Arrivals;
  /** Where the tab stood before the latest event that changed something: what a pointer that leaves is likely to bring back. */
  #behind: { readonly page: number; readonly fingerprint: string } | null = null;

  constructor(shared: Shared, at: Standing, arrivals: Arrivals) {
    this.#shared = shared;
    this.#at = at;
    this.#arrivals = arrivals;
  }

  /** Takes a step from where the tab stands; `known` are fingerprints of which no document is needed. */
  async take<S extends Step>(step: S, known: ReadonlySet<string>): Promise<Taken<S>> {
    const { map, page } = this.#at;
    let outcome = await this.#at.take(step, known);
    if (outcome.kind === 'captured' && outcome.paused) {
      const { fingerprint, wanted } = outcome.capture;
      await this.#left(outcome.capture);
      outcome = alsoWanting(await this.#at.take(step, new Set([...known, fingerprint])), wanted);
    } else if (outcome.kind !== 'lost' && outcome.before !== undefined) this.#standOn(outcome.before);
    // The next event is compared with what the tab shows, which may be a variant that nothing else keeps.
    if (outcome.kind === 'captured')
      this.#shared.sameness.hold(outcome.capture.fingerprint, outcome.capture.document);
    const from = this.#at.page;
    // What changes nothing leaves open what is open.
    if (from !== null && fingerprintOf(outcome) !== this.#at.actual) this.#behind = this.#at.stood(from);
    if (step.kind !== 'fire' || !map || from === null || from === page) return { outcome, step };
    return { outcome, step: ((await this.#firedFrom(map, step, from)) as S | null) ?? step };
  }

  /** The step as one from another page, unless the same event has another target there. */
  async #firedFrom(map: DocumentMap, step: FireStep, page: number): Promise<FireStep | null> {
    const edge = map.edge(step.source, step.ord);
    if (!edge) return null;
    const same = map.edgesOf(page).find((other) => isSame(edge.action, other.action));
    const isSameStep = same && (same.idle || map.leadsTo(same) === map.leadsTo(edge));
    if (same) return isSameStep ? { ...step, source: page, ord: same.ord } : null;
    // What leads nowhere may be in no map.
    const leaving = page < 0 ? [] : await this.#shared.site.transitions(page);
    const idle = leaving.find(({ action, target }) => target === null && isSame(edge.action, action));
    return idle ? { ...step, source: page, ord: idle.ord } : null;
  }

  #standOn(fingerprint: string): boolean {
    const standing = this.#at.map?.standing(fingerprint) ?? null;
    if (standing !== null) this.#at.shift(standing, fingerprint);
    return standing !== null;
  }

  /** Takes its stand on what a pointer left behind. What is new there counts as brought by the next event. */
  async #left(capture: Capture): Promise<void> {
    const map = this.#at.map as DocumentMap;
    if (this.#standOn(capture.fingerprint) || this.#at.page === null) return;
    const { exclusive } = this.#shared;
    const behind = this.#behind ?? this.#at.stood(this.#at.page);
    const passage = map.passageTo(this.#at.page);
    await exclusive(() => this.#arrivals.standLeft(behind, capture, passage));
  }
}

/** An outcome with the addresses that were asked for when the pointer left, which are on no other account. */
function alsoWanting(outcome: Outcome, more: readonly string[]): Outcome {
  if (outcome.kind === 'lost' || more.length === 0) return outcome;
  const joined = (wanted: readonly string[]) => [...new Set([...wanted, ...more])];
  if (outcome.kind === 'known') return { ...outcome, wanted: joined(outcome.wanted) };
  const { capture } = outcome;
  return { ...outcome, capture: { ...capture, wanted: joined(capture.wanted) } };
}

function isSame(one: Action, other: Action): boolean {
  return (
    one.instruction.text === other.instruction.text &&
    one.xpath === other.xpath &&
    one.event === other.event &&
    one.value === other.value
  );
}
