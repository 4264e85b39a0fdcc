import type { CrawlSettings } from '../config/settings.ts';
import { normalizeUrl } from '../frontier/index.ts';
import { urlInstruction } from '../identity/index.ts';
import { ArgiopeError, type CrawlListener, type Driver, protocolOf } from '../model/index.ts';
import { Boards } from './boards.ts';
import { failureEvent } from './failures.ts';
import type { Limits } from './limits.ts';
import { bestPath } from './plan.ts';
import type { PageQueue, Waiting } from './queue.ts';
import type { Recorded } from './record.ts';
import type { Shared } from './shared.ts';
import { Worker } from './worker.ts';

/** Tries to reach a page: the first, and one in a fresh renderer. */
const tries = 2;
/** Tries where the site itself asks for patience. */
const patientTries = 5;

/** What a test of a presumption promises: little, or the presumption would not have been made. */
const testPromise = 0.01;
/** Promise below which everything else comes first. */
const fairPromise = 0.3;
/** Promise of a kind of actions that was fired again and again without anything new. */
const poorKind = 0.1;
/** Promise below which nothing is worth a way of its own. */
const leastPromise = 0.015;
/** Pages of little promise that a tab looks at in one document while addresses wait. */
const poorPatience = 60;
/** Promise below which a page that cannot be reached again is no loss. */
const worthAnError = 0.35;
/** How much less is thought of what every page leads to than of what only this one does. */
const patience = 0.4;
/** Events that a test of a presumption may cost. */
const testDistance = 2;

/** The crawl loop: gives waiting pages to tabs until none is left or a limit is reached. */
export class Explorer {
  readonly #shared: Shared;
  readonly #settings: CrawlSettings;
  readonly #queue: PageQueue;
  readonly #limits: Limits;
  readonly #listen: CrawlListener;
  readonly #workers: Worker[] = [];
  readonly #boards = new Boards<Worker>();
  /** Where each tab is, and how much of little promise it has looked at there. */
  readonly #lingering = new Map<Worker, { readonly document: number; visits: number }>();
  /** Documents of which only what promises little is left: addresses come first. */
  readonly #left = new Set<number>();
  #idle: (() => void)[] = [];
  #failure: unknown = null;
  #firstError: ArgiopeError | null = null;

  constructor(parts: {
    shared: Shared;
    settings: CrawlSettings;
    queue: PageQueue;
    limits: Limits;
    listen: CrawlListener;
  }) {
    this.#shared = parts.shared;
    this.#settings = parts.settings;
    this.#queue = parts.queue;
    this.#limits = parts.limits;
    this.#listen = parts.listen;
  }

  /** What went wrong first: the reason where nothing could be crawled. */
  get firstError(): ArgiopeError | null {
    return this.#firstError;
  }

