import { type Action, ArgiopeError, type Capture, type Outcome, type Tab } from '../../model/index.ts';
import type { Recorded } from '../commit/record.ts';
import { type Arrivals, fingerprintOf } from '../loop/arrivals.ts';
import type { Shared } from '../loop/shared.ts';
import type { DocumentMap } from '../map/document-map.ts';
import type { MapEdge } from '../map/edges.ts';
import type { Waiting } from '../order/queue.ts';
import type { Due } from '../presume/dues.ts';
import type { Trials } from '../presume/trials.ts';
import type { Events } from './events.ts';
import { type Step, shortestPath } from './plan.ts';
import type { Screens } from './screens.ts';
import type { Standing } from './standing.ts';

/** Takes a tab to a page (PNBN): by events from where it stands, or from an address. */
export class Ways {
  readonly #shared: Shared;
  readonly #tab: Tab;
  readonly #at: Standing;
  readonly #arrivals: Arrivals;
  readonly #events: Events;
  readonly #trials: Trials;
  readonly #screens: Screens;
  readonly #met: (recorded: Recorded) => void;

  /** `met` is told of pages that were kept on the way. */
  constructor(parts: {
    shared: Shared;
    tab: Tab;
    at: Standing;
    arrivals: Arrivals;
    events: Events;
    trials: Trials;
    screens: Screens;
    met: (recorded: Recorded) => void;
  }) {
    this.#shared = parts.shared;
    this.#tab = parts.tab;
    this.#at = parts.at;
    this.#arrivals = parts.arrivals;
    this.#events = parts.events;
    this.#trials = parts.trials;
    this.#screens = parts.screens;
    this.#met = parts.met;
  }

  /**
   * Opens an address, to fire events on it where `events` says so; where the tab stands afterwards is for the
   * caller to say.
   */
  async open(url: string, events = false): Promise<Capture> {
    const { gate, turn, answered, costs } = this.#shared;
    this.#at.lose();
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
    const capture = await this.#tab.open(url, 0, events);
    const ms = performance.now() - start;
    // What it costs to load a document anew, in order to fire events on it.
    if (capture.engine !== 'http') costs.of(url).load.add(ms);
    answered(url, ms, capture.status);
    return capture;
  }

