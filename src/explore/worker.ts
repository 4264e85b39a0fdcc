import type { ClassAudits } from '../identity/index.ts';
import {
  ArgiopeError,
  type Capture,
  type CrawlListener,
  type Outcome,
  type SiteStore,
  type Tab,
} from '../model/index.ts';
import type { Atlas, DocumentMap, MapEdge } from './atlas.ts';
import type { Costs } from './costs.ts';
import type { Gate, Judged } from './gate.ts';
import type { Likeness, Verdict } from './likeness.ts';
import { type Step, shortestPath } from './plan.ts';
import type { Waiting } from './queue.ts';
import type { Recorded, Recorder, Via } from './record.ts';
import { chosen, type State, type States } from './states.ts';
import type { Counting } from './totals.ts';
import type { Volatility } from './volatility.ts';

/** What all workers of a crawl share. */
export interface Shared {
  readonly site: SiteStore;
  readonly atlas: Atlas;
  readonly gate: Gate;
  readonly recorder: Recorder;
  readonly likeness: Likeness;
  readonly states: States;
  readonly audits: ClassAudits;
  readonly costs: Costs;
  readonly totals: Counting;
  readonly compares: boolean;
  readonly listen: CrawlListener;
  readonly volatility: Volatility;
  /** Whether everything that was skipped is tested, at any price. */
  readonly testsAll: boolean;
  /** Takes a waiting page into hand, if it waits. */
  readonly claim: (number: number, document: number) => Waiting | null;
  readonly done: (number: number) => void;
  /** Runs one recording at a time. */
  readonly exclusive: <T>(run: () => Promise<T>) => Promise<T>;
  /** Waits until the site may be asked again; without an address for an event. */
  readonly turn: (url: string | null) => Promise<void>;
  readonly answered: (url: string, ms: number, status: number) => void;
  /** The host asked for a rest. */
  readonly rest: (url: string, retryAfter: string | null) => void;
  /** Files that a page uses are in the store when the page is. */
  readonly fetchAssets: (capture: Capture) => Promise<void>;
}

/** Times that a path may turn out wrong before the page is given up. */
const detours = 4;
/** Events that an address of its own is not worth. */
const routeDistance = 1;
/** Keys by which terminals go back. */
const leavingKeys: ReadonlySet<string> = new Set(['Left', 'q', 'Q', 'Escape']);
/** Fingerprints sent along with an event, of which no document is needed. */
const knownAlong = 64;

/** One tab at work: reaches pages (PNBN) and has them recorded. */
export class Worker {
  readonly #shared: Shared;
  readonly #tab: Tab;
  readonly #met: (recorded: Recorded) => void;
  /**
   * Document the tab shows and where it stands there: on a page, or on a state between pages; `null` where
   * that is not known.
   */
  #map: DocumentMap | null = null;
  #page: number | null = null;
  /** Class of the event that was fired last: what led to where the tab stands. */
  #origin = '';
  /** Fingerprint of what the tab shows: that of its page, or of a slight variant. */
  #actual: string | null = null;
  /** Pages behind the current one in the session history. */
  #trail: number[] = [];

  /** `met` is told of pages that were kept on the way to others. */
  constructor(shared: Shared, tab: Tab, met: (recorded: Recorded) => void) {
    this.#shared = shared;
    this.#tab = tab;
    this.#met = met;
  }

  get map(): DocumentMap | null {
    return this.#map;
  }

  get page(): number | null {
    return this.#page;
  }

  /** Page that one step back in the session history would show. */
  get backPage(): number | null {
    return this.#map?.backs.worthTrying ? (this.#trail.at(-1) ?? null) : null;
  }

  /** Whether something that was skipped can be tested from where the tab stands. */
  get isTestDue(): boolean {
    return this.#nextTest() !== null;
  }

