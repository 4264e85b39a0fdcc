import { ArgiopeError, type Capture, type Outcome, type SiteStore, type Tab } from '../model/index.ts';
import type { Atlas, DocumentMap, MapEdge } from './atlas.ts';
import type { Costs } from './costs.ts';
import type { Gate } from './gate.ts';
import { type Step, shortestPath } from './plan.ts';
import type { Waiting } from './queue.ts';
import type { Recorded, Recorder, Via } from './record.ts';
import type { Counting } from './totals.ts';

/** What all workers of a crawl share. */
export interface Shared {
  readonly site: SiteStore;
  readonly atlas: Atlas;
  readonly gate: Gate;
  readonly recorder: Recorder;
  readonly costs: Costs;
  readonly totals: Counting;
  readonly compares: boolean;
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
/** Fingerprints sent along with an event, of which no document is needed. */
const knownAlong = 64;

/** One tab at work: reaches pages (PNBN) and has them recorded. */
export class Worker {
  readonly #shared: Shared;
  readonly #tab: Tab;
  readonly #met: (recorded: Recorded) => void;
  /** Document and page the tab shows; `null` where that is not known. */
  #map: DocumentMap | null = null;
  #page: number | null = null;
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
    return this.#trail.at(-1) ?? null;
  }

  /** Visits a page and records what it is. */
  async visit(visit: Waiting): Promise<Recorded | null> {
    try {
      return visit.url === null ? await this.#visitState(visit) : await this.#visitUrl(visit, visit.url);
    } catch (error) {
      this.#lose();
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
      this.#map.add(recorded.number, capture.fingerprint, recorded.transitions);
      this.#page = recorded.number;
    }
    return recorded;
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
    for (let detour = 0; detour < detours; detour++) {
      const path = await this.#pathTo(visit);
      const last = path.at(-1);
      if (last?.kind !== 'fire') break;
      const arrived = await this.#walk(path.slice(0, -1));
      if (!arrived) continue;
      const done = await this.#fireFor(visit, last);
      if (done) return done;
    }
    throw new ArgiopeError('LOST', `page ${visit.number} could not be reached again by its path`);
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
    await this.#reset(visit.document);
    if (this.#map === null || this.#page === null) return [];
    return shortestPath(this.#page, this.#map as DocumentMap, isTarget) ?? [];
  }

  /** Loads the document's address anew. */
  async #reset(document: number): Promise<void> {
    const { site, atlas, totals } = this.#shared;
    const root = await site.page(document);
    if (root?.entry.kind !== 'url') throw new ArgiopeError('LOST', `page ${document} has no address`);
    const capture = await this.#open(root.entry.url);
    totals.resets++;
    this.#map = await atlas.enter(document);
    this.#page = this.#map.numberOf(capture.fingerprint);
    // The address shows something else now; what hangs on the old content cannot be reached from it.
    if (this.#page === null) this.#lose();
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
      if (outcome.kind === 'known' && outcome.fingerprint === expected) {
        this.#stand(step.target, step.kind === 'back');
        continue;
      }
      await this.#strayed(step, outcome, edge);
      return false;
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
    return outcome;
  }

  /** An unexpected page is a discovery, not an error. */
  async #strayed(step: Step, outcome: Outcome, edge: MapEdge | null): Promise<void> {
    const map = this.#map as DocumentMap;
    if (outcome.kind === 'lost' && step.kind === 'fire') map.redirect(step.source, step.ord, null);
    if (outcome.kind !== 'captured' || step.kind !== 'fire') return this.#lose();
    const { capture } = outcome;
    const { recorder, exclusive, site } = this.#shared;
    const known = map.numberOf(capture.fingerprint);
    // A step that was only presumed to lead there: the class does not mean the same everywhere.
    if (edge?.presumed && edge.className !== null) {
      const { className } = edge;
      await exclusive(() => recorder.failPresumption(className));
      return known === null ? this.#lose() : this.#stand(known, false);
    }
    if (known !== null) return this.#stand(known, false);
    const judged = await this.#judge(capture, step.source);
    const recorded = await exclusive(async () =>
      (await site.numberOfContent(capture.fingerprint)) === null
        ? recorder.keepStranger(step, map.document, capture, judged)
        : null,
    );
    if (recorded?.kind !== 'kept') return this.#lose();
    map.add(recorded.number, capture.fingerprint, recorded.transitions);
    const leaving = await site.transitions(step.source);
    for (const found of leaving) if (found.target === recorded.number) map.addTransition(found);
    this.#met(recorded);
    this.#stand(recorded.number, false);
  }

  /** The last step: the event whose target is to be known. `null` where the element was not there. */
  async #fireFor(visit: Waiting, step: Step & { kind: 'fire' }): Promise<Recorded | null> {
    const { totals, compares, turn, recorder } = this.#shared;
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
    const { className = null } = map.edge(step.source, step.ord) ?? {};
    const fingerprint = outcome.kind === 'known' ? outcome.fingerprint : outcome.capture.fingerprint;
    const wanted = outcome.kind === 'known' ? outcome.wanted : outcome.capture.wanted;
    if (fingerprint === map.fingerprintOf(step.source)) {
      const stayed = await this.#stayed(visit, step, wanted);
      recorder.countYield(className, stayed);
      return stayed;
    }
    const recorded =
      outcome.kind === 'known'
        ? await this.#recordKnown(visit, step, map.numberOf(outcome.fingerprint) as number)
        : await this.#record(visit, step, outcome.capture);
    recorder.countYield(className, recorded);
    this.#follow(recorded, fingerprint);
    return recorded;
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

  async #record(visit: Waiting, via: Via | null, capture: Capture): Promise<Recorded> {
    const { recorder, exclusive, fetchAssets } = this.#shared;
    const judged = await this.#judge(capture, visit.number, visit.depth);
    await fetchAssets(capture);
    return exclusive(async () => {
      const known = await recorder.knownContent(capture.fingerprint);
      if (known !== null && known !== visit.number) return recorder.merge(visit, via, known);
      return recorder.keep(visit, via, capture, judged);
    });
  }

  #recordKnown(visit: Waiting, via: Via, into: number): Promise<Recorded> {
    const { recorder, exclusive } = this.#shared;
    return exclusive(() => recorder.merge(visit, via, into));
  }

  async #judge(capture: Capture, source: number, depth?: number): ReturnType<Gate['judge']> {
    const at = depth ?? ((await this.#shared.site.page(source))?.depth ?? 0) + 1;
    return this.#shared.gate.judge(capture, source, at);
  }

  /** Takes note of where an event has led. */
  #follow(recorded: Recorded, fingerprint: string): void {
    const map = this.#map as DocumentMap;
    if (recorded.kind === 'kept') {
      map.add(recorded.number, fingerprint, recorded.transitions);
      this.#stand(recorded.number, false);
      return;
    }
    const here = map.numberOf(fingerprint);
    if (here === null) this.#lose();
    else this.#stand(here, false);
  }

  #stand(page: number, wentBack: boolean): void {
    if (wentBack) this.#trail.pop();
    else if (this.#tab.historyGrew && this.#page !== null) this.#trail.push(this.#page);
    this.#page = page;
  }

  /** Where the tab stands is not known any more: the next page is reached by its address. */
  #lose(): void {
    if (this.#map) this.#shared.atlas.leave(this.#map.document);
    this.#map = null;
    this.#page = null;
    this.#trail = [];
  }
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
