import type { CrawlSettings } from '../../config/settings.ts';
import { normalizeUrl } from '../../frontier/index.ts';
import { urlInstruction } from '../../identity/index.ts';
import { giveBackMemory } from '../../memory/relief.ts';
import { ArgiopeError, type CrawlListener, type Driver, keptError, protocolOf } from '../../model/index.ts';
import { failureEvent } from '../commit/failures.ts';
import type { Recorded } from '../commit/record.ts';
import { Order } from '../order/order.ts';
import type { PageQueue, Waiting } from '../order/queue.ts';
import { tuning } from '../tuning.ts';
import { Boards } from './boards.ts';
import type { Ending } from './ending.ts';
import type { Limits } from './limits.ts';
import { NextVisit } from './next-visit.ts';
import type { Shared } from './shared.ts';
import { StandIns } from './stand-ins.ts';
import { Worker } from './worker.ts';

const { tries, patientTries, worthAnError } = tuning;
const { heldAfter, heldTimes } = tuning;

/** What the loop asks where workers share a crawl: pages come and go with documents. */
export interface LoopShare {
  /** Nothing is left to visit, here and elsewhere. */
  readonly isOver: boolean;
  /** Whether nobody has a page in hand: what still waits here is all that there is. */
  readonly isQuiet: boolean;
  /** A tab has something else to do, or nothing. */
  look(): void;
  /** Takes over what others have learned of what events give. */
  catchUp(): Promise<void>;
}

/** The crawl loop: gives waiting pages to tabs until none is left or a limit is reached. */
export class Explorer {
  readonly #shared: Shared;
  readonly #settings: CrawlSettings;
  readonly #queue: PageQueue;
  readonly #limits: Limits;
  readonly #ending: Pick<Ending, 'isCut'>;
  readonly #listen: CrawlListener;
  readonly #workers: Worker[] = [];
  readonly #boards = new Boards<Worker>();
  readonly #order: Order;
  readonly #next: NextVisit;
  readonly #share: LoopShare | null;
  #standIns: StandIns | null = null;
  #idle: (() => void)[] = [];
  #failure: unknown = null;
  #firstError: ArgiopeError | null = null;
  /** Tabs that test something at the moment. */
  #tests = 0;

