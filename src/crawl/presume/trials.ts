import { classOfList, listedClass, listsAmong } from '../../identity/index.ts';
import type { Outcome } from '../../model/index.ts';
import type { Recorded } from '../commit/record.ts';
import { type Arrivals, askedFor, fingerprintOf, firingOf, toldAs } from '../loop/arrivals.ts';
import type { Shared } from '../loop/shared.ts';
import type { DocumentMap } from '../map/document-map.ts';
import type { MapEdge } from '../map/edges.ts';
import { choiceOf, contextOf, differing, type Stood } from '../map/states.ts';
import type { Events, FireStep } from '../navigate/events.ts';
import { bestPath, type Step } from '../navigate/plan.ts';
import { knownAlong, type Made, type Standing } from '../navigate/standing.ts';
import type { Waiting } from '../order/queue.ts';
import { tuning } from '../tuning.ts';
import { type Due, Dues, testedAs } from './dues.ts';

/** Earlier firings of an event that a new one is compared with, the latest. Not swept. */
const comparedWith = 12;

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

  /**
   * The tab went to where something was to be tested, and there was nothing: something else is chosen there than on the
   * page's own way. It is not gone to again, or only from the document's beginning.
   */
  inVain(page: number, fromAnew: boolean): void {
    const { map } = this.#at;
    const due = map && this.#dueOn(map, page);
    if (!map || !due) return;
    const { states } = this.#shared;
    states.forgo(placeName(map, page, fromAnew));
    states.seek(purposeName(map, due, fromAnew));
  }

  /** Nothing that is to be tested in a document can be reached. */
  giveUp(map: DocumentMap): void {
    for (const page of map.pages())
      if (this.#isDueOn(map, page, true)) this.#shared.states.forgo(placeName(map, page, true));
  }

  /** Whether something can be tested on a page of a document. */
  isDueWithin(map: DocumentMap): boolean {
    return map.pages().some((page) => this.#isDueOn(map, page, true));
  }

  #isDueOn(map: DocumentMap, page: number, fromAnew: boolean): boolean {
    const { states } = this.#shared;
    if (states.wasSought(placeName(map, page, fromAnew))) return false;
    const due = this.#dueOn(map, page);
    return due !== null && !states.wasSought(purposeName(map, due, fromAnew));
  }

  #dueOn(map: DocumentMap, page: number): Due | null {
    const state = map.stateOf(page);
    return state && this.#dues.next(map, page, state, map.originOf(page) ?? '');
  }

  /** The way to the nearest page on which something can be tested. */
  way(reach: number = tuning.testDistance): readonly Step[] | null {
    const { map, page } = this.#at;
    if (!map || page === null) return null;
    const worth = (number: number) => (this.#isDueOn(map, number, reach > tuning.testDistance) ? 1 : 0);
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
    testing.add(due.list);
    try {
      await this.#fire(map, page, due);
    } finally {
      testing.delete(due.list);
    }
    // The choice is made, and what depends on it is not to be had here.
    if (due.seeks && this.#at.page !== null && !this.isTelling) this.#shared.states.forgo(due.seeks);
  }

  async #fire(map: DocumentMap, page: number, due: Due): Promise<void> {
    const { totals, audits, states, yields } = this.#shared;
    const { edge, list } = due;
    if (due.seeks) states.seek(due.seeks);
    else if (edge.idle) audits.countIdleTest(classOfList(list));
    const place = this.#dues.firedBefore(map, page, edge, this.#at.state);
    // What it led to is looked at before it is fired: this firing may be of the same choices.
    const landing = place?.to?.page ?? map.leadsTo(edge);
    const isUntried = place === null;
    totals.eventsAudited++;
    totals.eventsFired++;
    const planned = { kind: 'fire' as const, source: page, ord: edge.ord, target: edge.target };
    const stood = this.#at.stood(page);
    const { outcome, step } = await this.#events.take(planned, map.recentFingerprints(knownAlong));
    await this.#arrivals.fileMet(step.source, outcome);
    const from = this.#at.page;
    const isStranger = outcome.kind === 'captured' && map.standing(outcome.capture.fingerprint) === null;
    if (isStranger && !(await this.#arrivals.passThrough(step.source, edge, outcome.capture))) {
      if (!isUntried) {
        totals.wrongSkips++;
        await this.refuted(due);
      }
      const isFound = await this.#keepFound(map, step, due, outcome);
      if (isFound || !due.seeks) yields.countTest(map.document, list, isFound);
      if (isFound) this.#countChoices(due);
      return;
    }
    if (!due.seeks) yields.countTest(map.document, list, false);
    const shown = fingerprintOf(outcome);
    const standing = shown === null ? null : map.standing(shown);
    const idle = standing !== null && standing === from;
    const shows = isUntried
      ? null
      : idle || shown === null
        ? await this.#asksAgain(map, edge, outcome)
        : await this.#showsAgain(map, edge, stood, shown, landing);
    if (shows === false) await this.refuted(due);
    else this.#held(due, idle ? 'idle' : shows === null ? 'unclear' : 'same');
    if (isStranger) return this.#arrivals.landed(map, edge);
    if (idle) map.redirect(step.source, step.ord, null);
    // What is shown where the pointer has left is what it leads to from here.
    if (idle && from !== page) map.redirect(page, edge.ord, from);
    const isRedressed = outcome.kind !== 'lost' && outcome.redressed === true;
    if (shown === null || standing === null || (idle && isRedressed)) return this.#at.lose();
    this.#at.stand(standing, shown, false);
    if (!idle) await this.#arrivals.landed(map, edge);
  }

  /** A test has found something: what it may depend on is worth choosing. */
  #countChoices({ list, differing: others }: Due): void {
    const { audits, yields } = this.#shared;
    for (const name of new Set([...audits.dependsOn(list), ...others].map(classOfList)))
      yields.countChoice(name, true);
  }

  /**
   * Whether an action has shown again what it showed before, or most of it; `null` where that cannot be told. Where it
   * has not, it depends on something, even if all that is shown is known.
   */
  async #showsAgain(
    map: DocumentMap,
    edge: MapEdge,
    stood: Stood,
    fingerprint: string,
    landing: number,
  ): Promise<boolean | null> {
    const page = map.standing(fingerprint) ?? this.#at.page;
    const expected = map.meaningOf(landing) ?? map.leadsTo(edge);
    const parent = map.parentOf(expected);
    if (edge.idle || edge.returns || page === null) return null;
    if (page === expected || page === landing) return true;
    // What a page has brought up without a parent is what was not shown before.
    const from = parent === null ? stood : { page: parent, fingerprint: '' };
    const there = { from, to: { page: expected, fingerprint: '' } };
    return this.#shared.sameness.showsAgain(there, { from: stood, to: { page, fingerprint } });
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

  #held({ edge, list, differing: others, belief }: Due, kind: 'same' | 'idle' | 'unclear'): void {
    const { audits, returns } = this.#shared;
    if (belief === null) audits.held(testedAs(edge, list), others, kind);
    else returns.paid(belief);
  }

  /** A step on the way that is only presumed, as a test; to be asked before it is fired. */
  onTheWay(edge: MapEdge | null): Due | null {
    const { map, page, state } = this.#at;
    if (!map || page === null || !edge?.presumed || edge.className === null) return null;
    const list = edge.choice.className ?? edge.className;
    const place = this.#dues.firedBefore(map, page, edge, state)?.state ?? state;
    const others = this.#dues.others(map, edge, state, place);
    // Where nothing else is chosen than where it was fired, nothing can be blamed.
    if (others.length === 0 && !edge.returns) return null;
    return { edge, list, differing: others, belief: edge.returns ? '' : null, telling: true };
  }

  /**
   * Compares what events have led to since the last time with what they led to where something else was chosen: each
   * firing is a test of what the list depends on, whatever it was fired for.
   */
  async weigh(): Promise<void> {
    for (const made of this.#at.made.splice(0)) await this.#weigh(made);
  }

  async #weigh({ map, page, edge, firing, fresh }: Made): Promise<void> {
    const { states, audits, sameness, yields } = this.#shared;
    const list = edge.choice.className;
    const [from, to] = [firing.from, firing.to];
    if (list === null || list === 'route' || !from || !to) return;
    if (map.meaningOf(from.page) === map.meaningOf(to.page)) return;
    if (!this.#dues.areDue(map)) return;
    const twin = this.#dues.otherOrder(map, edge.choice, firing.state, false);
    if (twin?.to) {
      const all = [list, ...audits.dependsOn(list)];
      const same = twin.to.page === to.page;
      // What is chosen at the start is where many ways meet: it says little.
      const isTelling = all.every((name) => name in firing.state || name === list);
      if (!same || isTelling) audits.noteOrder(all, same);
    }
    const firings = states.firings(map.document, page, edge.action).slice(-comparedWith);
    for (const { state, from: origin, to: landing } of firings) {
      if (state === firing.state || !origin || !landing) continue;
      const all = differing(firing.state, state, (name) => map.firstOf(name));
      const others = all.filter((name) => name !== list);
      // Where the same page was come to by other entries of the list, these may decide (the steps of an assistant).
      const names = others.length === 0 && origin.page === from.page ? all : others;
      if (names.length === 0) continue;
      const again =
        to.page === landing.page ||
        (!fresh && (await sameness.showsAgain({ from: origin, to: landing }, { from, to })));
      // What is chosen at the start may be what was chosen later.
      const isTold = (name: string) => name in firing.state && name in state;
      if (again) audits.held(list, names.filter(isTold));
      else if (again === false) {
        // Something new was found by what was presumed to be known: there may be more.
        if (fresh) yields.countTest(map.document, list, true);
        await this.#conflict(list, names);
      }
    }
  }

  /**
   * Where the event of a waiting page has led already, under the choices that are made on the page that it waits on;
   * `null` where it was not fired under them. Without it a list beside tabs took 54 events instead of 38, two filters 27
   * instead of 18 to 21.
   */
  async firedFor({ document, source, ord, audit, className }: Waiting): Promise<number | null> {
    const { site, states, audits, atlas } = this.#shared;
    // Mostly nothing does: no reason to look it up, for which all that waits to be written would be written first.
    if (className !== undefined && !audits.mayDepend(className)) return null;
    const leaving = ord === null || audit ? [] : await site.transitions(source);
    const action = leaving.find((each) => each.ord === ord)?.action;
    const lists = listsAmong(leaving.map((each) => each.action));
    const list = action ? listedClass(action, lists) : null;
    const known = audits.dependsOn(list ?? '');
    // What is bound to its page has led nowhere from here.
    if (!action || known.length === 0 || audits.isBound(list ?? '')) return null;
    const state = await states.of(source);
    const context = contextOf(state, known);
    const fired = states
      .firings(document, source, action)
      .find(({ state: before, to }) => to !== null && to.page >= 0 && contextOf(before, known) === context);
    const map = this.#at.map?.document === document ? this.#at.map : null;
    const twin = fired || !map ? null : this.#dues.otherOrder(map, choiceOf(action, lists), state, true);
    const { from, to } = fired ?? twin ?? {};
    // From a state between pages it may have led to no more than the page that was shown.
    if (!from || !to || from.page < 0 || to.page < 0) return null;
    return from.page === to.page ? source : atlas.resolve(to.page);
  }

  /** It led where it was presumed to: a test that cost nothing. */
  confirmed({ list, differing: others, belief }: Due): void {
    if (belief === null) this.#shared.audits.held(list, others);
  }

  /** What was presumed is wrong: everything that was skipped in the belief is queued. */
  async refuted({ list, belief, edge, differing: others }: Due): Promise<void> {
    const { recorder, returns, exclusive } = this.#shared;
    if (belief === null) {
      const rest = others.filter((name) => name !== list);
      return this.#conflict(list, rest.length === 0 && this.#wasFiredHere(edge) ? [list] : rest);
    }
    const className = classOfList(list);
    if (belief !== '') returns.paid(belief);
    returns.disprove(firingOf(edge, className, this.#at.origin));
    await exclusive(() => recorder.failReturn(className));
  }

  /** Whether an event was fired before on the page where the tab stands, come to by another entry of its list. */
  #wasFiredHere({ action, choice }: MapEdge): boolean {
    const { map, page, state } = this.#at;
    if (!map || page === null) return false;
    const list = choice.className ?? '';
    return this.#shared.states
      .firings(map.document, map.meaningOf(page) ?? page, action)
      .some((firing) => firing.from?.page === page && firing.state[list] !== state[list]);
  }

  /** A list did not lead to the same where something else of others was chosen. */
  async #conflict(list: string, others: readonly string[]): Promise<void> {
    const { recorder, exclusive, atlas } = this.#shared;
    const { map } = this.#at;
    const options = optionsOf(map);
    const names = others.toSorted(
      (one, other) => (options.get(other)?.size ?? 0) - (options.get(one)?.size ?? 0),
    );
    const moved = await exclusive(() => recorder.failPresumption(list, names));
    for (const page of map ? moved : []) await atlas.recall(map as DocumentMap, page);
  }

  /** A test has found a page: the one that the action, queued now, leads to, or one of its own; gives whether it was kept. */
  async #keepFound(
    map: DocumentMap,
    step: FireStep,
    { edge, list, differing: others }: Due,
    outcome: Outcome & { kind: 'captured' },
  ): Promise<boolean> {
    const isUsual = step.source >= 0 && this.#at.isUsual(edge);
    const target = isUsual
      ? (map.edge(step.source, step.ord)?.target ?? null)
      : await this.#shared.recorder.numberOf(this.#at.meansHere(edge));
    const visit = target === null ? null : this.#shared.claim(target, map.document);
    if (!visit) {
      const deciding = [...this.#shared.audits.dependsOn(list), ...others];
      const recorded = await this.#arrivals.found(edge, outcome, deciding);
      if (recorded?.kind === 'kept') this.#met(recorded);
      if (!recorded) this.#at.lose();
      return recorded?.kind === 'kept';
    }
    try {
      const recorded = await this.#arrivals.record(visit, toldAs(step, visit), outcome.capture, edge);
      await this.#arrivals.learn(visit, step.source, edge, outcome, recorded);
      await this.#arrivals.follow(recorded, outcome, step.source, edge);
      if (recorded.kind === 'kept') this.#met(recorded);
      return recorded.kind === 'kept';
    } finally {
      this.#shared.done(visit.number);
    }
  }
}

/** Where something was to be tested in vain, from the document's beginning or from near. */
function placeName({ document }: DocumentMap, page: number, fromAnew: boolean): string {
  return `${fromAnew} ${document} ${page}`;
}

/** What was to be tested there. */
function purposeName({ document }: DocumentMap, due: Due, fromAnew: boolean): string {
  // On the way to a page from near by, what is chosen differs from page to page.
  const what = fromAnew ? [due.list, ...due.differing].join(' ') : due.list;
  return `${fromAnew} ${document} ${due.seeks ?? what}`;
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
