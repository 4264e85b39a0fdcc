import type { HostLease, Leasing, ShareNews } from '../../../model/index.ts';

/** What keeping hosts, or documents, needs of whoever visits them. */
export interface KeeperParts {
  readonly site: Leasing;
  /** Hosts that one worker has at the most. */
  readonly most: number;
  /** A host may be served. */
  readonly open: (lease: HostLease) => void | Promise<void>;
  /** Serves a host no longer; `false` where something of it is in hand. */
  readonly close: (host: string) => boolean;
  /**
   * What was learned of a host, and the milliseconds until it may be asked. Where `facts` are others than before, a
   * heartbeat tells it too, for whoever takes the host over from a worker that was killed.
   */
  readonly learned: (host: string) => {
    readonly text: string;
    readonly rest: number;
    readonly facts?: string;
  };
  /** Something is to be looked at again. */
  readonly wake: () => void;
  /** Something makes going on pointless. */
  readonly fail: (error: unknown) => void;
  /** Workers have learned something together. */
  readonly refresh: () => Promise<void>;
  readonly requests: () => number;
  readonly pages: () => number;
  /** Whether nothing is in hand, and nothing that waits is worth a visit while there may be something else. */
  readonly isIdle?: () => boolean;
}

/** Milliseconds between looks for hosts while there is less to do than could be done. */
const lookMs = 250;
/** Heartbeats in the time of a lease. */
const beats = 4;
/** Share of the time of a lease within which this worker is sure of it. */
const sure = 0.8;

/**
 * Leases hosts for one worker: as many as are its share, and gives back what others need. One step follows the
 * other; the store is asked again when a host is done, when there is too little to do, and by heartbeats.
 */
export class HostKeeper {
  readonly #parts: KeeperParts;
  readonly #held = new Set<string>();
  /** Hosts that are given back as soon as nothing of them is in hand. */
  readonly #leaving = new Set<string>();
  readonly #done: string[] = [];
  /** Facts of hosts that heartbeats have told. */
  readonly #told = new Map<string, string>();
  #news: ShareNews = { open: 1, workers: 1, isHungry: false, areOthersBusy: true, epoch: 0, isOver: false };
  #beatAt = Number.NEGATIVE_INFINITY;
  #sureUntil = Number.POSITIVE_INFINITY;
  #ended = false;
  #isQuiet = false;
  #soon: (() => void) | null = null;
  #loop: Promise<void> = Promise.resolve();
  #rate = { at: performance.now(), pages: 0, value: 0 };

  constructor(parts: KeeperParts) {
    this.#parts = parts;
  }

  /** Nothing is left to visit, here and elsewhere. */
  get isOver(): boolean {
    return this.#news.isOver;
  }

  /** Whether nobody has anything in hand, and nothing could be leased: what waits here is all that there is. */
  get isQuiet(): boolean {
    return this.#isQuiet;
  }

  /** Whether the leases are this worker's still, by its own count of time. */
  readonly isSure = (): boolean => performance.now() < this.#sureUntil;

  isLeaving(host: string): boolean {
    return this.#leaving.has(host);
  }

  /** Nothing of a host waits or is in hand. */
  readonly isDone = (host: string): void => {
    if (!this.#held.has(host)) return;
    this.#done.push(host);
    this.look();
  };

  /** Looks again soon. */
  look(): void {
    this.#soon?.();
  }

  /** Begins; resolves when the first hosts are there. */
  async start(): Promise<void> {
    await this.#beat();
    await this.#take();
    this.#loop = this.#run().catch((error: unknown) => this.#parts.fail(error));
  }

  /** Ends; hosts are given back by whoever leaves. */
  async end(): Promise<void> {
    this.#ended = true;
    this.look();
    await this.#loop;
  }

  async #run(): Promise<void> {
    while (!this.#ended && !this.#news.isOver) {
      await this.#pause();
      if (this.#ended) return;
      await this.#giveBack();
      const isIdle = this.#isIdle;
      const isDue = performance.now() - this.#beatAt >= this.#beatMs;
      if (isDue || isIdle || (this.#isHungry && this.#held.size === 0)) await this.#beat();
      const taken = this.#isHungry ? await this.#take() : 0;
      this.#isQuiet = isIdle && taken === 0 && !this.#news.areOthersBusy;
      if (this.#isQuiet) this.#parts.wake();
    }
    this.#parts.wake();
  }

  async #pause(): Promise<void> {
    const ms = this.#isHungry || this.#leaving.size > 0 ? lookMs : this.#beatMs;
    if (this.#done.length > 0) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#soon = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.#soon = null;
  }

  get #beatMs(): number {
    return (this.#parts.site.leaseSeconds * 1000) / beats;
  }

  get #share(): number {
    return Math.min(this.#parts.most, Math.ceil(this.#news.open / Math.max(1, this.#news.workers)));
  }

  get #isHungry(): boolean {
    return this.#held.size < this.#share || this.#held.size === 0 || this.#isIdle;
  }

  get #isIdle(): boolean {
    return this.#parts.isIdle?.() ?? false;
  }

  async #beat(): Promise<void> {
    const begun = performance.now();
    const { site, requests, refresh } = this.#parts;
    const before = this.#news.epoch;
    const state = { hungry: this.#isHungry, rate: this.#measure(begun), requests: requests() };
    this.#news = await site.beat({ ...state, learned: this.#newlyLearned() });
    this.#beatAt = begun;
    this.#sureUntil = begun + site.leaseSeconds * 1000 * sure;
    if (this.#news.epoch !== before) await refresh();
    this.#spare();
  }

  /** What was learned of hosts since the last heartbeat. */
  #newlyLearned(): ReadonlyMap<string, string> {
    const news = new Map<string, string>();
    for (const host of this.#held) {
      const { text, facts } = this.#parts.learned(host);
      if (facts === undefined || facts === this.#told.get(host)) continue;
      this.#told.set(host, facts);
      news.set(host, text);
    }
    return news;
  }

  /** Who has more than its share gives some of it to those who have too little. */
  #spare(): void {
    const { isHungry } = this.#news;
    const most = Math.max(1, this.#share);
    if (!isHungry) return;
    for (const host of [...this.#held].reverse()) {
      if (this.#held.size - this.#leaving.size <= most) return;
      this.#leaving.add(host);
    }
  }

  /** Takes what is lacking; gives how much that was. */
  async #take(): Promise<number> {
    const wanted = Math.max(this.#isIdle ? 1 : 0, Math.max(1, this.#share) - this.#held.size);
    if (wanted <= 0) return 0;
    const leases = await this.#parts.site.lease(wanted);
    for (const lease of leases) {
      this.#held.add(lease.host);
      await this.#parts.open(lease);
    }
    if (leases.length > 0) this.#parts.wake();
    return leases.length;
  }

  async #giveBack(): Promise<void> {
    const { site, close, learned } = this.#parts;
    const done = new Set(this.#done.splice(0));
    for (const host of this.#leaving) if (close(host)) done.add(host);
    for (const host of done) {
      // Closing a host says that it is done, once more.
      if (!this.#held.delete(host)) continue;
      this.#leaving.delete(host);
      this.#told.delete(host);
      const { text, rest } = learned(host);
      await site.release(host, text, rest);
    }
  }

  /** Pages in a second since the last heartbeat. */
  #measure(now: number): number {
    const pages = this.#parts.pages();
    const seconds = (now - this.#rate.at) / 1000;
    if (seconds < 1) return this.#rate.value;
    const value = (pages - this.#rate.pages) / seconds;
    this.#rate = { at: now, pages, value };
    return value;
  }
}