  /** The cheaper way: from where the tab stands, or from the document's address. */
  async pathTo(visit: Waiting): Promise<readonly Step[]> {
    const isTarget = (number: number) => number === visit.number;
    const costs = this.#shared.costs.of(this.#at.map?.documentUrl ?? null);
    const here =
      this.#at.map?.document === visit.document && this.#at.page !== null
        ? shortestPath(this.#at.page, this.#at.map, isTarget, this.#at.backPage)
        : null;
    if (here && here.length * costs.event.value <= costs.load.value + costs.event.value) return here;
    const map = this.#at.map?.document === visit.document ? this.#at.map : null;
    const fromRoot = map && shortestPath(visit.document, map, isTarget);
    if (here && (!fromRoot || here.length <= fromRoot.length + costs.load.value / costs.event.value))
      return here;
    await this.#reset(visit);
    if (this.#at.map === null || this.#at.page === null) return [];
    return shortestPath(this.#at.page, this.#at.map as DocumentMap, isTarget) ?? [];
  }

  /**
   * The way from the document's address that was gone before: what is presumed of events may lead to a
   * state between pages instead of the page from which one has to go on.
   */
  async triedPathTo(visit: Waiting): Promise<readonly Step[]> {
    await this.#reset(visit);
    const { map, page } = this.#at;
    if (map === null || page === null) return [];
    await this.#shared.atlas.recall(map, visit.source);
    const isTarget = (number: number) => number === visit.number;
    return shortestPath(page, map.tried(isTarget), isTarget) ?? shortestPath(page, map, isTarget) ?? [];
  }

  /**
   * Goes to the source of a page as its tab had come there first: by all that was fired in the document until then, since
   * what is shown may depend on any of it. Gives whether the tab stands there: on what the source shows, or on something
   * else, made up anew at each load, that has the action in the same place.
   */
  async relive({ document, source }: Waiting, wanted: Action): Promise<'same' | 'other' | null> {
    const past = this.#shared.pasts.get(source);
    if (!past || past.orders.length === 0) return null;
    const { atlas, totals, turn, sameness } = this.#shared;
    const map = await atlas.enter(document);
    try {
      const address = past.start === document ? await this.#addressOf(document) : map.addressOf(past.start);
      if (address === null || !(await this.enter(map, address, past.start))) return null;
    } finally {
      if (this.#at.map === null) atlas.leave(document);
    }
    let outcome: Outcome | null = null;
    for (const order of past.orders) {
      await turn(map.documentUrl);
      outcome = await this.#at.fire(order, new Set());
      totals.eventsReplayed++;
      // What could not be found may not matter.
      if (outcome.kind === 'captured') sameness.hold(outcome.capture.fingerprint, outcome.capture.document);
    }
    if (outcome?.kind !== 'captured') return this.#nowhere();
    const { capture } = outcome;
    const { fingerprint } = capture;
    const isSame = map.numberOf(fingerprint) === source || (await sameness.showsAll(source, capture));
    if (!isSame && !(await this.#offers(wanted, source, capture))) return this.#nowhere();
    this.#at.relived(source, fingerprint);
    return isSame ? 'same' : 'other';
  }

  /** Whether an action of a page can be had on a state, in the same place and by the same name. */
  async #offers({ xpath, event, value, instruction }: Action, page: number, capture: Capture) {
    const { judged } = await this.#at.judge(capture, page, this.#at.map?.stateOf(page) ?? {});
    return judged.some(
      ({ action, refused }) =>
        refused === null &&
        action.xpath === xpath &&
        action.event === event &&
        action.value === value &&
        action.instruction.text === instruction.text,
    );
  }

  #nowhere(): null {
    this.#at.lose();
    return null;
  }

  /**
   * Loads the document anew: by the address of a page near to the one that is wanted where such addresses
   * are known to show their pages, else by its own.
   */
  async #reset(visit: Pick<Waiting, 'document' | 'source'>): Promise<void> {
    const { atlas } = this.#shared;
    const address = await this.#addressOf(visit.document);
    if (address === null) throw new ArgiopeError('LOST', `page ${visit.document} has no address`);
    const map = await atlas.enter(visit.document);
    try {
      const near = map.routes.worthTrying ? nearestAddress(map, visit.source) : null;
      if (near && (await this.enter(map, near.address, near.number))) return;
      await this.enter(map, address, visit.document);
    } finally {
      if (this.#at.map === null) atlas.leave(visit.document);
    }
  }

  async #addressOf(document: number): Promise<string | null> {
    const entry = (await this.#shared.site.page(document))?.entry;
    return entry?.kind === 'url' ? entry.url : null;
  }

  /** Loads a document in which something is still to be tested. */
  async goInto(document: number): Promise<void> {
    await this.#reset({ document, source: document });
  }

  /** Opens an address that should show a page of a document; whether the tab stands in the document now. */
  async enter(map: DocumentMap, address: string, number: number): Promise<boolean> {
    const { totals, atlas, volatility, exclusive, sameness } = this.#shared;
    const capture = await this.open(address, true).catch((error) => {
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
      // Names that are made anew with every load, and the like: what counts is what it shows.
      if (prints || (await sameness.showsAll(number, capture))) page = number;
    }
    if (number !== map.document) map.routes.count(page === number);
    // The address shows something else now; what hangs on the old content cannot be reached from it.
    if (page === null) return false;
    this.#at.begin(map, page, capture.fingerprint);
    return true;
  }

  /** Fires the steps on the way; every hop is checked. */
  async walk(steps: readonly Step[]): Promise<boolean> {
    for (const step of steps) {
      if (step.kind === 'fire' && !this.#at.offers(step)) return false;
      const map = this.#at.map as DocumentMap;
      const expected = map.fingerprintOf(step.target);
      // Before it is fired: another tab may find the presumption wrong in the meantime.
      const edge = step.kind === 'fire' ? map.edge(step.source, step.ord) : null;
      const test = this.#trials.onTheWay(edge);
      const { outcome, step: made } = await this.#events.take(step, new Set(expected ? [expected] : []));
      this.#shared.totals.eventsReplayed++;
      if (made.kind === 'fire') await this.#arrivals.fileMet(made.source, outcome);
      const shown = fingerprintOf(outcome);
      const isThere = shown === expected || map.isPassage(step.target);
      const arrived = shown !== null && (isThere || map.standing(shown) === step.target);
      if (step.kind === 'back') map.backs.count(arrived);
      if (arrived) {
        if (test && made === step) this.#trials.confirmed(test);
        this.#at.stand(step.target, shown, step.kind === 'back');
        continue;
      }
      if (shown !== null && this.#stayedLeft(step, made, shown)) {
        if (this.#at.page === step.target) continue;
        return false;
      }
      const same = made === step || made.kind === 'back' ? edge : map.edge(made.source, made.ord);
      await this.#strayed(made, outcome, same ?? edge, test);
      // A variant of the page that was expected is as good.
      if (!this.#at.shows(step.target)) return false;
    }
    return true;
  }

  /** Whether nothing came of an event but that the pointer has left: that is where it leads then. */
  #stayedLeft(step: Step, made: Step, shown: string): boolean {
    const map = this.#at.map as DocumentMap;
    const { page } = this.#at;
    if (step.kind === 'back' || made.kind === 'back' || page === null || page === step.source) return false;
    if (map.standing(shown) !== page) return false;
    map.redirect(made.source, made.ord, null);
    map.redirect(step.source, step.ord, page);
    return true;
  }

  /** An unexpected page is a discovery, not an error. */
  async #strayed(step: Step, outcome: Outcome, edge: MapEdge | null, test: Due | null): Promise<void> {
    const map = this.#at.map as DocumentMap;
    if (outcome.kind === 'lost' && step.kind === 'fire' && this.#at.page === step.source)
      map.redirect(step.source, step.ord, null);
    if (step.kind === 'back') return this.#cameBack(outcome);
    if (outcome.kind !== 'captured') return this.#at.lose();
    const { capture } = outcome;
    const { recorder, exclusive, site, sameness } = this.#shared;
    if (map.isPassage(step.source)) return this.#leftPassage(step, capture);
    if (await this.#screens.isSame(step.target, edge, capture))
      return this.#at.stand(step.target, capture.fingerprint, false);
    const standing = map.standing(capture.fingerprint);
    // The same content in another dress: the step did what it was to do.
    if (standing === null && edge && !edge.presumed && (await sameness.showsAll(step.target, capture))) {
      sameness.hold(capture.fingerprint, capture.document);
      map.addVariant(capture.fingerprint, step.target);
      return this.#at.stand(step.target, capture.fingerprint, false);
    }
    if (standing !== null && standing < 0) {
      if (edge?.presumed) map.redirect(step.source, step.ord, standing);
      return this.#at.stand(standing, capture.fingerprint, false);
    }
    // Parts that do not depend on each other: the step did what it was to do, elsewhere something differs.
    if (standing === null && edge && (await this.#arrivals.passThrough(step.source, edge, capture))) {
      if (edge.presumed && this.#at.page !== null) map.redirect(step.source, step.ord, this.#at.page);
      return;
    }
    // What is shown already cannot be brought about.
    if (standing === step.source) {
      map.redirect(step.source, step.ord, null);
      return this.#at.stand(standing, capture.fingerprint, false);
    }
    // A step that was only presumed to lead there: it does not mean the same everywhere. What is known already is
    // compared with what it showed elsewhere.
    if (test && standing === null) {
      await this.#trials.refuted(test);
      return this.#at.lose();
    }
    if (standing !== null) {
      if (edge?.presumed) map.redirect(step.source, step.ord, standing);
      return this.#at.stand(standing, capture.fingerprint, false);
    }
    // The plan was overtaken by what another tab found out.
    const outdated = edge !== null && this.#shared.atlas.resolve(edge.target) !== step.target;
    const passage = edge && this.#at.passageOf(edge);
    if (step.source < 0 || outdated || !edge || !passage) return this.#at.lose();
    const after = this.#at.chosen(edge, step.target);
    const admitted = await this.#admitted(capture);
    if (admitted === null) return this.#at.lose();
    const { judged, state } = await this.#at.judge(admitted, step.source, after, { last: edge });
    const recorded = await exclusive(async () =>
      (await site.numberOfContent(capture.fingerprint)) === null
        ? recorder.keepFound(passage, edge.action, map.document, admitted, judged)
        : null,
    );
    if (recorded?.kind !== 'kept') return this.#at.lose();
    this.#at.doubt(edge, null, recorded.number);
    this.#at.addPage(recorded, capture, step.source, state);
    await this.#shared.atlas.recall(map, recorded.number);
    this.#met(recorded);
    this.#at.stand(recorded.number, capture.fingerprint, false);
  }

  /** What a state that one passes through has led to shows what was wanted, or another state that is known. */
  async #leftPassage(step: Step, capture: Capture): Promise<void> {
    const map = this.#at.map as DocumentMap;
    const { sameness } = this.#shared;
    const standing = map.standing(capture.fingerprint);
    if (standing !== null) return this.#at.stand(standing, capture.fingerprint, false);
    if (!(await sameness.showsAll(step.target, capture))) return this.#at.lose();
    sameness.hold(capture.fingerprint, capture.document);
    map.addVariant(capture.fingerprint, step.target);
    this.#at.stand(step.target, capture.fingerprint, false);
  }

  /** A page that was met on the way, unless hooks drop it: then the way itself is none the worse. */
  async #admitted(capture: Capture): Promise<Capture | null> {
    try {
      return await this.#shared.admit(capture);
    } catch (error) {
      if (error instanceof ArgiopeError && error.code === 'DROPPED') return null;
      throw error;
    }
  }

  /** A step back showed something else than what was there before. */
  #cameBack(outcome: Outcome): void {
    const shown = fingerprintOf(outcome);
    const standing = shown === null ? null : (this.#at.map?.standing(shown) ?? null);
    if (shown === null || standing === null) this.#at.lose();
    else this.#at.stand(standing, shown, true);
  }
}

/** Whether an address was refused, by the server or by the rules of the crawl: nothing that stops a crawl. */
export function isRefusal(error: unknown): boolean {
  return error instanceof ArgiopeError && error.consequence === 'skip';
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
export function aboutPage(problem: Error, url: string): Error {
  if (!(problem instanceof ArgiopeError)) return problem;
  const message = problem.message.replaceAll(`${new URL(url).origin}/robots.txt`, url);
  return new ArgiopeError(problem.code, message, {
    url,
    advice: problem.advice ?? undefined,
    cause: problem,
  });
}
