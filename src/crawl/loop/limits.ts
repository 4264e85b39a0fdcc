import type { CrawlSettings } from '../../config/settings.ts';
import type { Figures } from '../../model/index.ts';
import { longestTimer } from './ending.ts';
import type { Counting } from './totals.ts';

/** Why a crawl ended. */
export type Stopped = 'done' | 'limit' | 'interrupted';

/** Who holds a crawl back: what to wait for before another page is taken, `null` where nothing holds it. */
export type CrawlPace = () => Promise<void> | null;

/** Budgets and the first Ctrl-C: says when to stop, and keeps the figures that people watch. */
export class Limits {
  readonly #settings: CrawlSettings;
  readonly #signal: AbortSignal | null;
  readonly #totals: Counting;
  readonly #start: number;
  /** Seconds of earlier runs. */
  readonly #before: number;
  #urlPages: number;
  #statePages: number;
  #reason: Exclude<Stopped, 'done'> | null = null;
  #isSpent: ((inHand: number) => boolean) | null = null;
  readonly #pace: CrawlPace | null;
  /** Those who are held back: the end of the crawl lets them go. */
  readonly #held = new Set<() => void>();

  constructor(parts: {
    settings: CrawlSettings;
    signal: AbortSignal | null;
    totals: Counting;
    urlPages: number;
    statePages: number;
    pace?: CrawlPace | null;
    /** Moment at which the crawl began, by `performance.now`; now where nothing is said. */
    began?: number;
  }) {
    this.#start = parts.began ?? performance.now();
    this.#settings = parts.settings;
    this.#signal = parts.signal;
    this.#totals = parts.totals;
    this.#before = parts.totals.seconds;
    this.#urlPages = parts.urlPages;
    this.#statePages = parts.statePages;
    this.#pace = parts.pace ?? null;
    if (this.#pace) this.onStop(() => this.#letGo());
  }

  /** Says when a budget is spent, or will be with the pages in hand. */
  spends(isSpent: (inHand: number) => boolean): void {
    this.#isSpent = isSpent;
  }

  get reason(): Exclude<Stopped, 'done'> | null {
    return this.#reason;
  }

  get seconds(): number {
    return this.#before + this.secondsNow;
  }

  get secondsNow(): number {
    return (performance.now() - this.#start) / 1000;
  }

  /** Has somebody woken when the crawl is asked to end; what it gives lets go of them. */
  onStop(wake: () => void): () => void {
    this.#signal?.addEventListener('abort', wake, { once: true });
    return () => this.#signal?.removeEventListener('abort', wake);
  }

  /**
   * Waits before a page is taken for as long as the crawl is held back, and no longer than it lasts. What is in hand
   * is not held: it is stored at once, because others look up what is stored.
   */
  async paced(): Promise<void> {
    const hold = this.#pace?.() ?? null;
    if (hold === null || this.stopped()) return;
    const { maxTime } = this.#settings;
    const left =
      maxTime === null ? longestTimer : Math.min(longestTimer, (maxTime - this.secondsNow) * 1000 + 1);
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, left);
    this.#held.add(resolve);
    hold.then(resolve, resolve);
    await promise;
    this.#held.delete(resolve);
    clearTimeout(timer);
  }

  #letGo(): void {
    for (const go of this.#held) go();
  }

  countPage(isUrl: boolean): void {
    if (isUrl) this.#urlPages++;
    else this.#statePages++;
  }

  /** Pages by address that were counted are visited once more. */
  uncountPages(pages: number): void {
    this.#urlPages -= pages;
  }

  /** Whether to take no more pages. */
  stopped(): boolean {
    this.#totals.seconds = this.seconds;
    const { maxPages, maxTime } = this.#settings;
    if (this.#signal?.aborted) this.#reason = 'interrupted';
    else if (maxTime !== null && this.secondsNow >= maxTime) this.#reason ??= 'limit';
    else if (maxPages !== null && this.#pages >= maxPages) this.#reason ??= 'limit';
    else if (this.#isSpent?.(0)) this.#reason ??= 'limit';
    return this.#reason !== null;
  }

  /** Whether the pages in hand may already be the last that are allowed. */
  isFull(inHand: number): boolean {
    if (this.#isSpent?.(inHand)) return true;
    return this.#settings.maxPages !== null && this.#pages + inHand >= this.#settings.maxPages;
  }

  get #pages(): number {
    return this.#urlPages + this.#statePages;
  }

  figures(frontier: number): Figures {
    const { eventsFired, eventsReplayed, eventsSkipped, duplicates, redirects, errors, files } = this.#totals;
    return {
      pages: this.#pages,
      urlPages: this.#urlPages,
      statePages: this.#statePages,
      frontier,
      fired: eventsFired,
      replayed: eventsReplayed,
      skipped: eventsSkipped,
      duplicates,
      redirects,
      errors,
      files,
      seconds: this.secondsNow,
    };
  }
}