  #nextTest(): (MapEdge & { readonly className: string; readonly origin: string }) | null {
    const [map, page] = [this.#map, this.#page];
    if (!map || page === null) return null;
    const origin = map.originOf(page) ?? this.#origin;
    for (const edge of map.edgesOf(page)) {
      const { className, presumed, target } = edge;
      if (!presumed || className === null || this.#shared.atlas.resolve(target) === page) continue;
      if (this.#shared.audits.isUntested(className, origin)) return { ...edge, className, origin };
    }
    return null;
  }

  /**
   * Fires something that was skipped, from where the tab stands, to see whether it leads to anything new:
   * the cheapest way to test a presumption, because nothing has to be reached first.
   */
  async test(): Promise<void> {
    const { audits, recorder, exclusive, totals } = this.#shared;
    const [map, page, due] = [this.#map, this.#page, this.#nextTest()];
    if (!map || page === null || !due) return;
    totals.eventsAudited++;
    totals.eventsFired++;
    const step = { kind: 'fire' as const, source: page, ord: due.ord, target: due.target };
    const outcome = await this.#take(step, map.recentFingerprints(knownAlong));
    const tested = () => audits.noteTest(due.className, due.origin);
    if (outcome.kind === 'captured' && map.standing(outcome.capture.fingerprint) === null) {
      if (await this.#passThrough(page, due, outcome.capture)) return this.#landed(map, due).then(tested);
      totals.wrongSkips++;
      await exclusive(() => recorder.failPresumption(due.className, due.origin)).then(tested);
      return this.#claimFound(map, step, due, outcome);
    }
    tested();
    const shown = fingerprintOf(outcome);
    const standing = shown === null ? null : map.standing(shown);
    if (shown === null || standing === null) return this.#lose();
    this.#stand(standing, shown, false);
    await this.#landed(map, due);
  }

  /** A test has found a page: it is the one that the action, queued now, leads to. */
  async #claimFound(
    map: DocumentMap,
    step: Step & { kind: 'fire' },
    due: MapEdge,
    outcome: Outcome & { kind: 'captured' },
  ): Promise<void> {
    const target = map.edge(step.source, step.ord)?.target ?? null;
    const visit = target === null ? null : this.#shared.claim(target, map.document);
    if (!visit) return this.#lose();
    try {
      const recorded = await this.#record(visit, step, outcome.capture, due);
      this.#learn(visit, step.source, due, outcome, recorded);
      await this.#follow(recorded, outcome, step.source, due);
      if (recorded.kind === 'kept') this.#met(recorded);
    } finally {
      this.#shared.done(visit.number);
    }
  }

  async #landed(map: DocumentMap, { className, target }: MapEdge): Promise<void> {
    const { recorder, exclusive } = this.#shared;
    const page = this.#actual === null ? null : this.#meaning(map, this.#actual);
    if (page !== null && className !== null)
      await exclusive(() => recorder.noteLanding(className, target, page));
  }

  /** Whether a waiting page turns out to be another one that is known, or waits too. */
  async isSettled(visit: Waiting): Promise<boolean> {
    const { likeness, recorder, exclusive, volatility, audits } = this.#shared;
    const name = visit.className ?? '';
    if (await exclusive(() => recorder.spare(visit))) return true;
    if (!visit.loose || audits.regionsOf(name)?.length === 0) return false;
    const document = await likeness.document(visit.source);
    return document !== null && exclusive(() => recorder.narrow(visit, document, volatility.mask));
  }

  /** Visits a page and records what it is. */
  async visit(visit: Waiting): Promise<Recorded | null> {
    try {
      return visit.url === null ? await this.#visitState(visit) : await this.#visitUrl(visit, visit.url);
    } catch (error) {
      const isLost = error instanceof ArgiopeError && error.code === 'LOST';
      if (!isLost || !visit.audit) this.#lose();
      throw error;
    }
  }

  close(): Promise<void> {
    this.#lose();
    return this.#tab.close();
  }

  async #visitUrl(visit: Waiting, url: string): Promise<Recorded> {
    const capture = await this.#open(url);
    const recorded = await this.#record(visit, null, capture);
    if (recorded.kind === 'kept') {
      this.#map = this.#shared.atlas.begin(recorded.number);
      this.#shared.likeness.begin(this.#map);
      this.#addPage(recorded, capture, null, {});
      this.#page = recorded.number;
      this.#actual = capture.fingerprint;
    }
    return recorded;
  }

  #addPage(
    recorded: Recorded & { kind: 'kept' },
    capture: Capture,
    parent: number | null,
    state: State,
  ): void {
    const { number, transitions, address } = recorded;
    const { fingerprint, form } = capture;
    const map = this.#map as DocumentMap;
    const origin = parent === null ? '' : this.#origin;
    map.add(number, { fingerprint, form, address, parent, origin, state }, transitions);
    this.#shared.states.set(number, state);
    this.#shared.likeness.add(map, number, capture);
  }

