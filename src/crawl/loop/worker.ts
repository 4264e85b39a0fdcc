import { ArgiopeError, type Capture, type Outcome, type Tab } from '../../model/index.ts';
import type { Recorded, Via } from '../commit/record.ts';
import type { DocumentMap } from '../map/document-map.ts';
import type { MapEdge } from '../map/edges.ts';
import { chosen, type State, type Stood } from '../map/states.ts';
import { Events, type FireStep } from '../navigate/events.ts';
import { type Grown, Growth } from '../navigate/growth.ts';
import { shortestPath } from '../navigate/plan.ts';
import { Screens } from '../navigate/screens.ts';
import { knownAlong, Standing } from '../navigate/standing.ts';
import { isRefusal, Ways } from '../navigate/ways.ts';
import type { Waiting } from '../order/queue.ts';
import { Trials } from '../presume/trials.ts';
import { tuning } from '../tuning.ts';
import { Arrivals, askedFor, toldAs } from './arrivals.ts';
import type { Shared } from './shared.ts';

const { detours, detoursByEvents, worthASearch, routeDistance } = tuning;

/** One tab at work: reaches pages (PNBN) and has them recorded. */
export class Worker {
  readonly #shared: Shared;
  readonly #tab: Tab;
  readonly #at: Standing;
  readonly #arrivals: Arrivals;
  readonly #events: Events;
  readonly #trials: Trials;
  readonly #ways: Ways;
  readonly #screens: Screens;
  readonly #growth: Growth;

