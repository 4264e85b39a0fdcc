import { giveBackMemory } from '../../memory/relief.ts';
import type { Change, CrawlEvent, CrawlListener, SiteStore } from '../../model/index.ts';

/** What one page adds to a batch. */
export interface Gathered {
  readonly change: Change;
  /** About how much there is to write. */
  readonly bytes: number;
  /** What to tell when it is durable: made then, where that are many. */
  readonly events: Iterable<CrawlEvent>;
  /** Called when it is durable. */
  readonly done?: () => void;
}

type Told = Pick<Gathered, 'events' | 'done'>;

/** When a batch is complete. */
export interface BatchLimits {
  readonly bytes: number;
  /** Milliseconds. */
  readonly age: number;
}

/** Batches that may be on their way to the disk before the gatherers have to wait. */
const ahead = 2;

/**
 * Collects what is gathered and stores it in one transaction each, by size or age (Yang & Zhou 2005, §1.2).
 * Nothing is told and nothing counts as done before it is durable. A batch that cannot be written ends the
 * crawl: whoever comes next is told what went wrong.
 */
export class Batch {
  readonly #site: SiteStore;
  readonly #listen: CrawlListener;
  readonly #limits: BatchLimits;
  /** What goes with each transaction: totals and the next number, as they are then. */
  readonly #closing: () => Change;
  readonly #onFailure: (error: unknown) => void;
  #gathered: Gathered[] = [];
  #hosts = new Set<string>();
  #bytes = 0;
  /** The most that one page adds. */
  #largest = 0;
  #timer: NodeJS.Timeout | null = null;
  #under = 0;
  #unstored = 0;
  #last: Promise<void> = Promise.resolve();
  #failure: { readonly error: unknown } | null = null;
  #waiting: (() => void)[] = [];

  constructor(parts: {
    site: SiteStore;
    listen: CrawlListener;
    limits: BatchLimits;
    closing: () => Change;
    onFailure?: (error: unknown) => void;
  }) {
    this.#site = parts.site;
    this.#listen = parts.listen;
    this.#limits = parts.limits;
    this.#closing = parts.closing;
    this.#onFailure = parts.onFailure ?? (() => {});
  }

  /** Resolves when there is room for more; throws where a batch could not be written. */
  async room(): Promise<void> {
    while (this.#under > ahead && !this.#failure)
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.check();
  }

  /** Addresses of which it is known what became of them, and not stored yet. */
  get unstored(): number {
    return this.#unstored;
  }

  /** Has stored what there is; resolves when some of it is. */
  async stored(): Promise<void> {
    this.flush();
    if (this.#under > 0) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.check();
  }

  /** Throws where a batch could not be written. */
  check(): void {
    if (this.#failure) throw this.#failure.error;
  }

  /** Adds a page; `hosts` are those whose waiting addresses it changes. */
  add(gathered: Gathered, hosts: Iterable<string> = []): void {
    this.#gathered.push(gathered);
    if (gathered.done) this.#unstored++;
    this.#bytes += gathered.bytes;
    this.#largest = Math.max(this.#largest, gathered.bytes);
    for (const host of hosts) this.#hosts.add(host);
    if (this.#bytes >= this.#limits.bytes) this.flush();
    else this.#timer ??= setTimeout(() => this.flush(), this.#limits.age);
  }

  /** Tells something that has no change of its own, in order with what has. */
  readonly tell: CrawlListener = (event) => {
    if (this.#gathered.length === 0 && this.#under === 0) this.#listen(event);
    else this.add({ change: {}, bytes: 0, events: [event] });
  };

  /** Whether waiting addresses of a host are not in the store yet. */
  holds(host: string): boolean {
    return this.#hosts.has(host);
  }

  /** Hands what there is to the store: who reads from now on sees it, though it is not durable yet. */
  flush(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    if (this.#gathered.length === 0 || this.#failure) return;
    // What was handed over is not kept until it is durable, only what is to be done then.
    const changes = this.#gathered.map(({ change }) => change);
    const told = this.#gathered.map(({ events, done }): Told => ({ events, ...(done && { done }) }));
    this.#gathered = [];
    this.#hosts = new Set();
    const largest = this.#largest;
    this.#bytes = this.#largest = 0;
    this.#under++;
    const written = this.#site.commitAll([...changes, this.#closing()]);
    this.#last = Promise.all([written, this.#last])
      .then(() => this.#wrote(told))
      .then(() => giveBackMemory(largest))
      .catch((error: unknown) => this.#failed(error));
  }

  /** Resolves when everything is durable and told. */
  async settled(): Promise<void> {
    this.flush();
    await this.#last;
    this.check();
  }

  #wrote(told: readonly Told[]): void {
    if (this.#failure) return;
    this.#under--;
    for (const { events, done } of told) {
      for (const event of events) this.#listen(event);
      if (done) this.#unstored--;
      done?.();
    }
    this.#wake();
  }

  #failed(error: unknown): void {
    this.#failure ??= { error };
    this.#gathered = [];
    this.#onFailure(error);
    this.#wake();
  }

  #wake(): void {
    for (const wake of this.#waiting.splice(0)) wake();
  }
}
