import { ArgiopeError, type Capture, type Page, type Tab } from '../../model/index.ts';
import type { DocumentMap } from '../map/document-map.ts';
import type { MapEdge } from '../map/edges.ts';
import { type Step, shortestPath } from '../navigate/plan.ts';
import type { Findings } from './findings.ts';
import type { Suspect } from './survey.ts';
import type { RevisitParts } from './visitor.ts';

/** Which of the ways that are tried is the one by which the state was found: it is the longest, as a rule. */
const byEntry = 1;
/** Ways that are tried to a state, and how much farther than from the document's start one may be. */
const [ways, detour] = [4, 6];

/** Answers by which web and FTP servers say that something is not there. */
const goneAnswer = /\b(404|410|550)\b/;

type FireStep = Step & { kind: 'fire' };

/** Where the tab stands in the document. */
interface Stand {
  readonly map: DocumentMap;
  page: number;
  fingerprint: string;
}

/** What became of one way to a state. */
type Arrival =
  | { readonly kind: 'seen'; readonly capture: Capture | null; readonly step: FireStep }
  /** This way leads elsewhere now. */
  | { readonly kind: 'elsewhere' }
  /** No way is known. */
  | { readonly kind: 'nowhere' };

/** Sees the suspects of one document in a tab: its own page by its address, states by the shortest ways. */
export class DocumentVisit {
  readonly #parts: RevisitParts;
  readonly #tab: Tab;
  readonly #findings: Findings;
  readonly #root: Page;
  readonly #url: string;
  #stand: Stand | null = null;
  /** Whether the server said that there is no such document. */
  #isGone = false;

  constructor(parts: RevisitParts, tab: Tab, findings: Findings, root: Page, url: string) {
    this.#parts = parts;
    this.#tab = tab;
    this.#findings = findings;
    this.#root = root;
    this.#url = url;
  }

