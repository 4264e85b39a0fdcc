import type { Outcome } from '../../model/index.ts';
import type { Recorded } from '../commit/record.ts';
import { type Arrivals, askedFor, fingerprintOf, firingOf } from '../loop/arrivals.ts';
import type { Shared } from '../loop/shared.ts';
import type { DocumentMap } from '../map/document-map.ts';
import type { MapEdge } from '../map/edges.ts';
import type { Events, FireStep } from '../navigate/events.ts';
import { bestPath, type Step } from '../navigate/plan.ts';
import { knownAlong, type Standing } from '../navigate/standing.ts';
import { tuning } from '../tuning.ts';
import { type Due, Dues } from './dues.ts';

/**
 * Tests what is presumed of actions that were skipped, from where a tab stands: what an action leads to is presumed
 * not to depend on what was chosen of other classes, until it was fired where all of them were chosen otherwise. Where
 * it is known on which it depends, it is fired under each choice of them, also where that choice shows nothing by
 * itself.
 */
export class Trials {
  readonly #shared: Shared;
  readonly #at: Standing;
  readonly #arrivals: Arrivals;
  readonly #events: Events;
  readonly #met: (recorded: Recorded) => void;
  readonly #dues: Dues;

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
    this.#dues = new Dues(parts.shared);
  }

  /** Whether something that was skipped can be tested from where the tab stands. */
  get isDue(): boolean {
    return this.#due() !== null;
  }

  /** Whether such a test is worth making before anything else. */
  get isTelling(): boolean {
    return this.#due()?.telling === true;
  }

  /** Whether something can be tested from where the tab stands, or near to it. */
  get isDueNear(): boolean {
    return this.isDue || this.way() !== null;
  }

  /** The tab went to where something was to be tested, and there was nothing: it is not gone to again. */
  inVain(page: number): void {
    if (this.#at.map) this.#shared.states.seek(vainName(this.#at.map, page));
  }

  /** Nothing that is to be tested in a document can be reached. */
  giveUp(map: DocumentMap): void {
    for (const page of map.pages())
      if (this.#isDueOn(map, page)) this.#shared.states.forgo(vainName(map, page));
  }

  /** Whether something can be tested on a page of a document. */
  isDueWithin(map: DocumentMap): boolean {
    return map.pages().some((page) => this.#isDueOn(map, page));
  }

  #isDueOn(map: DocumentMap, page: number): boolean {
    const { states } = this.#shared;
    const state = map.stateOf(page);
    if (!state || states.wasSought(vainName(map, page))) return false;
    return this.#dues.next(map, page, state, map.originOf(page) ?? '') !== null;
  }

  /** The way to the nearest page on which something can be tested. */
  way(reach: number = tuning.testDistance): readonly Step[] | null {
    const { map, page } = this.#at;
    if (!map || page === null) return null;
    const worth = (number: number) => (this.#isDueOn(map, number) ? 1 : 0);
    return bestPath(page, map, worth, this.#at.backPage, () => reach)?.path ?? null;
  }

  #due(): Due | null {
    const { map, page, state, origin } = this.#at;
    if (!map || page === null) return null;
    return this.#dues.next(map, page, state, map.originOf(page) ?? origin);
  }

  /** Fires something that was skipped, from where the tab stands, to see whether it leads to anything new. */
  async run(): Promise<void> {
    const { map, page } = this.#at;
    const due = this.#due();
    if (!map || page === null || !due) return;
    const { testing } = this.#shared.audits;
    testing.add(due.className);
    try {
      await this.#fire(map, page, due);
    } finally {
      testing.delete(due.className);
    }
    // The choice is made, and what depends on it is not to be had here.
    if (due.seeks && this.#at.page !== null && !this.isTelling) this.#shared.states.forgo(due.seeks);
  }

  async #fire(map: DocumentMap, page: number, due: Due): Promise<void> {
    const { totals, audits, states } = this.#shared;
    const { edge, className } = due;
    if (due.seeks) states.seek(due.seeks);
    else if (edge.idle) audits.countIdleTest(className);
    const isUntried = this.#dues.firedBefore(map, page, edge, this.#at.state) === null;
    totals.eventsAudited++;
    totals.eventsFired++;
    const planned = { kind: 'fire' as const, source: page, ord: edge.ord, target: edge.target };
    const stood = this.#at.stood(page);
    const { outcome, step } = await this.#events.take(planned, map.recentFingerprints(knownAlong));
    await this.#arrivals.fileMet(step.source, outcome);
    const from = this.#at.page;
    const isStranger = outcome.kind === 'captured' && map.standing(outcome.capture.fingerprint) === null;
    if (isStranger && !(await this.#arrivals.passThrough(step.source, edge, outcome.capture))) {
      if (isUntried) audits.countUnderChoices(className, true);
      else {
        totals.wrongSkips++;
        await this.refuted(due);
      }
      return this.#keepFound(map, step, due, outcome);
    }
    if (isUntried) audits.countUnderChoices(className, false);
    const shown = fingerprintOf(outcome);
    const standing = shown === null ? null : map.standing(shown);
    const idle = standing !== null && standing === from;
    const shows = isUntried
      ? null
      : idle || shown === null
        ? await this.#asksAgain(map, edge, outcome)
        : await this.#showsAgain(map, edge, stood, shown);
    if (shows === false) await this.refuted(due);
    else this.#held(due, idle || shown === null);
    if (isStranger) return this.#arrivals.landed(map, edge);
    if (idle) map.redirect(step.source, step.ord, null);
    // What is shown where the pointer has left is what it leads to from here.
    if (idle && from !== page) map.redirect(page, edge.ord, from);
    const isRedressed = outcome.kind !== 'lost' && outcome.redressed === true;
    if (shown === null || standing === null || (idle && isRedressed)) return this.#at.lose();
    this.#at.stand(standing, shown, false);
    if (!idle) await this.#arrivals.landed(map, edge);
  }

  /**
   * Whether an action has shown again what it showed before, or most of it; `null` where that cannot be told. Where it
   * has not, it depends on something, even if all that is shown is known.
   */
  async #showsAgain(
    map: DocumentMap,
    edge: MapEdge,
    stood: { readonly page: number; readonly fingerprint: string },
    fingerprint: string,
  ): Promise<boolean | null> {
    const [page, expected] = [this.#at.page, map.leadsTo(edge)];
    const parent = map.parentOf(expected);
    if (edge.idle || edge.returns || page === null) return null;
    return this.#shared.sameness.showsAgain({ page: expected, parent }, stood, { page, fingerprint });
  }

  /** Whether an action has asked for the address of the page that it led to before; `null` where it led to none. */
  async #asksAgain(map: DocumentMap, edge: MapEdge, outcome: Outcome): Promise<boolean | null> {
    const target = edge.idle ? null : map.leadsTo(edge);
    if (target === null || map.isKept(target) || outcome.kind === 'lost') return null;
    const entry = (await this.#shared.site.page(target))?.entry;
    const asked = [...askedFor(outcome), ...(outcome.leaves === undefined ? [] : [outcome.leaves])];
    if (entry?.kind !== 'url' || asked.length === 0) return null;
    return asked.some((href) => this.#shared.gate.address(href) === entry.url);
  }

  #held({ className, differing: others, belief }: Due, idle: boolean): void {
    const { audits, returns } = this.#shared;
    if (belief === null) audits.held(className, others, idle);
    else returns.paid(belief);
  }

  /** A step on the way that is only presumed, as a test; to be asked before it is fired. */
  onTheWay(edge: MapEdge | null): Due | null {
    const { map, page, state } = this.#at;
    if (!map || page === null || !edge?.presumed || edge.className === null) return null;
    const { className } = edge;
    const place = this.#dues.firedBefore(map, page, edge, state) ?? state;
    const others = this.#dues.others(map, edge, state, place);
    return { edge, className, differing: others, belief: edge.returns ? '' : null, telling: true };
  }

  /** It led where it was presumed to: a test that cost nothing. */
  confirmed({ className, differing: others, belief }: Due): void {
    if (belief === null) this.#shared.audits.held(className, others);
  }

  /** What was presumed is wrong: everything that was skipped in the belief is queued. */
  async refuted({ className, belief, edge, differing: others }: Due): Promise<void> {
    const { recorder, returns, exclusive } = this.#shared;
    if (belief === null) {
      const own = edge.choice.className;
      const options = optionsOf(this.#at.map);
      const names = others
        .filter((name) => name !== own)
        .toSorted((one, other) => (options.get(other)?.size ?? 0) - (options.get(one)?.size ?? 0));
      return exclusive(() => recorder.failPresumption(className, names));
    }
    if (belief !== '') returns.paid(belief);
    returns.disprove(firingOf(edge, className, this.#at.origin));
    await exclusive(() => recorder.failReturn(className));
  }

  /** A test has found a page: the one that the action, queued now, leads to, or one of its own. */
  async #keepFound(
    map: DocumentMap,
    step: FireStep,
    { edge, className, differing: others }: Due,
    outcome: Outcome & { kind: 'captured' },
  ): Promise<void> {
    const isUsual = step.source >= 0 && this.#at.isUsual(edge);
    const target = isUsual
      ? (map.edge(step.source, step.ord)?.target ?? null)
      : await this.#shared.recorder.numberOf(this.#at.meansHere(edge));
    const visit = target === null ? null : this.#shared.claim(target, map.document);
    if (!visit) {
      const deciding = [...this.#shared.audits.dependsOn(className), ...others];
      const recorded = await this.#arrivals.found(edge, outcome, deciding);
      if (recorded?.kind === 'kept') this.#met(recorded);
      return recorded ? undefined : this.#at.lose();
    }
    try {
      const recorded = await this.#arrivals.record(visit, step, outcome.capture, edge);
      await this.#arrivals.learn(visit, step.source, edge, outcome, recorded);
      await this.#arrivals.follow(recorded, outcome, step.source, edge);
      if (recorded.kind === 'kept') this.#met(recorded);
    } finally {
      this.#shared.done(visit.number);
    }
  }
}

function vainName({ document }: DocumentMap, page: number): string {
  return `${document} ${page}`;
}

/** By what is chosen of, the things that can be chosen in a document: the more there are, the more depends on it. */
function optionsOf(map: DocumentMap | null): ReadonlyMap<string, ReadonlySet<string>> {
  const options = new Map<string, Set<string>>();
  for (const page of map?.pages() ?? [])
    for (const { choice } of map?.edgesOf(page) ?? [])
      if (choice.className !== null)
        options.set(choice.className, (options.get(choice.className) ?? new Set()).add(choice.text));
  return options;
}