  /** Opens an address; where the tab stands afterwards is for the caller to say. */
  async #open(url: string): Promise<Capture> {
    const { gate, turn, answered, costs } = this.#shared;
    this.#lose();
    const refused = await gate.refuses(url);
    if (refused === 'robots') {
      const problem = gate.problem(url);
      if (problem) throw aboutPage(problem, url);
      throw new ArgiopeError('ROBOTS', `robots.txt forbids ${url}`, {
        url,
        advice: 'Ask the site owner, or use --robots ignore on a site of your own.',
      });
    }
    await turn(url);
    const start = performance.now();
    const capture = await this.#tab.open(url);
    const ms = performance.now() - start;
    costs.load.add(ms);
    answered(url, ms, capture.status);
    return capture;
  }

  async #visitState(visit: Waiting): Promise<Recorded | null> {
    // A test is made wherever it can be had: its own place is not worth a search.
    const isTest = visit.audit !== undefined && this.#shared.recorder.isTest(visit.audit);
    const tries = isTest && !this.#shared.testsAll ? 1 : detours;
    for (let detour = 0; detour < tries; detour++) {
      const opened = detour === 0 ? await this.#visitRoute(visit) : null;
      if (opened) return opened;
      const path = await this.#pathTo(visit);
      const last = path.at(-1);
      const map = this.#map;
      if (last?.kind !== 'fire' || !map) break;
      const arrived = await this.#walk(path.slice(0, -1));
      if (!arrived) {
        // A way that leads back to where it began is no way.
        const first = path[0];
        if (first?.kind === 'fire' && first.source === this.#page)
          map.redirect(first.source, first.ord, null);
        continue;
      }
      const done = await this.#fireFor(visit, last);
      if (done) return done;
    }
    throw new ArgiopeError('LOST', `page ${visit.number} could not be reached again by its path`);
  }

  /**
   * A page that has an address is opened by it where that is nearer than the events that lead to it, once
   * it is shown that addresses of this document show their pages.
   */
  async #visitRoute(visit: Waiting): Promise<Recorded | null> {
    const map = this.#map;
    if (visit.route === undefined || !map || this.#page === null || map.document !== visit.document)
      return null;
    const near = shortestPath(this.#page, map, (page) => page === visit.number, this.backPage);
    if ((near && near.length <= routeDistance) || !map.routes.worthTrying) return null;
    if (!map.routes.isProven && !(await this.#proveRoutes(map))) return null;
    const action = (await this.#shared.site.transitions(visit.source)).find(
      ({ ord }) => ord === visit.ord,
    )?.action;
    if (!action) return null;
    // Held while the tab leaves it: what is known of it must not be forgotten.
    await this.#shared.atlas.enter(visit.document);
    const capture = await this.#open(action.instruction.text).catch((error) => {
      if (!isRefusal(error)) throw error;
      map.routes.count(false);
      return null;
    });
    if (!capture) {
      this.#shared.atlas.leave(visit.document);
      return null;
    }
    this.#map = map;
    this.#page = map.document;
    const recorded = await this.#record(visit, null, capture);
    const fingerprint = capture.fingerprint;
    if (recorded.kind === 'kept') {
      this.#origin = 'route';
      this.#addPage(recorded, capture, visit.source, { route: action.instruction.text });
    }
    const standing = map.standing(fingerprint);
    if (standing === null) this.#lose();
    else this.#stand(standing, fingerprint, false);
    return recorded;
  }

  /** Opens the address of a page that is known, to see whether it shows that page. */
  async #proveRoutes(map: DocumentMap): Promise<boolean> {
    const known = map.addressedPage();
    if (!known) return false;
    await this.#shared.atlas.enter(map.document);
    try {
      await this.#enter(map, known.address, known.number);
    } finally {
      if (this.#map === null) this.#shared.atlas.leave(map.document);
    }
    return map.routes.isProven;
  }

  /** The cheaper way: from where the tab stands, or from the document's address. */
  async #pathTo(visit: Waiting): Promise<readonly Step[]> {
    const isTarget = (number: number) => number === visit.number;
    const { costs } = this.#shared;
    const here =
      this.#map?.document === visit.document && this.#page !== null
        ? shortestPath(this.#page, this.#map, isTarget, this.backPage)
        : null;
    if (here && here.length * costs.event.value <= costs.load.value + costs.event.value) return here;
    const map = this.#map?.document === visit.document ? this.#map : null;
    const fromRoot = map && shortestPath(visit.document, map, isTarget);
    if (here && (!fromRoot || here.length <= fromRoot.length + costs.load.value / costs.event.value))
      return here;
    await this.#reset(visit);
    if (this.#map === null || this.#page === null) return [];
    return shortestPath(this.#page, this.#map as DocumentMap, isTarget) ?? [];
  }

  /**
   * Loads the document anew: by the address of a page near to the one that is wanted where such addresses
   * are known to show their pages, else by its own.
   */
  async #reset(visit: Waiting): Promise<void> {
    const { site, atlas } = this.#shared;
    const root = await site.page(visit.document);
    if (root?.entry.kind !== 'url') throw new ArgiopeError('LOST', `page ${visit.document} has no address`);
    const map = await atlas.enter(visit.document);
    try {
      const near = map.routes.worthTrying ? nearestAddress(map, visit.source) : null;
      if (near && (await this.#enter(map, near.address, near.number))) return;
      await this.#enter(map, root.entry.url, visit.document);
    } finally {
      if (this.#map === null) atlas.leave(visit.document);
    }
  }

  /** Opens an address that should show a page of a document; whether the tab stands in the document now. */
  async #enter(map: DocumentMap, address: string, number: number): Promise<boolean> {
    const { totals, atlas, volatility, exclusive } = this.#shared;
    const capture = await this.#open(address).catch((error) => {
      // An address that a script made up need not be known to the server.
      if (number === map.document || !isRefusal(error)) throw error;
      return null;
    });
    totals.resets++;
    if (!capture) {
      map.routes.count(false);
      return false;
    }
    let page = map.standing(capture.fingerprint);
    if (page === null) {
      const prints = await exclusive(() => volatility.relearn(number, capture.document));
      if (prints) atlas.reprint(prints);
      if (prints) page = number;
    }
    if (number !== map.document) map.routes.count(page === number);
    // The address shows something else now; what hangs on the old content cannot be reached from it.
    if (page === null) return false;
    this.#map = map;
    this.#page = page;
    this.#actual = capture.fingerprint;
    return true;
  }

  /** Fires the steps on the way; every hop is checked. */
  async #walk(steps: readonly Step[]): Promise<boolean> {
    for (const step of steps) {
      const map = this.#map as DocumentMap;
      const expected = map.fingerprintOf(step.target);
      // Before it is fired: another tab may find the presumption wrong in the meantime.
      const edge = step.kind === 'fire' ? map.edge(step.source, step.ord) : null;
      const outcome = await this.#take(step, new Set(expected === null ? [] : [expected]));
      this.#shared.totals.eventsReplayed++;
      const shown = fingerprintOf(outcome);
      const arrived = shown !== null && (shown === expected || map.standing(shown) === step.target);
      if (step.kind === 'back') map.backs.count(arrived);
      if (arrived) {
        this.#stand(step.target, shown, step.kind === 'back');
        continue;
      }
      await this.#strayed(step, outcome, edge);
      // A variant of the page that was expected is as good.
      if (this.#page !== step.target) return false;
    }
    return true;
  }

  async #take(step: Step, known: ReadonlySet<string>): Promise<Outcome> {
    const start = performance.now();
    const order = step.kind === 'fire' ? this.#map?.edge(step.source, step.ord)?.order : null;
    const outcome =
      step.kind === 'back'
        ? await this.#tab.back(known)
        : order
          ? await this.#tab.fire(order, known)
          : { kind: 'lost' as const };
    this.#shared.costs.event.add(performance.now() - start);
    if (step.kind === 'fire') this.#origin = this.#map?.edge(step.source, step.ord)?.className ?? '';
    return outcome;
  }

  /** An unexpected page is a discovery, not an error. */
  async #strayed(step: Step, outcome: Outcome, edge: MapEdge | null): Promise<void> {
    const map = this.#map as DocumentMap;
    if (outcome.kind === 'lost' && step.kind === 'fire') map.redirect(step.source, step.ord, null);
    if (step.kind === 'back') return this.#cameBack(outcome);
    if (outcome.kind !== 'captured') return this.#lose();
    const { capture } = outcome;
    const { recorder, exclusive, site } = this.#shared;
    if (step.kind === 'fire' && (await this.#isSameScreen(step.target, edge, capture)))
      return this.#stand(step.target, capture.fingerprint, false);
    const standing = map.standing(capture.fingerprint);
    if (standing !== null && standing < 0) return this.#stand(standing, capture.fingerprint, false);
    // Parts that do not depend on each other: the step did what it was to do, elsewhere something differs.
    if (standing === null && edge && (await this.#passThrough(step.source, edge, capture))) return;
    // A step that was only presumed to lead there: the class does not mean the same everywhere.
    // From a state between pages it may well lead elsewhere, and what opens also closes.
    const undoes = standing !== null && (step.source < 0 || standing === map.parentOf(step.source));
    if (edge?.presumed && edge.className !== null && !undoes) {
      const { className } = edge;
      const origin = map.originOf(step.source) ?? this.#origin;
      await exclusive(() => recorder.failPresumption(className, origin));
      return standing === null ? this.#lose() : this.#stand(standing, capture.fingerprint, false);
    }
    if (standing !== null) return this.#stand(standing, capture.fingerprint, false);
    // The plan was overtaken by what another tab found out.
    const outdated = edge !== null && this.#shared.atlas.resolve(edge.target) !== step.target;
    if (step.source < 0 || outdated) return this.#lose();
    const state = await this.#chosen(edge, step.target);
    const judged = await this.#judge(capture, step.source, state);
    const recorded = await exclusive(async () =>
      (await site.numberOfContent(capture.fingerprint)) === null
        ? recorder.keepStranger(step, map.document, capture, judged)
        : null,
    );
    if (recorded?.kind !== 'kept') return this.#lose();
    this.#addPage(recorded, capture, step.source, state);
    const leaving = await site.transitions(step.source);
    for (const found of leaving) if (found.target === recorded.number) map.addTransition(found);
    this.#met(recorded);
    this.#stand(recorded.number, capture.fingerprint, false);
  }

  /**
   * Whether a terminal shows a page again with nothing but volatile parts changed. It does not say what a
   * key has changed, so that nothing else would tell a screen that was drawn anew from another one.
   */
  async #isSameScreen(page: number, edge: MapEdge | null, capture: Capture): Promise<boolean> {
    const { atlas, exclusive, volatility } = this.#shared;
    if (edge?.order.event !== 'key' || edge.presumed || page < 0) return false;
    if (this.#map?.standing(capture.fingerprint) !== null) return false;
    const prints = await exclusive(() => volatility.relearn(page, capture.document));
    if (prints) atlas.reprint(prints);
    return prints !== null;
  }

  /** A step back showed something else than what was there before. */
  #cameBack(outcome: Outcome): void {
    const shown = fingerprintOf(outcome);
    const standing = shown === null ? null : (this.#map?.standing(shown) ?? null);
    if (shown === null || standing === null) this.#lose();
    else this.#stand(standing, shown, true);
  }

  /** Whether a state on the way shows only what pages show; the tab stands on it then. */
  async #passThrough(source: number, edge: MapEdge, capture: Capture): Promise<boolean> {
    const map = this.#map as DocumentMap;
    const verdict = await this.#shared.likeness.judge(map, this.#stood(source), edge, capture);
    if (verdict.kind === 'new') return false;
    const state = await this.#chosen(edge, verdict.of);
    const judged = await this.#judge(capture, Math.max(0, verdict.of), state);
    await this.#standAlike(verdict, capture, judged, state);
    return true;
  }

  /** Where the tab stood when an event was fired. */
  #stood(source: number): { page: number; fingerprint: string } {
    return { page: this.#page ?? source, fingerprint: this.#actual ?? '' };
  }

  /** Takes its stand on a variant of a page, or on a state that recombines pages. */
  async #standAlike(
    verdict: Exclude<Verdict, { kind: 'new' }>,
    capture: Capture,
    judged: readonly Judged[],
    state: State,
  ): Promise<void> {
    const map = this.#map as DocumentMap;
    const { likeness, recorder } = this.#shared;
    likeness.hold(capture.fingerprint, capture.document);
    if (verdict.kind === 'slight') {
      map.addVariant(capture.fingerprint, verdict.node);
      return this.#stand(verdict.node, capture.fingerprint, false);
    }
    const edges = await recorder.glimpse(judged, verdict.of);
    const node = map.addGlimpse(capture.fingerprint, verdict.of, edges, state);
    this.#stand(node, capture.fingerprint, false);
  }

  /** The last step: the event whose target is to be known. `null` where the element was not there. */
  async #fireFor(visit: Waiting, step: Step & { kind: 'fire' }): Promise<Recorded | null> {
    const { totals, compares, turn } = this.#shared;
    const map = this.#map as DocumentMap;
    await turn(null);
    const outcome = await this.#take(step, compares ? map.recentFingerprints(knownAlong) : new Set());
    if (outcome.kind === 'lost') {
      map.redirect(step.source, step.ord, null);
      return null;
    }
    if (visit.attempts === 0) totals.eventsFired++;
    else totals.eventsReplayed++;
    map.reached(step, visit);
    const edge = map.edge(step.source, step.ord);
    const fingerprint = outcome.kind === 'known' ? outcome.fingerprint : outcome.capture.fingerprint;
    const wanted = outcome.kind === 'known' ? outcome.wanted : outcome.capture.wanted;
    // From a state between pages the step is told as the one by which the page was found.
    const via = step.source >= 0 || visit.ord === null ? step : { source: visit.source, ord: visit.ord };
    const stood = this.#stood(step.source);
    const stays = fingerprint === this.#actual || fingerprint === map.fingerprintOf(step.source);
    const parent = await this.#leftTo(step.source, edge, outcome);
    const recorded = stays
      ? await this.#stayed(visit, via, wanted)
      : parent !== null
        ? await this.#recordKnown(visit, via, parent)
        : outcome.kind === 'known'
          ? await this.#recordKnown(visit, via, this.#meaning(map, outcome.fingerprint))
          : await this.#record(visit, via, outcome.capture, edge);
    this.#learn(visit, step.source, edge, outcome, recorded);
    if (parent !== null) this.#stand(parent, fingerprint, false);
    else if (!stays) await this.#follow(recorded, outcome, step.source, edge);
    else this.#actual = fingerprint;
    if (visit.loose) await this.#fileStep(visit, stood);
    this.#tell(recorded, edge, via.source);
    return recorded;
  }

  /** The page that a terminal's key for leaving has led back to, where it was drawn anew with other counts. */
  async #leftTo(source: number, edge: MapEdge | null, outcome: Outcome): Promise<number | null> {
    const parent = this.#map?.parentOf(source) ?? null;
    if (parent === null || outcome.kind !== 'captured' || !leavingKeys.has(edge?.order.value ?? ''))
      return null;
    return (await this.#isSameScreen(parent, edge, outcome.capture)) ? parent : null;
  }

  async #fileStep(visit: Waiting, stood: { page: number; fingerprint: string }): Promise<void> {
    const { likeness, recorder, exclusive, volatility } = this.#shared;
    const document = await likeness.shownThere(stood);
    if (document) await exclusive(() => recorder.fileStep(visit, document, volatility.mask));
  }

  #tell(recorded: Recorded, edge: MapEdge | null, source: number): void {
    if (!edge) return;
    const { kind } = recorded;
    const reason = kind === 'alike' ? recorded.reason : kind === 'unchanged' ? 'unchanged' : 'fired';
    const { label, text: instruction, order } = edge;
    this.#shared.listen({ kind: 'action', source, label, event: order.event, reason, instruction });
  }

  /** The page that a known state is, or of which it shows what is new. */
  #meaning(map: DocumentMap, fingerprint: string): number {
    return (map.numberOf(fingerprint) ?? map.glimpsed(fingerprint)) as number;
  }

  /** What a firing says of its class: what it yields, what it changes, whether it leads back. */
  #learn(
    visit: Waiting,
    source: number,
    edge: MapEdge | null,
    outcome: Exclude<Outcome, { kind: 'lost' }>,
    recorded: Recorded,
  ): void {
    const { recorder, audits, atlas } = this.#shared;
    const map = this.#map as DocumentMap;
    const into =
      recorded.kind === 'merged'
        ? atlas.resolve(recorded.into)
        : recorded.kind === 'alike'
          ? recorded.of
          : null;
    const page = source >= 0 ? source : visit.source;
    const back = into !== null && into === map.parentOf(page);
    const className = edge?.className ?? null;
    recorder.countYield(className, map.originOf(page) ?? '', recorded, back);
    const change = outcome.kind === 'known' ? outcome.change : outcome.capture.change;
    if (className !== null && change) audits.noteRegion(className, change.path);
    if (edge && className !== null) {
      const home = into !== null && into === map.homeOf(page, className);
      recorder.countText(edge.text, home, recorded.kind === 'kept');
    }
    if (visit.route !== undefined) {
      const plain = recorded.kind === 'merged' && !change;
      audits.noteLink(visit.route, plain ? 'plain' : 'route');
    }
  }

  /** The page is still the same: nothing happened, or a script wanted to go to an address. */
  async #stayed(visit: Waiting, step: Via, wanted: readonly string[]): Promise<Recorded> {
    const { recorder, exclusive, gate } = this.#shared;
    const url = wanted.map((href) => gate.address(href)).find((address) => address !== null);
    if (url === undefined || url === null) {
      const recorded = await exclusive(() => recorder.unchanged(visit, step));
      this.#map?.redirect(step.source, step.ord, null);
      return recorded;
    }
    const refused = await gate.refuses(url);
    return exclusive(() => recorder.leadToUrl(visit, step, url, refused));
  }

  async #record(
    visit: Waiting,
    via: Via | null,
    capture: Capture,
    edge: MapEdge | null = null,
  ): Promise<Recorded> {
    const { recorder, exclusive, fetchAssets, likeness } = this.#shared;
    const state = via === null ? {} : await this.#chosen(edge, visit.number);
    const judged = await this.#judge(capture, visit.number, state, visit.depth);
    await fetchAssets(capture);
    return exclusive(async () => {
      const known = await recorder.knownContent(capture.fingerprint);
      if (known !== null && known !== visit.number) return recorder.merge(visit, via, known);
      if (via === null || edge === null || this.#map === null)
        return recorder.keep(visit, via, capture, judged);
      const verdict = await likeness.judge(this.#map, this.#stood(via.source), edge, capture);
      if (verdict.kind === 'new') return recorder.keep(visit, via, capture, judged);
      await this.#standAlike(verdict, capture, judged, state);
      return recorder.alike(visit, via, verdict.of, verdict.kind);
    });
  }

  #recordKnown(visit: Waiting, via: Via, into: number): Promise<Recorded> {
    const { recorder, exclusive } = this.#shared;
    return exclusive(() => recorder.merge(visit, via, into));
  }

  async #judge(capture: Capture, source: number, state: State, depth?: number): ReturnType<Gate['judge']> {
    const at = depth ?? ((await this.#shared.site.page(source))?.depth ?? 0) + 1;
    const edges = this.#page === null ? [] : (this.#map?.edgesOf(this.#page) ?? []);
    const behind = (text: string) => edges.find((edge) => edge.text === text)?.fingerprint ?? null;
    // Pages of a document that were entered by addresses of their own belong to it all the same.
    const documentUrl = this.#map?.documentUrl ?? capture.documentUrl;
    return this.#shared.gate.judge({ ...capture, documentUrl }, source, at, state, behind);
  }

  /** What was chosen once an event was fired where the tab stands. */
  async #chosen(edge: MapEdge | null, page: number): Promise<State> {
    const here = this.#page;
    if (here === null) return {};
    const before = this.#map?.stateOf(here) ?? (await this.#shared.states.of(here));
    return edge ? chosen(before, edge.choice, page) : before;
  }

  /** Takes note of where an event has led. */
  async #follow(
    recorded: Recorded,
    outcome: Exclude<Outcome, { kind: 'lost' }>,
    source: number,
    edge: MapEdge | null,
  ): Promise<void> {
    const map = this.#map as DocumentMap;
    if (recorded.kind === 'alike') return;
    if (recorded.kind === 'kept' && outcome.kind === 'captured') {
      this.#addPage(recorded, outcome.capture, source, await this.#chosen(edge, recorded.number));
      this.#stand(recorded.number, outcome.capture.fingerprint, false);
      return;
    }
    const fingerprint = outcome.kind === 'known' ? outcome.fingerprint : outcome.capture.fingerprint;
    const here = map.standing(fingerprint);
    if (here === null) this.#lose();
    else this.#stand(here, fingerprint, false);
  }

  #stand(page: number, fingerprint: string, wentBack: boolean): void {
    if (wentBack) this.#trail.pop();
    else if (this.#tab.historyGrew && this.#page !== null) this.#trail.push(this.#page);
    this.#page = page;
    this.#actual = fingerprint;
  }

  /** Where the tab stands is not known any more: the next page is reached by its address. */
  #lose(): void {
    if (this.#map) this.#shared.atlas.leave(this.#map.document);
    this.#map = null;
    this.#page = null;
    this.#origin = '';
    this.#actual = null;
    this.#trail = [];
  }
}

