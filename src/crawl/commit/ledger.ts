import type { Change, CrawlEvent, CrawlListener, SiteStore } from '../../model/index.ts';
import { Indices } from './indices.ts';

/** Steps that may be on their way to the disk while the crawl goes on. */
export const stepsAhead = 8;
/** The same with those that are cheap to repeat, which wait for others so as to be written with them. */
export const cheapAhead = 96;
/** Milliseconds that a step waits for others. */
const cheapWait = 50;

/**
 * Hands the steps of a crawl to the store, in order. The crawl goes on while the disk writes; who watches
 * is told of nothing before it is durable. A step that could not be written ends the crawl: the next one
 * throws what went wrong, and nothing more is told.
 */
export class Ledger {
  readonly #site: SiteStore;
  /** The two indices, with what is on its way. */
  readonly indices: Indices;
  readonly #listen: CrawlListener;
  readonly #isShared: boolean;
  /** What waits to be told, each with the number of the step that has to be durable before. */
  readonly #untold: { readonly after: number; readonly event: CrawlEvent }[] = [];
  #begun = 0;
  #durable = 0;
  /** Steps on their way that are not cheap to repeat. */
  #dear = 0;
  #failure: { readonly error: unknown } | null = null;
  #last: Promise<void> = Promise.resolve();
  #waiting: (() => void)[] = [];

  /** `isNew`: nothing was ever recorded of the site; `isShared`: others record too. */
  constructor(site: SiteStore, listen: CrawlListener, isNew = false, isShared = false) {
    this.#site = site;
    this.#isShared = isShared;
    this.indices = new Indices(site, isNew, isShared);
    this.#listen = listen;
  }

  /**
   * Hands a step over; resolves before it is durable, unless too many are on their way. One that is cheap to
   * repeat may wait a moment for others.
   */
  async commit(change: Change, isCheap = false): Promise<void> {
    while (!this.#failure && (this.#dear >= stepsAhead || this.#begun - this.#durable >= cheapAhead))
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#check();
    const step = ++this.#begun;
    const written = this.#site.commit(change, isCheap ? cheapWait : 0);
    this.indices.note(change);
    if (!isCheap) this.#dear++;
    this.#last = Promise.all([written, this.#last])
      .then(() => this.#wrote(step, isCheap))
      .catch((error: unknown) => this.#failed(error));
    // It is written within the turn in which it was made.
    if (this.#isShared) await this.settled();
  }

  /** Tells who watches, once all steps so far are durable. */
  readonly tell: CrawlListener = (event) => {
    if (this.#failure) return;
    if (this.#durable === this.#begun) this.#listen(event);
    else this.#untold.push({ after: this.#begun, event });
  };

  /** Resolves when all steps so far are durable and told; throws where one could not be written. */
  async settled(): Promise<void> {
    await this.#last;
    this.#check();
  }

  #check(): void {
    if (this.#failure) throw this.#failure.error;
  }

  #wrote(step: number, isCheap: boolean): void {
    if (this.#failure) return;
    this.#durable = step;
    if (!isCheap) this.#dear--;
    let told = 0;
    while (told < this.#untold.length && (this.#untold[told]?.after ?? 0) <= step) told++;
    for (const { event } of this.#untold.splice(0, told)) this.#listen(event);
    this.#wake();
  }

  #failed(error: unknown): void {
    this.#failure ??= { error };
    this.#untold.length = 0;
    this.#wake();
  }

  #wake(): void {
    for (const wake of this.#waiting.splice(0)) wake();
  }
}