  /** `met` is told of pages that were kept on the way to others. */
  constructor(shared: Shared, tab: Tab, met: (recorded: Recorded) => void) {
    this.#shared = shared;
    this.#tab = tab;
    const at = new Standing(shared, tab);
    this.#at = at;
    this.#arrivals = new Arrivals(shared, at);
    const arrivals = this.#arrivals;
    const events = new Events(shared, at, arrivals);
    this.#events = events;
    this.#trials = new Trials({ shared, at, arrivals, events, met });
    this.#screens = new Screens(shared, at);
    this.#growth = new Growth(shared, at);
    const parts = { arrivals, events, trials: this.#trials, screens: this.#screens };
    this.#ways = new Ways({ shared, tab, at, ...parts, met });
  }

  get map(): DocumentMap | null {
    return this.#at.map;
  }

  get page(): number | null {
    return this.#at.page;
  }

  /** Page that one step back in the session history would show. */
  get backPage(): number | null {
    return this.#at.backPage;
  }

  /** Tests something that is presumed, where the tab stands or, as far as it may be, elsewhere in the document. */
  async test(reach: number = tuning.testDistance): Promise<void> {
    const way = this.#trials.isDue ? null : this.#trials.way(reach);
    if (way) await this.#ways.walk(way);
    const isVain = way && !this.#trials.isDue;
    if (isVain) this.#trials.inVain(way.at(-1)?.target as number, reach > tuning.testDistance);
    else await this.#trials.run();
    await this.#trials.weigh();
  }

  /** Loads a document, if something that is presumed in it can be tested, and tests it. */
  async testWithin(document: number): Promise<void> {
    const { atlas } = this.#shared;
    const map = await atlas.enter(document);
    try {
      if (!map.isKept(document) || !this.#trials.isDueWithin(map)) return;
      await this.#ways.goInto(document);
      if (this.#trials.isDue || this.#trials.way(Number.POSITIVE_INFINITY))
        await this.test(Number.POSITIVE_INFINITY);
      else this.#trials.giveUp(map);
    } finally {
      atlas.leave(document);
    }
  }

  /** Tests of what is presumed, from where the tab stands. */
  get trials(): Trials {
    return this.#trials;
  }

  /**
   * Whether a waiting page turns out to be another one that is known, or waits too. `isApart`: the way to it costs more
   * than to open its address.
   */
  async isSettled(visit: Waiting, isApart = false): Promise<boolean> {
    const { sameness, recorder, exclusive, volatility, audits } = this.#shared;
    const name = visit.className ?? '';
    if (await exclusive(() => recorder.withdrawals.spare(visit))) return true;
    if (await this.#isSame(visit)) return true;
    if (await this.#isAddress(visit, isApart)) return true;
    const into = await this.#trials.firedFor(visit);
    if (into !== null && visit.ord !== null) {
      const via = { source: visit.source, ord: visit.ord };
      await (into === visit.source
        ? exclusive(() => recorder.unchanged(visit, via))
        : exclusive(() => recorder.withdrawals.skip({ number: visit.number, ...via }, into)));
      return true;
    }
    if (!visit.loose || audits.regionsOf(name)?.length === 0) return false;
    const document = await sameness.document(visit.source);
    return (
      document !== null && exclusive(() => recorder.withdrawals.narrow(visit, document, volatility.mask))
    );
  }

  /** A fragment of a document whose fragments all show one page. */
  async #isSame({ url, number }: Waiting): Promise<boolean> {
    const { fragments, testsAll, recorder, exclusive } = this.#shared;
    const into = url === null || testsAll ? null : fragments.sameAs(url);
    if (into === null) return false;
    await exclusive(() => recorder.withdrawals.merge(number, into));
    return true;
  }

  /**
   * A link that a script may answer is not clicked once its handler is known to leave it to the browser, or its address to
   * show the same: that waits instead.
   */
  async #isAddress(visit: Waiting, isApart: boolean): Promise<boolean> {
    const { routes, site, gate, recorder, exclusive, audits } = this.#shared;
    const { route, source, ord } = visit;
    if (route === undefined || ord === null) return false;
    const isPlain = audits.isPlainLink(route);
    if (!isPlain && !routes?.takes(route, isApart)) return false;
    const step = (await site.transitions(source)).find((transition) => transition.ord === ord);
    if (step?.action.instruction.kind !== 'route') return false;
    const url = step.action.instruction.text;
    const refused = await gate.refuses(url);
    const led = await exclusive(() => recorder.leadToUrl(visit, { source, ord }, url, refused));
    if (led.kind === 'merged' && led.fresh && !isPlain) routes?.took(route, url);
    return true;
  }

  /** Visits a page and records what it is. */
  async visit(visit: Waiting): Promise<Recorded | null> {
    try {
      if (visit.url !== null) return await this.#visitUrl(visit, visit.url);
      const recorded = await this.#visitState(visit);
      await this.#trials.weigh();
      return recorded;
    } catch (error) {
      const isLost = error instanceof ArgiopeError && error.code === 'LOST';
      if (!isLost || !visit.audit) this.#at.lose();
      throw error;
    }
  }

  /** The tab has nothing more to do where it stands. */
  leave(): void {
    this.#at.lose();
  }

  close(): Promise<void> {
    this.#at.lose();
    return this.#tab.close();
  }

  async #visitUrl(visit: Waiting, url: string): Promise<Recorded> {
    const start = performance.now();
    const capture = await this.#shared.volatility.meet(url, await this.#ways.open(url));
    this.#shared.routes?.opened(url, capture);
    const recorded = await this.#arrivals.record(visit, null, capture);
    this.#shared.costs.address.add(performance.now() - start);
    const { addresses, sameness, fragments } = this.#shared;
    fragments.opened(url, recorded.kind === 'merged' && !recorded.fresh ? recorded.into : null);
    if (addresses.looksAt(url)) addresses.count(url, sameness.noteNews(capture.document));
    if (recorded.kind === 'kept') {
      const map = this.#shared.atlas.begin(recorded.number);
      this.#at.begin(map, recorded.number, capture.fingerprint);
      // Where nothing can be fired, nobody asks what is shown in which place.
      if (!capture.sent) this.#shared.sameness.begin(map);
      this.#at.addPage(recorded, capture, null, {});
    }
    return recorded;
  }

  async #visitState(visit: Waiting): Promise<Recorded | null> {
    const tries = this.#isDoubtful(visit) ? 2 : detours;
    for (let detour = 0; detour < tries; detour++) {
      const opened = detour === 0 ? await this.#visitRoute(visit) : null;
      if (opened) return opened;
      // The last try goes the way by which its source was had first, from a fresh document.
      const planned =
        detour < Math.min(detoursByEvents, Math.max(1, tries - 1)) ? await this.#ways.pathTo(visit) : [];
      const path = planned.length > 0 ? planned : await this.#ways.triedPathTo(visit);
      const last = path.at(-1);
      const map = this.#at.map;
      if (last?.kind !== 'fire' || !map) break;
      const arrived = await this.#ways.walk(path.slice(0, -1));
      if (!arrived) {
        // A way that leads back to where it began is no way.
        const first = path[0];
        if (first?.kind === 'fire' && first.source === this.#at.page)
          map.redirect(first.source, first.ord, null);
        continue;
      }
      const done = await this.#fireFor(visit, last);
      if (done) return done;
    }
    const relived = tries > 2 ? await this.#visitAsBefore(visit) : null;
    if (relived) return relived;
    throw new ArgiopeError('LOST', `page ${visit.number} could not be reached again by its path`);
  }

  /** No way leads there: all is done once more that was done until its event was seen first. */
  async #visitAsBefore(visit: Waiting): Promise<Recorded | null> {
    const { number, source, ord } = visit;
    const step = (await this.#shared.site.transitions(source)).find((each) => each.ord === ord);
    const there = step ? await this.#ways.relive(visit, step.action) : null;
    const map = this.#at.map;
    if (!step || !there || !map) return null;
    if (!map.edge(source, step.ord)) map.addTransition(step);
    const recorded = await this.#fireFor(visit, { kind: 'fire', source, ord: step.ord, target: number });
    // What else is known of the source does not hold here.
    if (there === 'other' && this.#at.page === source) this.#at.lose();
    return recorded;
  }

  /** Whether little is lost where a page cannot be reached. */
  #isDoubtful(visit: Waiting): boolean {
    const { yields, testsAll } = this.#shared;
    return !testsAll && yields.chance(visit) < worthASearch;
  }

  /**
   * A page that has an address is opened by it where that is nearer than the events that lead to it, once
   * it is shown that addresses of this document show their pages.
   */
  async #visitRoute(visit: Waiting): Promise<Recorded | null> {
    const map = this.#at.map;
    if (visit.route === undefined || !map || this.#at.page === null || map.document !== visit.document)
      return null;
    const near = shortestPath(this.#at.page, map, (page) => page === visit.number, this.#at.backPage);
    if ((near && near.length <= routeDistance) || !map.routes.worthTrying) return null;
    if (!map.routes.isProven && !(await this.#proveRoutes(map))) return null;
    const action = (await this.#shared.site.transitions(visit.source)).find(
      ({ ord }) => ord === visit.ord,
    )?.action;
    if (!action) return null;
    // Held while the tab leaves it: what is known of it must not be forgotten.
    await this.#shared.atlas.enter(visit.document);
    const capture = await this.#ways.open(action.instruction.text, true).catch((error) => {
      if (!isRefusal(error)) throw error;
      map.routes.count(false);
      return null;
    });
    if (!capture) {
      this.#shared.atlas.leave(visit.document);
      return null;
    }
    this.#at.begin(map, map.document, capture.fingerprint);
    // Its link was followed, in another way.
    const edge = map.edge(visit.source, visit.ord ?? -1);
    const state: State = edge ? chosen({}, edge.choice, visit.number) : { route: action.instruction.text };
    const recorded = await this.#arrivals.record(visit, null, capture, edge, state);
    const fingerprint = capture.fingerprint;
    if (recorded.kind === 'kept') {
      this.#at.origin = 'route';
      this.#at.addPage(recorded, capture, visit.source, state);
    }
    const standing = map.standing(fingerprint);
    if (standing === null) this.#at.lose();
    else this.#at.begin(map, standing, fingerprint);
    return recorded;
  }

  /** Opens the address of a page that is known, to see whether it shows that page. */
  async #proveRoutes(map: DocumentMap): Promise<boolean> {
    const known = map.addressedPage();
    if (!known) return false;
    await this.#shared.atlas.enter(map.document);
    try {
      await this.#ways.enter(map, known.address, known.number);
    } finally {
      if (this.#at.map === null) this.#shared.atlas.leave(map.document);
    }
    return map.routes.isProven;
  }

  /** A list that has grown: the page is what it shows in the end. */
  async #recordGrown(
    visit: Waiting,
    via: Via,
    step: FireStep,
    edge: MapEdge,
    grown: Grown,
  ): Promise<Recorded> {
    const { capture, beyond } = grown;
    const outcome = { kind: 'captured' as const, capture };
    const recorded = await this.#arrivals.record(visit, via, capture, edge, {}, grown);
    await this.#arrivals.learn(visit, step.source, edge, outcome, recorded);
    await this.#arrivals.follow(recorded, outcome, step.source, edge);
    this.#arrivals.tell(recorded, edge, via.source);
    if (beyond !== null) this.#at.lose();
    return recorded;
  }

  /** The last step: the event whose target is to be known. `null` where the element was not there. */
  async #fireFor(visit: Waiting, planned: FireStep): Promise<Recorded | null> {
    const { totals, compares, turn } = this.#shared;
    const map = this.#at.map as DocumentMap;
    if (!this.#at.offers(planned)) return null;
    await turn(map.documentUrl);
    const known = compares ? map.recentFingerprints(knownAlong) : new Set<string>();
    const { outcome, step } = await this.#events.take(planned, known);
    if (outcome.kind === 'lost') {
      if (this.#at.page === planned.source) map.redirect(planned.source, planned.ord, null);
      else this.#at.lose();
      return null;
    }
    if (visit.attempts === 0) totals.eventsFired++;
    else totals.eventsReplayed++;
    map.reached(step, visit);
    const edge = map.edge(step.source, step.ord) ?? map.edge(planned.source, planned.ord);
    const fingerprint = outcome.kind === 'known' ? outcome.fingerprint : outcome.capture.fingerprint;
    const wanted = askedFor(outcome);
    const via = toldAs(step, visit);
    const stood = this.#at.stood(step.source);
    const same = fingerprint === this.#at.actual || fingerprint === map.fingerprintOf(step.source);
    // A page that would have been left leads where it would have gone, whatever else the handler changed.
    const stays = same || outcome.leaves !== undefined;
    const addresses = outcome.leaves === undefined ? wanted : [outcome.leaves, ...wanted];
    const parent = await this.#screens.leftTo(step.source, edge, outcome);
    const mayGrow = !stays && parent === null && edge !== null && outcome.kind === 'captured';
    const grown = mayGrow ? await this.#growth.follow(edge, outcome.capture) : null;
    if (grown && outcome.kind === 'captured')
      return this.#recordGrown(visit, via, step, edge as MapEdge, grown);
    const meant = outcome.kind === 'known' ? this.#arrivals.meaning(map, outcome.fingerprint) : parent;
    // A state that a pointer left behind is known to the tab, and may be in no map: that way is given up.
    const recorded = stays
      ? await this.#arrivals.stayed(visit, via, addresses)
      : meant !== null
        ? await this.#arrivals.recordKnown(visit, via, meant)
        : outcome.kind === 'captured' && (await this.#arrivals.record(visit, via, outcome.capture, edge));
    if (!recorded) {
      this.#at.lose();
      return null;
    }
    if (recorded.kind !== 'kept') await this.#arrivals.fileAddresses(visit, addresses);
    await this.#arrivals.learn(visit, step.source, edge, outcome, recorded);
    if (stays && !same) await this.#arrivals.standAfterLeaving(step.source, edge, outcome);
    else if (parent !== null) this.#at.stand(parent, fingerprint, false);
    else if (!stays) await this.#arrivals.follow(recorded, outcome, step.source, edge);
    else this.#at.stay(fingerprint);
    // That the pointer has left is all that comes of it where it was planned.
    if (stays && planned.source !== this.#at.page) map.redirect(planned.source, planned.ord, this.#at.page);
    if (recorded.kind === 'alike' && this.#at.page !== null && this.#at.page < 0)
      map.redirect(step.source, step.ord, this.#at.page);
    if (visit.route !== undefined && recorded.kind === 'kept' && outcome.kind === 'captured' && edge)
      await this.#lookAtRoute(visit.route, edge, stood, outcome.capture);
    this.#arrivals.tell(recorded, edge, via.source);
    this.#rest(outcome);
    this.#undress(recorded, outcome);
    return recorded;
  }

  /** What a link's event has shown is compared with its address, where it is one. */
  async #lookAtRoute(route: string, edge: MapEdge, stood: Stood, shown: Capture): Promise<void> {
    const { routes, sameness } = this.#shared;
    const { kind, text } = edge.action.instruction;
    if (routes && kind === 'route')
      await routes.look(route, text, await sameness.shownThere(stood), shown.document);
  }

  /** A message that has hidden by itself is on the page that it was shown on, but not where the tab stands. */
  #rest({ rests }: Exclude<Outcome, { kind: 'lost' }>): void {
    const page = rests === undefined ? null : (this.#at.map?.standing(rests) ?? null);
    if (rests === undefined || page === null) return;
    this.#at.shift(page, rests);
  }

  /** A new theme is no page, and must not be worn by the pages after it: they begin with a fresh document. */
  #undress(recorded: Recorded, outcome: Outcome): void {
    const isVain = recorded.kind === 'unchanged' || (recorded.kind === 'alike' && recorded.reason === 'same');
    if (isVain && outcome.kind !== 'lost' && outcome.redressed) this.#at.lose();
  }
}