  /** Runs until the frontier is empty or a limit says stop; throws what makes going on pointless. */
  async run(driver: Driver): Promise<void> {
    const wake = () => this.#wakeAll();
    this.#limits.onStop(wake);
    await this.#findBoards();
    await Promise.all(
      Array.from({ length: this.#settings.workers }, async () => this.#work(await driver.tab())),
    );
    if (this.#failure) throw this.#failure;
  }

  /** Documents of an earlier run that are boards: their screens wait without an address of their own. */
  async #findBoards(): Promise<void> {
    const { site } = this.#shared;
    const boards = this.#settings.seeds.filter((seed) => protocolOf(seed) === 'bbs');
    if (boards.length === 0) return;
    const prints = boards.map((seed) => urlInstruction(normalizeUrl(seed) ?? seed).fingerprint);
    const seeded = (await site.numbersOf(prints)).values();
    for (const document of new Set([...seeded, ...this.#queue.documents()])) {
      const entry = (await site.page(document))?.entry;
      if (entry?.kind === 'url') this.#boards.learn(document, entry.url);
    }
  }

  async #work(tab: Awaited<ReturnType<Driver['tab']>>): Promise<void> {
    const worker = new Worker(this.#shared, tab, (recorded) => this.#report(recorded, false));
    this.#workers.push(worker);
    try {
      for (;;) {
        if (this.#failure || this.#limits.stopped()) break;
        const visit = this.#claim(worker);
        if (visit === 'test') await this.#test(worker);
        else if (visit && this.#isNeedless(visit)) await this.#dropTest(visit);
        else if (visit && (await worker.isSettled(visit))) this.#queue.done(visit.number);
        else if (visit) await this.#visit(worker, visit);
        else if (this.#queue.inHand === 0) break;
        else await new Promise<void>((resolve) => this.#idle.push(resolve));
      }
    } catch (error) {
      this.#failure ??= error;
    } finally {
      await worker.close().catch(() => {});
      this.#boards.leave(worker);
      this.#wakeAll();
    }
  }

  #wakeAll(): void {
    for (const wake of this.#idle.splice(0)) wake();
  }

  /** The page that this tab should visit next, taken into hand, or a presumption that it should test. */
  #claim(worker: Worker): Waiting | 'test' | null {
    if (this.#limits.isFull(this.#queue.inHand)) return null;
    const { strategy } = this.#settings;
    const chosen = strategy === 'nearest' ? this.#nearest(worker) : this.#inOrder(worker, strategy);
    if (chosen === 'test' || chosen === null) return chosen;
    this.#boards.take(worker, chosen);
    return this.#queue.take(chosen);
  }

  /** Who is at a board stays there while it has pages: each return is another login. */
  #inOrder(worker: Worker, strategy: 'breadth' | 'depth'): Waiting | null {
    const boards = this.#boards;
    const own = boards.isGuest(worker) && this.#queue.next(strategy, (page) => boards.isAt(worker, page));
    return own || this.#queue.next(strategy, (page) => boards.mayTake(worker, page));
  }

  /**
   * `nearest`: what an event reaches from where the tab stands, the most promising first; else another
   * page of the same document, else tests of presumptions that are at hand, else a document that waits
   * and that no tab is in, else a new address, else help another tab. A document that goes on and on with
   * little to show is left for a new address, so that a crawl with a limit has seen all parts of a site.
   */
  #nearest(worker: Worker): Waiting | 'test' | null {
    const { guidance } = this.#shared;
    const deciding = guidance.mayBeUndecided
      ? this.#queue.firstUrl((url) => guidance.isUndecided(url) && this.#boards.mayTake(worker, url))
      : null;
    if (deciding) return deciding;
    const { map, page } = worker;
    if (map && page !== null) {
      const promise = (number: number, least: number) => {
        const waiting = this.#queue.get(number, map.document);
        const worth = waiting ? this.#promise(waiting) : 0;
        if (!waiting || worth < least) return 0;
        // What can be had from many pages can be had later, unless nothing is known of its kind.
        const isNew = !this.#shared.audits.isKnown(waiting.className ?? '');
        return isNew ? worth : worth * (1 - patience * map.spreadOf(number) ** 2);
      };
      if (worker.tests.isTelling) return 'test';
      // What promises little waits for what promises more, wherever that is.
      for (const least of [fairPromise, leastPromise]) {
        if (least === leastPromise && this.#lingers(worker, map.document)) return this.#elsewhere(worker);
        const best = bestPath(page, map, (number) => promise(number, least), worker.backPage);
        const last = best?.path.at(-1);
        if (last) return this.#queue.get(last.target, map.document);
        const other = this.#queue.firstState(map.document, (waiting) => this.#promise(waiting) >= least);
        if (other) return other;
      }
      if (worker.tests.isDue) return 'test';
      const test = bestPath(page, map, (number) => promise(number, 0), worker.backPage, testDistance);
      const near = test?.path.at(-1);
      if (near) return this.#queue.get(near.target, map.document);
    }
    return this.#elsewhere(worker);
  }

  /** Counts what promises little, and says whether there was enough of it for a document while addresses wait. */
  #lingers(worker: Worker, document: number): boolean {
    const before = this.#lingering.get(worker);
    const stay = before?.document === document ? before : { document, visits: 0 };
    this.#lingering.set(worker, stay);
    if (++stay.visits <= poorPatience || this.#boards.isGuest(worker)) return false;
    if (!this.#queue.firstUrl((page) => this.#boards.mayTake(worker, page))) return false;
    this.#left.add(document);
    return true;
  }

  /** Tests a presumption from where the tab stands; trouble with it is no trouble of the crawl. */
  async #test(worker: Worker): Promise<void> {
    try {
      await worker.tests.run();
    } catch (error) {
      if (!(error instanceof ArgiopeError) || error.consequence === 'stop') throw error;
    } finally {
      this.#wakeAll();
    }
  }

  /** Work that does not depend on where a tab stands. */
  #elsewhere(worker: Worker): Waiting | null {
    if (!this.#queue.hasStates) return this.#queue.firstUrl();
    const taken = new Set(this.#workers.map((other) => other.map?.document));
    const others = new Set(this.#workers.map((other) => (other === worker ? null : other.map?.document)));
    let shared: Waiting | null = null;
    let least: Waiting | null = null;
    const url = this.#queue.firstUrl((page) => this.#boards.mayTake(worker, page));
    for (const document of this.#queue.documents()) {
      if (url !== null && this.#left.has(document)) continue;
      if (!this.#boards.mayTake(worker, { document, url: null })) continue;
      const first = this.#queue.firstState(document, (waiting) => this.#promise(waiting) >= leastPromise);
      if (!others.has(document)) least ??= this.#queue.firstState(document);
      if (!first) continue;
      if (!taken.has(document)) return first;
      if (!first.bound && this.#isWorthSharing(document)) shared ??= first;
    }
    return url ?? shared ?? (this.#queue.inHand === 0 ? least : null);
  }

  /** How likely a waiting page is to show something new, from what its class has given so far. */
  #promise(waiting: Waiting): number {
    const { recorder, guidance } = this.#shared;
    const { remote, audit } = waiting;
    if (audit && recorder.needless.isTest(audit)) return this.#isTelling(waiting) ? 1 : testPromise;
    const usual = this.#usualYield(waiting);
    const told = guidance.promise(waiting) ?? usual;
    // Where any page is wanted, a kind that gives next to nothing comes later, whatever its class has given.
    const promise = guidance.wants(null) && told >= poorKind ? usual : told;
    return Math.max(remote ? promise / 4 : promise, 2 * testPromise);
  }

  #usualYield({ className, document, source, ord }: Waiting): number {
    const { audits, atlas, returns } = this.#shared;
    if (className === undefined) return 0.5;
    const origin = atlas.originOf(document, source);
    const edge = ord === null ? null : atlas.edge(document, source, ord);
    if (!edge) return audits.yieldAfter(className, origin);
    return returns.promise({ text: edge.text, className, xpath: edge.order.xpath, origin });
  }

  /** A test that may release pages, and of which it is known what it is to be compared with. */
  #isTelling({ audit, document }: Waiting): boolean {
    const { audits, atlas } = this.#shared;
    if (audit?.origin === undefined || !audits.isTelling(audit.name, audit.origin)) return false;
    return !this.#queue.isOpen(atlas.resolve(audit.expected), document);
  }

  /** A second tab in a document has to load it first: that must be less than what it takes over. */
  #isWorthSharing(document: number): boolean {
    const inside = this.#workers.find(({ map }) => map?.document === document);
    const { event, load } = this.#shared.costs.of(inside?.map?.documentUrl ?? null);
    return this.#queue.statesWaiting(document) * event.value > 2 * load.value;
  }

  /** A test of a presumption that was made elsewhere in the meantime. */
  #isNeedless({ audit, kind }: Waiting): boolean {
    if (audit === undefined || this.#settings.audit === 'all') return false;
    const { needless } = this.#shared.recorder;
    // Of what leads to nothing wanted it does not matter where it leads.
    const pointless = this.#shared.guidance.isBarren(kind) && needless.isTest(audit);
    return pointless || needless.mayDrop(audit);
  }

  async #dropTest(visit: Waiting): Promise<void> {
    const { recorder, exclusive } = this.#shared;
    const dropped = await exclusive(() => recorder.needless.dropTest(visit));
    this.#queue.done(visit.number);
    if (!dropped) this.#queue.add(visit);
    this.#listen({ kind: 'progress', figures: this.#limits.figures(this.#queue.size) });
    this.#wakeAll();
  }

  async #visit(worker: Worker, visit: Waiting): Promise<void> {
    try {
      const recorded = await worker.visit(visit);
      this.#queue.done(visit.number);
      if (recorded) this.#report(recorded, visit.url !== null);
      await this.#shared.reopenLate(visit.number);
    } catch (error) {
      await this.#failed(visit, error);
    } finally {
      this.#wakeAll();
    }
  }

  #report(recorded: Recorded, isUrl: boolean): void {
    if (recorded.kind === 'kept') {
      const { number, title, address } = recorded;
      this.#limits.countPage(isUrl);
      this.#listen({ kind: 'page', number, title, address });
      for (const { action, reason } of recorded.transitions) {
        this.#listen({
          kind: 'action',
          source: number,
          label: action.label,
          event: action.event,
          reason,
          instruction: action.instruction.text,
        });
      }
    } else if (recorded.kind === 'merged') {
      this.#listen({ kind: 'merged', number: recorded.number, into: recorded.into });
    }
    this.#listen({ kind: 'progress', figures: this.#limits.figures(this.#queue.size) });
  }

  /** Errors by consequence: try again, skip the page, or stop the crawl. */
  async #failed(visit: Waiting, cause: unknown): Promise<void> {
    if (this.#limits.stopped() && (cause as Error).name === 'AbortError') {
      // The crawl is being ended while this page waited for its turn.
      this.#queue.done(visit.number);
      this.#queue.add(visit);
      return;
    }
    const error =
      cause instanceof ArgiopeError ? cause : new ArgiopeError('INTERNAL', String(cause), { cause });
    const { recorder, exclusive } = this.#shared;
    if (error.consequence === 'stop') {
      this.#queue.done(visit.number);
      throw error;
    }
    this.#firstError ??= error;
    if (error.consequence === 'rest' && error.url) this.#shared.rest(error.url, error.retryAfter);
    const again = { ...visit, attempts: visit.attempts + 1 };
    // A test whose place cannot be reached again is left out: others are made where a tab stands.
    if (visit.audit && error.code === 'LOST' && recorder.needless.isTest(visit.audit))
      return this.#dropTest(visit);
    if (error.code === 'LOST' && visit.url === null && this.#promise(visit) < worthAnError) {
      await exclusive(() => recorder.needless.giveUp(visit));
      return this.#queue.done(visit.number);
    }
    const allowed = error.consequence === 'retry' ? tries : error.consequence === 'rest' ? patientTries : 1;
    if (again.attempts < allowed) {
      await exclusive(() => recorder.countAttempt(again));
      this.#queue.done(visit.number);
      this.#queue.add(again);
      return;
    }
    if (error.file && visit.url !== null) await this.#shared.keepFile(visit.url, error.file);
    await exclusive(() => recorder.fail(visit, error));
    this.#queue.done(visit.number);
    this.#listen(failureEvent(visit.number, error, visit.url ?? ''));
    this.#listen({ kind: 'progress', figures: this.#limits.figures(this.#queue.size) });
  }
}