  constructor(parts: {
    shared: Shared;
    settings: CrawlSettings;
    queue: PageQueue;
    limits: Limits;
    ending: Pick<Ending, 'isCut'>;
    listen: CrawlListener;
    share?: LoopShare | null;
  }) {
    this.#shared = parts.shared;
    this.#share = parts.share ?? null;
    this.#settings = parts.settings;
    this.#queue = parts.queue;
    this.#limits = parts.limits;
    this.#ending = parts.ending;
    this.#listen = parts.listen;
    this.#order = new Order(parts.shared, parts.settings);
    this.#next = new NextVisit({
      ...parts,
      order: this.#order,
      boards: this.#boards,
      workers: this.#workers,
    });
  }

  /** What went wrong first: the reason where nothing could be crawled. */
  get firstError(): ArgiopeError | null {
    return this.#firstError;
  }

  /** Tabs that have something to do. */
  get busy(): number {
    return this.#workers.length - this.#idle.length;
  }

  /** Whether all tabs wait for something to do. */
  get isIdle(): boolean {
    return this.#workers.length > 0 && this.busy === 0;
  }

  /** Whether a tab stands in a document. */
  isIn(document: number): boolean {
    return this.#workers.some(({ map }) => map?.document === document);
  }

  /** Something may be there to do. */
  wake(): void {
    this.#wakeAll();
  }

  /** Something makes going on pointless. */
  fail(error: unknown): void {
    this.#failure ??= error;
    this.#wakeAll();
  }

  /** Runs until the frontier is empty or a limit says stop; throws what makes going on pointless. */
  async run(driver: Driver): Promise<void> {
    // The signal outlives the crawl: outputs are written with it, and all that the crawl knew would stay meanwhile.
    const letGo = this.#limits.onStop(() => this.#wakeAll());
    try {
      await this.#findBoards();
      this.#standIns = new StandIns(this.#settings.workers, async () => this.#work(await driver.tab()));
      await this.#standIns.run();
    } finally {
      letGo();
    }
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
        await this.#limits.paced();
        if (this.#failure || this.#limits.stopped() || this.#standIns?.isOneTooMany()) break;
        const visit = this.#claim(worker);
        if (visit === 'test') await this.#tried(() => worker.test());
        else if (visit && (await worker.isSettled(visit, this.#next.isApart(visit, worker))))
          this.#queue.done(visit.number);
        else if (visit) await this.#visit(worker, visit);
        else if (this.#share) {
          if (await this.#waitForOthers(worker, this.#share)) break;
        } else if (this.#isQuiet) {
          // Tests first: they may show that choices matter which seemed to give nothing.
          if (!(await this.#testRest(worker)) && (await this.#leaveRest())) break;
        } else await new Promise<void>((resolve) => this.#idle.push(resolve));
      }
    } catch (error) {
      this.#failure ??= error;
    } finally {
      await worker.close().catch(() => {});
      this.#workers.splice(this.#workers.indexOf(worker), 1);
      this.#boards.leave(worker);
      this.#wakeAll();
    }
  }

  /** Whether no tab visits or tests anything. */
  get #isQuiet(): boolean {
    return this.#queue.inHand === 0 && this.#tests === 0;
  }

  /** Waits for documents of others, or for more of one's own; gives whether there is nothing left anywhere. */
  async #waitForOthers(worker: Worker, share: LoopShare): Promise<boolean> {
    worker.leave();
    if (share.isOver) return true;
    // What is unlikely is left when all have done the rest, as by one process, and by what all have seen till then.
    if (share.isQuiet && this.#queue.inHand === 0) {
      await share.catchUp();
      await this.#leaveRest();
      if (this.#isWorthwhileLeft()) return false;
    }
    // Whoever says that it is over says so once: perhaps while the rest was left, when this tab did not wait yet.
    if (share.isOver || this.#failure || this.#limits.stopped()) return true;
    const waiting = new Promise<void>((resolve) => this.#idle.push(resolve));
    share.look();
    await waiting;
    return share.isOver;
  }

  /**
   * Nothing that waits is likely enough to show anything new: it is left, and counted by how likely it was. Gives
   * whether nothing is left to do.
   */
  async #leaveRest(): Promise<boolean> {
    if (this.#limits.stopped() || this.#limits.isFull(0) || this.#settings.strategy !== 'nearest')
      return true;
    const { recorder, exclusive } = this.#shared;
    // Another tab is about to take these: it is at the board that they are on.
    if (this.#isWorthwhileLeft()) return false;
    const rest = [...this.#queue.allStates()].map((state) => this.#queue.take(state));
    const chances = rest.map((state) => this.#order.chance(state));
    await exclusive(() => recorder.withdrawals.leave(rest, chances));
    for (const { number } of rest) this.#queue.done(number);
    return !this.#queue.hasWork;
  }

  /** A tab goes into a document in which something is still to be tested; gives whether there was one. */
  async #testRest(worker: Worker): Promise<boolean> {
    const { untested } = this.#shared;
    const [document] = untested;
    if (document === undefined || this.#limits.stopped() || this.#limits.isFull(0)) return false;
    untested.delete(document);
    await this.#tried(() => worker.testWithin(document));
    return true;
  }

  /** Whether a state waits that is worth a way from afar. */
  #isWorthwhileLeft(): boolean {
    for (const state of this.#queue.allStates()) if (this.#order.isWorthwhile(state)) return true;
    return false;
  }

  #wakeAll(): void {
    for (const wake of this.#idle.splice(0)) wake();
  }

  /** The page that this tab should visit next, taken into hand, or a presumption that it should test. */
  #claim(worker: Worker): Waiting | 'test' | null {
    if (this.#limits.isFull(this.#queue.inHand)) return null;
    const { strategy } = this.#settings;
    const chosen = strategy === 'nearest' ? this.#next.nearest(worker) : this.#next.inOrder(worker, strategy);
    if (chosen === 'test' || chosen === null) return chosen;
    this.#boards.take(worker, chosen);
    return this.#queue.take(chosen);
  }

  /** Tests presumptions; trouble with that is no trouble of the crawl. */
  async #tried(test: () => Promise<void>): Promise<void> {
    this.#tests++;
    try {
      await test();
    } catch (error) {
      if (!(error instanceof ArgiopeError) || error.consequence === 'stop') throw error;
    } finally {
      this.#tests--;
      this.#wakeAll();
    }
  }

  async #visit(worker: Worker, visit: Waiting): Promise<void> {
    const { number: page, url, source, label, className = '' } = visit;
    const tab = this.#workers.indexOf(worker) + 1;
    this.#listen({
      kind: 'tab',
      tab,
      page,
      source: url === null ? source : null,
      text: url ?? (label || className),
    });
    const usual = this.#shared.costs.address.value;
    const free = this.#standIns?.hold(Math.max(heldAfter, heldTimes * usual));
    try {
      const recorded = await worker.visit(visit);
      this.#queue.done(visit.number);
      if (recorded) this.#report(recorded, visit.url !== null);
      await this.#shared.reopenLate(visit.number);
    } catch (error) {
      await this.#failed(visit, error);
    } finally {
      free?.();
      giveBackMemory(Number.MAX_SAFE_INTEGER);
      this.#share?.look();
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

  /** Whether a state that cannot be reached again was unlikely to show anything new, or is one of several ways there. */
  #isNoLoss(visit: Waiting): boolean {
    const isTriedTwice = visit.attempts > 0 && this.#shared.yields.wasTried(visit);
    return isTriedTwice || this.#order.chance(visit) < worthAnError;
  }

  #putBack(visit: Waiting): void {
    this.#queue.done(visit.number);
    this.#queue.add(visit);
  }

  /** Errors by consequence: try again, skip the page, or stop the crawl. */
  async #failed(visit: Waiting, cause: unknown): Promise<void> {
    const isAborted = this.#ending.isCut || (cause as Error).name === 'AbortError';
    if (this.#limits.stopped() && isAborted) {
      // The crawl is being ended while this page waited for its turn, or was in hand for too long.
      return this.#putBack(visit);
    }
    const error =
      cause instanceof ArgiopeError ? cause : new ArgiopeError('INTERNAL', String(cause), { cause });
    const { recorder, exclusive } = this.#shared;
    if (error.consequence === 'stop') {
      this.#queue.done(visit.number);
      throw error;
    }
    this.#firstError ??= keptError(error);
    if (error.consequence === 'rest' && error.url) this.#shared.rest(error.url, error.retryAfter);
    const again = { ...visit, attempts: visit.attempts + 1 };
    if (error.code === 'LOST' && visit.url === null && (visit.audit || this.#isNoLoss(visit))) {
      await exclusive(() => recorder.withdrawals.giveUp(visit, this.#order.chance(visit)));
      return this.#queue.done(visit.number);
    }
    const allowed = error.consequence === 'retry' ? tries : error.consequence === 'rest' ? patientTries : 1;
    if (again.attempts < allowed) {
      await exclusive(() => recorder.countAttempt(again));
      return this.#putBack(again);
    }
    if (error.file && visit.url !== null) await this.#shared.keepFile(visit.url, error.file);
    // The file may be missing then: the page waits for the next run.
    if (error.file && this.#ending.isCut) return this.#putBack(visit);
    await exclusive(() => recorder.fail(visit, error));
    this.#queue.done(visit.number);
    this.#listen(failureEvent(visit.number, error, visit.url ?? ''));
    this.#listen({ kind: 'progress', figures: this.#limits.figures(this.#queue.size) });
  }
}
