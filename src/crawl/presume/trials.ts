import { isStep } from '../../identity/index.ts';
import type { Outcome } from '../../model/index.ts';
import type { Recorded } from '../commit/record.ts';
import { type Arrivals, fingerprintOf, firingOf } from '../loop/arrivals.ts';
import type { Shared } from '../loop/shared.ts';
import type { DocumentMap } from '../map/document-map.ts';
import type { MapEdge } from '../map/edges.ts';
import type { Events, FireStep } from '../navigate/events.ts';
import { knownAlong, type Standing } from '../navigate/standing.ts';

/** A presumption that can be tested where a tab stands. */
interface Due {
  readonly edge: MapEdge;
  readonly className: string;
  readonly origin: string;
  /** What is believed to lead back, where that is tested. */
  readonly belief: string | null;
  /** It is likely enough to be wrong to be tested before anything else is done. */
  readonly telling: boolean;
}

/** Tests what is presumed of actions that were skipped, from where a tab stands. */
export class Trials {
  readonly #shared: Shared;
  readonly #at: Standing;
  readonly #arrivals: Arrivals;
  readonly #events: Events;
  readonly #met: (recorded: Recorded) => void;

  /** `met` is told of pages that a test has found. */
  constructor(parts: {
    shared: Shared;
    at: Standing;
    arrivals: Arrivals;
    events: Events;
    met: (recorded: Recorded) => void;
  }) {
    this.#shared = parts.shared;
    this.#at = parts.at;
    this.#arrivals = parts.arrivals;
    this.#events = parts.events;
    this.#met = parts.met;
  }

  /** Whether something that was skipped can be tested from where the tab stands. */
  get isDue(): boolean {
    return this.#nextTest() !== null;
  }

  /** Whether such a test is worth making before anything else. */
  get isTelling(): boolean {
    return this.#nextTest()?.telling === true;
  }

  #nextTest(): Due | null {
    const [map, page] = [this.#at.map, this.#at.page];
    if (!map || page === null) return null;
    const { audits, atlas, returns } = this.#shared;
    const origin = map.originOf(page) ?? this.#at.origin;
    let first: Due | null = null;
    for (const edge of map.edgesOf(page)) {
      const { className, presumed } = edge;
      const target = atlas.resolve(edge.target);
      if (!presumed || className === null) continue;
      const belief = edge.returns ? returns.owed(firingOf(edge, className, origin)) : null;
      const due = { edge, className, origin, belief, telling: false };
      if (belief !== null) first ??= due;
      // What calls itself a step, and is presumed to name a place by its values, may lead on from where it has led.
      const step = className === origin && edge.label !== '' && isStep(edge.label);
      if (edge.returns || (target === page && !step) || !map.isKept(target)) continue;
      const untested = audits.isUntested(className, origin);
      const telling = audits.isTelling(className, origin) || (step && untested);
      if (telling && !returns.isIdle(firingOf(edge, className, origin))) return { ...due, telling };
      if (untested) first ??= due;
    }
    return first;
  }

  /**
   * Fires something that was skipped, from where the tab stands, to see whether it leads to anything new:
   * the cheapest way to test a presumption, because nothing has to be reached first.
   */
  async run(): Promise<void> {
    const { totals } = this.#shared;
    const [map, page, due] = [this.#at.map, this.#at.page, this.#nextTest()];
    if (!map || page === null || !due) return;
    const { edge } = due;
    totals.eventsAudited++;
    totals.eventsFired++;
    const planned = { kind: 'fire' as const, source: page, ord: edge.ord, target: edge.target };
    const { outcome, step } = await this.#events.take(planned, map.recentFingerprints(knownAlong));
    await this.#arrivals.fileMet(step.source, outcome);
    const from = this.#at.page;
    if (outcome.kind === 'captured' && map.standing(outcome.capture.fingerprint) === null) {
      if (await this.#arrivals.passThrough(step.source, edge, outcome.capture)) {
        this.#tested(due, false);
        return this.#arrivals.landed(map, edge);
      }
      totals.wrongSkips++;
      await this.refuted(due, page);
      return this.#claimFound(map, planned, edge, outcome);
    }
    const shown = fingerprintOf(outcome);
    const standing = shown === null ? null : map.standing(shown);
    const idle = standing !== null && standing === from;
    this.#tested(due, idle);
    if (idle) map.redirect(step.source, step.ord, null);
    // What is shown where the pointer has left is what it leads to from here.
    if (idle && from !== page) map.redirect(page, edge.ord, from);
    const isRedressed = outcome.kind !== 'lost' && outcome.redressed === true;
    if (shown === null || standing === null || (idle && isRedressed)) return this.#at.lose();
    this.#at.stand(standing, shown, false);
    await this.#arrivals.landed(map, edge);
  }

  #tested({ className, origin, belief }: Due, idle: boolean): void {
    const { audits, returns } = this.#shared;
    if (belief === null) audits.noteTest(className, origin, idle);
    else returns.paid(belief);
  }

  /** What was presumed is wrong: everything that was skipped in the belief is queued. */
  async refuted(due: Due, on: number): Promise<void> {
    const state = this.#at.map?.stateOf(on) ?? null;
    const { recorder, returns, exclusive } = this.#shared;
    const { className, origin, belief, edge } = due;
    this.#tested(due, false);
    if (belief === null)
      return exclusive(() => recorder.failPresumption(className, origin, state, edge.target));
    returns.disprove(firingOf(edge, className, origin));
    await exclusive(() => recorder.failReturn(className));
  }

  /** A test has found a page: it is the one that the action, queued now, leads to. */
  async #claimFound(
    map: DocumentMap,
    step: FireStep,
    due: MapEdge,
    outcome: Outcome & { kind: 'captured' },
  ): Promise<void> {
    const target = map.edge(step.source, step.ord)?.target ?? null;
    const visit = target === null ? null : this.#shared.claim(target, map.document);
    if (!visit) return this.#at.lose();
    try {
      const recorded = await this.#arrivals.record(visit, step, outcome.capture, due);
      await this.#arrivals.learn(visit, step.source, due, outcome, recorded);
      await this.#arrivals.follow(recorded, outcome, step.source, due);
      if (recorded.kind === 'kept') this.#met(recorded);
    } finally {
      this.#shared.done(visit.number);
    }
  }
}
