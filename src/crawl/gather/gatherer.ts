import type { CrawlSettings } from '../../config/settings.ts';
import {
  type AddressViews,
  type Manners,
  type PageNotes,
  PageWishes,
  withoutFragment,
} from '../../frontier/index.ts';
import type { HookChain } from '../../hooks/index.ts';
import { type Portion, pageBudget } from '../../memory/budget.ts';
import { ArgiopeError, keptError } from '../../model/index.ts';
import type { AssetKeeper, Limits } from '../index.ts';
import type { AskedPage, Asker } from './asker.ts';
import type { Batch } from './batch.ts';
import { Crew } from './crew.ts';
import type { Distributor } from './distributor.ts';
import type { Helpers } from './helpers.ts';
import { hooked } from './hooked.ts';
import { type PageReading, readCapture } from './reading.ts';
import type { GatherRecorder } from './record.ts';
import type { Schedule } from './schedule/schedule.ts';
import type { SiteQueue } from './schedule/site-queue.ts';
import type { WaitingAddress } from './waiting.ts';

/** Tries to get a page. */
const tries = 2;
/** Tries where the host itself asks for patience. */
const patientTries = 5;
/** Milliseconds that a worker waits for a host with a queue in hand: its connection is warm. */
const patience = 20;
/** Pages that a worker takes from one queue while others wait. */
const stint = 32;

/** What the gatherer works with. */
export interface GathererParts {
  readonly settings: CrawlSettings;
  readonly schedule: Schedule<WaitingAddress>;
  readonly distributor: Distributor;
  readonly asker: Asker;
  readonly recorder: GatherRecorder;
  readonly batch: Batch;
  readonly keeper: AssetKeeper;
  readonly helpers: Helpers;
  readonly unlisted: PageNotes;
  /** What sitemaps say of pages, where they were asked. */
  readonly lastmods: PageNotes | null;
  readonly limits: Limits;
  readonly manners: Manners;
  readonly hooks: HookChain;
  /** Knows which addresses show answers once more. */
  readonly views: AddressViews | null;
  /** Aborted when the crawl is to end. */
  readonly stop: AbortController;
  /** Pages that a kill may cost, in hand or read and not stored, at the most; `null`: as many as a batch holds. */
  readonly atStake?: number | null;
  /** Whether nothing more will come, where others work on the same crawl. */
  readonly isOver?: (() => boolean) | undefined;
}

/** The crawl loop for pages that need no events: workers serve the queues of hosts until all are empty. */
export class Gatherer {
  readonly #parts: GathererParts;
  readonly #crew: Crew<WaitingAddress>;
  #inHand = 0;
  #firstError: ArgiopeError | null = null;
  /** What pages have asked of crawlers. */
  readonly wishes = new PageWishes();
  /** Workers that wait because the pages in hand may be the last that are allowed. */
  #full: (() => void)[] = [];