  /** Sees them one after the other until told to stop; those left are told as such. */
  async see(suspects: readonly Suspect[], stopped: () => boolean): Promise<void> {
    const { atlas, sameness } = this.#parts;
    const map = await atlas.enter(this.#root.number);
    try {
      // By what pages showed before: what is new on one must not explain what is new on the next.
      if (suspects.length > 1) await sameness.fill(map);
      const root = suspects.find(({ page }) => page.number === this.#root.number) ?? null;
      if (!(await this.#enter(map, root))) return this.#lost(suspects);
      const states = suspects.filter((suspect) => suspect !== root);
      const pending = new Set(states.map(({ page }) => page.number));
      for (const suspect of states) {
        if (stopped()) this.#findings.leave(suspect.page);
        else await this.#seeState(map, suspect, pending);
        pending.delete(suspect.page.number);
      }
    } finally {
      atlas.leave(this.#root.number);
    }
  }

  /** Opens the document; what its own page shows is taken note of, if that is asked for. */
  async #enter(map: DocumentMap, suspect: Suspect | null): Promise<boolean> {
    const capture = await this.#open(0);
    if (!capture) return false;
    const isKnown = map.standing(capture.fingerprint) === this.#root.number;
    this.#stand = { map, page: this.#root.number, fingerprint: capture.fingerprint };
    if (suspect === null) return true;
    if (isKnown) await this.#findings.same(suspect);
    else await this.#judgeRoot(map, suspect, capture);
    return true;
  }

  /**
   * Another content at its address. Where it may be no more than what differs from visit to visit, it is opened
   * once more: what stays is a change, what differs again is volatile.
   */
  async #judgeRoot(map: DocumentMap, suspect: Suspect, capture: Capture): Promise<void> {
    const { volatility, atlas, exclusive } = this.#parts;
    const { number } = this.#root;
    let seen = capture;
    if (await volatility.mayExplain(number, capture.document)) {
      const again = await this.#open(1000);
      if (again && again.fingerprint !== capture.fingerprint) {
        const prints = await exclusive(() => volatility.relearn(number, again.document));
        if (prints) {
          atlas.reprint(prints);
          this.#stand = { map, page: number, fingerprint: prints.get(number) ?? again.fingerprint };
          return this.#findings.same(suspect);
        }
      }
      seen = again ?? capture;
    }
    await this.#findings.changed(suspect, seen, map, null);
    this.#stand = { map, page: number, fingerprint: seen.fingerprint };
  }

  async #open(ahead: number): Promise<Capture | null> {
    const { gate, turn, totals } = this.#parts;
    if ((await gate.refuses(this.#url)) === 'robots') return null;
    await turn(this.#url);
    totals.resets++;
    try {
      // What a browser has shown is compared with what a browser shows.
      return await this.#tab.open(this.#url, ahead, this.#root.content?.bodyPrint === null);
    } catch (error) {
      this.#stand = null;
      if (error instanceof ArgiopeError && error.consequence !== 'stop') return this.#refused(error);
      throw error;
    }
  }

  #refused(error: ArgiopeError): null {
    // Where a file has taken its place, the page is gone all the same.
    this.#isGone = error.file !== null || (error.code === 'HTTP_STATUS' && goneAnswer.test(error.message));
    if (!this.#isGone) this.#findings.trouble(this.#root, error);
    return null;
  }

  /** The document cannot be opened: its pages are gone with it, or left for another time. */
  async #lost(suspects: readonly Suspect[]): Promise<void> {
    for (const { page } of suspects) {
      if (this.#isGone) await this.#findings.gone(page);
      else this.#findings.leave(page);
    }
  }

  async #seeState(map: DocumentMap, suspect: Suspect, pending: ReadonlySet<number>): Promise<void> {
    const { number } = suspect.page;
    const stored = map.fingerprintOf(number);
    for (let way = 0; way < ways; way++) {
      const path = await this.#path(map, suspect.page, pending, way === byEntry);
      const arrival = path && (await this.#reach(map, number, path, stored));
      if (arrival === null) return this.#findings.leave(suspect.page);
      if (arrival.kind === 'nowhere') break;
      if (arrival.kind === 'elsewhere') continue;
      const { capture, step } = arrival;
      if (capture === null || (await this.#parts.sameness.recombines(map, number, capture)))
        return this.#findings.same(suspect);
      return this.#findings.changed(suspect, capture, map, step);
    }
    // Where nothing on its way is another, it is the way that was not found again.
    if (await this.#isCutOff(suspect.page)) await this.#findings.gone(suspect.page);
    else this.#findings.leave(suspect.page);
  }

  /** Whether a page that the way to a state leads over is another than it was. */
  async #isCutOff(page: Page): Promise<boolean> {
    for (const { source } of await this.#entryPath(page)) if (this.#findings.isOther(source)) return true;
    return this.#findings.isOther(this.#root.number);
  }

  /** The way by which a state was found. */
  async #entryPath(page: Page): Promise<readonly FireStep[]> {
    const steps: FireStep[] = [];
    let at: Page | null = page;
    for (let left = 1000; at?.entry.kind === 'action' && left > 0; left--) {
      const { source, ord }: { source: number; ord: number } = at.entry;
      steps.unshift({ kind: 'fire', source, ord, target: at.number });
      at = await this.#parts.site.page(source);
    }
    return steps;
  }

  /** Goes one way to a state and fires the last event. */
  async #reach(
    map: DocumentMap,
    number: number,
    path: readonly Step[],
    stored: string | null,
  ): Promise<Arrival> {
    const last = path.at(-1);
    if (last?.kind !== 'fire') return { kind: 'nowhere' };
    for (const step of path.slice(0, -1)) {
      if (step.kind !== 'fire') return { kind: 'elsewhere' };
      const shown = await this.#fire(map, step, map.fingerprintOf(step.target));
      const isThere =
        shown !== null && (map.standing(shown.fingerprint) === step.target || map.isPassage(step.target));
      if (!isThere) return this.#astray(map, step);
    }
    const before = this.#stand?.fingerprint;
    const shown = await this.#fire(map, last, stored);
    if (shown === null || shown.fingerprint === before) return this.#astray(map, last);
    if (shown.fingerprint === stored) return { kind: 'seen', capture: null, step: last };
    const other = map.standing(shown.fingerprint);
    if (other !== null && other !== number) {
      map.redirect(last.source, last.ord, other);
      return { kind: 'elsewhere' };
    }
    return { kind: 'seen', capture: shown.capture, step: last };
  }

  /** The way does not lead there any more: it is not gone again. */
  #astray(map: DocumentMap, step: FireStep): Arrival {
    map.redirect(step.source, step.ord, null);
    this.#stand = null;
    return { kind: 'elsewhere' };
  }

  /** From where the tab stands, or from the document's start; pages not seen yet are gone through last. */
  async #path(
    map: DocumentMap,
    page: Page,
    pending: ReadonlySet<number>,
    byEntry: boolean,
  ): Promise<readonly Step[] | null> {
    const { number } = page;
    if (byEntry) return (await this.#enter(map, null)) ? this.#entryPath(page) : null;
    const isTarget = (page: number) => page === number;
    const plan = (from: number) =>
      shortestPath(
        from,
        { from: (page) => map.from(page), isKept: (page) => map.isKept(page) && !pending.has(page) },
        isTarget,
      ) ?? shortestPath(from, map, isTarget);
    const here = this.#stand && plan(this.#stand.page);
    const fromRoot = plan(this.#root.number);
    if (here && (!fromRoot || here.length <= fromRoot.length + detour)) return here;
    if (!fromRoot) return [];
    if (this.#stand?.page !== this.#root.number && !(await this.#enter(map, null))) return null;
    return plan(this.#root.number) ?? [];
  }

  async #fire(
    map: DocumentMap,
    step: FireStep,
    expected: string | null,
  ): Promise<{ fingerprint: string; capture: Capture | null } | null> {
    const { turn, totals } = this.#parts;
    const edge: MapEdge | null = map.edge(step.source, step.ord);
    if (!edge) return null;
    await turn(this.#url);
    totals.eventsReplayed++;
    this.#findings.fired();
    const outcome = await this.#tab.fire(edge.order, new Set(expected === null ? [] : [expected]));
    if (outcome.kind === 'lost') return null;
    const capture = outcome.kind === 'captured' ? outcome.capture : null;
    const fingerprint = outcome.kind === 'known' ? outcome.fingerprint : outcome.capture.fingerprint;
    this.#stand = { map, page: map.standing(fingerprint) ?? step.target, fingerprint };
    return { fingerprint, capture };
  }
}