/** Whether an address was refused, by the server or by the rules of the crawl: nothing that stops a crawl. */
function isRefusal(error: unknown): boolean {
  return error instanceof ArgiopeError && error.consequence === 'skip';
}

/** Fingerprint of what an event led to; `null` where it could not be fired. */
function fingerprintOf(outcome: Outcome): string | null {
  if (outcome.kind === 'lost') return null;
  return outcome.kind === 'known' ? outcome.fingerprint : outcome.capture.fingerprint;
}

/** Pages looked at for an address, from the wanted one towards the document's own. */
const addressesTried = 6;

/** The nearest page on the way to a page that has an address of its own. */
function nearestAddress(map: DocumentMap, page: number): { number: number; address: string } | null {
  let at: number | null = page;
  for (let tried = 0; at !== null && at !== map.document && tried < addressesTried; tried++) {
    const address = map.addressOf(at);
    if (address !== null) return { number: at, address };
    at = map.parentOf(at);
  }
  return null;
}

/** Trouble with a host, found when it was asked for its rules, told of the page that was wanted. */
function aboutPage(problem: Error, url: string): Error {
  if (!(problem instanceof ArgiopeError)) return problem;
  const message = problem.message.replaceAll(`${new URL(url).origin}/robots.txt`, url);
  return new ArgiopeError(problem.code, message, {
    url,
    advice: problem.advice ?? undefined,
    cause: problem,
  });
}