  constructor(parts: GathererParts) {
    this.#parts = parts;
    this.#crew = new Crew({
      schedule: parts.schedule,
      workers: parts.settings.workers,
      serve: (queue) => this.#serve(queue),
      onIdle: () => parts.batch.flush(),
      ...(parts.isOver && { isOver: parts.isOver }),
    });
  }

  /** Pages that are being asked for. */
  get inHand(): number {
    return this.#inHand;
  }

  /** What went wrong first: the reason where nothing could be gathered. */
  get firstError(): ArgiopeError | null {
    return this.#firstError;
  }

  /** Whoever is idle looks again: something was filed or stored. */
  wake(): void {
    this.#crew.wake();
  }

  /** Ends the crawl because of something that makes going on pointless. */
  fail(error: unknown): void {
    this.#crew.fail(error);
  }

  /** Gathers until the frontier is empty or a limit says stop; throws what makes going on pointless. */
  async run(): Promise<void> {
    const { stop, settings } = this.#parts;
    const end = () => {
      this.#crew.stop();
      for (const wake of this.#full.splice(0)) wake();
    };
    stop.signal.addEventListener('abort', end, { once: true });
    const timer =
      settings.maxTime === null
        ? null
        : setTimeout(() => this.#checkLimits(), Math.min(settings.maxTime * 1000 + 1, 2 ** 31 - 1));
    try {
      if (!this.#checkLimits()) await this.#crew.run();
    } finally {
      if (timer) clearTimeout(timer);
    }
  }

  /** Whether it is time to stop; everyone is told. */
  #checkLimits(): boolean {
    const { limits, stop } = this.#parts;
    if (!limits.stopped()) return false;
    if (!stop.signal.aborted) stop.abort(new DOMException('the crawl ends', 'AbortError'));
    return true;
  }

  /** Asks for one page after the other; what the last one says is found out while the next is under way. */
  async #serve(queue: SiteQueue<WaitingAddress>): Promise<void> {
    const { distributor, batch, schedule } = this.#parts;
    let last: Promise<void> | null = null;
    try {
      for (let served = 0; served === 0 || (await this.#goesOn(queue, served, last)); served++) {
        await batch.room();
        if (!(await this.#begin())) return;
        let taken: Promise<void> | null = null;
        const portion = pageBudget.begin();
        try {
          const item = await distributor.next(queue);
          if (item === null) return;
          if (served === 0 && !(await this.#isReady(item))) {
            schedule.defer(queue, item, Date.now());
            return;
          }
          const asked = await this.#ask(item, portion);
          await last;
          if (asked !== null) taken = this.#take(item, asked, portion);
        } finally {
          if (taken === null) this.#end(portion);
        }
        last = taken;
        // Read in this thread, it would hold up the answer: and the best link might stand on it.
        if (!this.#parts.helpers.readers.areElsewhere) await last;
      }
    } finally {
      await last;
    }
  }

  /** What its last page leads to counts before a queue is given up as empty. */
  async #goesOn(
    queue: SiteQueue<WaitingAddress>,
    served: number,
    last: Promise<void> | null,
  ): Promise<boolean> {
    if (!queue.hasWork) await last;
    return this.#paysOff(queue, served);
  }

  /** A page is not in hand any more. */
  #end(portion: Portion): void {
    portion.release();
    this.#inHand--;
    for (const wake of this.#full.splice(0)) wake();
  }

  /** A queue is kept while its host may be asked at once or very soon, and others do not wait too long. */
  #paysOff(queue: SiteQueue<WaitingAddress>, served: number): boolean {
    if (!queue.hasWork) return false;
    const { schedule, manners } = this.#parts;
    if (served >= stint && schedule.waiting > 0) return false;
    return manners.nextMoment(queue.host) - Date.now() <= patience;
  }

  /** A host that was just asked for its rules rests before it is asked for a page: others are served meanwhile. */
  async #isReady({ url, host }: WaitingAddress): Promise<boolean> {
    const { asker, manners } = this.#parts;
    await asker.learnRules(url);
    return manners.nextMoment(host) - Date.now() <= patience;
  }

  /** Takes a page into hand; waits while those in hand may be the last that are allowed. */
  async #begin(): Promise<boolean> {
    for (;;) {
      await this.#parts.limits.paced();
      if (this.#checkLimits()) return false;
      if (this.#isAllAtStake) {
        await this.#parts.batch.stored();
        continue;
      }
      if (!this.#parts.limits.isFull(this.#inHand)) {
        // Counted at once, though it is not known yet which page it is: others look at the count meanwhile.
        this.#inHand++;
        return true;
      }
      await new Promise<void>((resolve) => this.#full.push(resolve));
    }
  }

  /** Who asks for another page now could lose more than was promised. */
  get #isAllAtStake(): boolean {
    const { atStake = null, batch } = this.#parts;
    return atStake !== null && batch.unstored > 0 && this.#inHand + batch.unstored >= atStake;
  }

  /** What a server answers; nothing where there is nothing more to do. */
  async #ask(item: WaitingAddress, portion: Portion): Promise<AskedPage | null> {
    const { asker, recorder, views } = this.#parts;
    if (views?.leaves(item.url)) {
      await recorder.leave(item);
      return null;
    }
    if (await recorder.isKnown(item)) return null;
    try {
      return await asker.page(item.url, portion);
    } catch (error) {
      await this.#failed(item, error);
      this.wake();
      return null;
    }
  }

  /** Reads and records what was answered; what makes going on pointless ends the crawl. */
  async #take(item: WaitingAddress, asked: AskedPage, portion: Portion): Promise<void> {
    try {
      await this.#record(item, asked).catch((error: unknown) => this.#failed(item, error));
    } catch (error) {
      this.fail(error);
    } finally {
      this.#end(portion);
      this.wake();
    }
  }

  async #record(item: WaitingAddress, asked: AskedPage): Promise<void> {
    const { recorder, hooks, keeper } = this.#parts;
    const reading = await hooked(hooks, await this.#read(item, asked));
    if (reading.files.length > 0 || keeper.isBusy) await this.#ensureFiles(reading.files);
    this.wishes.note(withoutFragment(reading.content.address), reading.robots);
    // Kept before the page is: it must not be listed for a moment.
    if (!reading.robots.index) await this.#parts.unlisted.put([[item.number, '1']]);
    await recorder.page(item, reading);
  }

  async #read({ number }: WaitingAddress, asked: AskedPage): Promise<PageReading> {
    if (asked.kind === 'capture') return readCapture(asked.capture);
    const { settings, lastmods, helpers } = this.#parts;
    const lastmod = (await lastmods?.get(number)) ?? null;
    const robotsTag = settings.robots === 'obey' ? asked.robotsTag : null;
    await helpers.count();
    return helpers.readers.read({ raw: asked.raw, robotsTag, lastmod, how: settings.links, now: Date.now() });
  }

  /** Where the crawl ends meanwhile some may be missing: the page waits for the next run then. */
  async #ensureFiles(urls: readonly string[]): Promise<void> {
    const { keeper, stop } = this.#parts;
    await keeper.ensureAll(urls);
    stop.signal.throwIfAborted();
  }

  /** Errors by consequence: try again, give the page up, or stop the crawl. */
  async #failed(item: WaitingAddress, cause: unknown): Promise<void> {
    const { schedule, recorder, stop, keeper, settings } = this.#parts;
    if (stop.signal.aborted && (cause as Error)?.name === 'AbortError') return;
    const error =
      cause instanceof ArgiopeError ? cause : new ArgiopeError('INTERNAL', String(cause), { cause });
    if (error.consequence === 'stop') throw error;
    this.#firstError ??= keptError(error);
    const attempts = item.attempts + 1;
    const allowed = error.consequence === 'retry' ? tries : error.consequence === 'rest' ? patientTries : 1;
    if (error.file) await keeper.ensureFile(item.url, error.file, settings.keepFiles);
    // The file may be missing then: the page waits for the next run.
    if (error.file && stop.signal.aborted) return;
    if (attempts >= allowed) recorder.fail(item, error);
    else {
      recorder.retry(item, attempts);
      schedule.putBack(item.host, { ...item, attempts }, Date.now());
    }
  }
}
