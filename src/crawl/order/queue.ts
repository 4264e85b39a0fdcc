import type { CrawlSettings } from '../../config/settings.ts';
import { addressHost } from '../../model/address.ts';
import type { Page } from '../../model/index.ts';
import { AddressQueue } from './address-queue.ts';

/** A page that waits to be visited. */
export interface Waiting {
  readonly number: number;
  readonly document: number;
  readonly depth: number;
  /** `null` for a state page. */
  readonly url: string | null;
  /** Page on which it was found; orders a depth-first walk. */
  readonly source: number;
  /** Transition of the source that leads to it; `null` for a URL page. */
  readonly ord: number | null;
  readonly attempts: number;
  /** Addresses with more are asked first; absent: 0. */
  readonly priority?: number;
  /** Class of the call that leads to it, where it has one. */
  readonly className?: string;
  /** What is written on the element that leads to it. */
  readonly label?: string;
  /** Where elements like the one that leads to it stand. */
  readonly shape?: string;
  /** What that has in common with others, in the eyes of whoever guides the crawl. */
  readonly kind?: string;
  /** Nothing is expected of what leads to it: it is the one that is shown, or lies under what was opened over it. */
  readonly spare?: true;
  /** A handler bound by script leads to it: what it shows may depend on all that was done in its tab. */
  readonly bound?: true;
  /** What leads to it was taken as depending on the whole page, for want of better knowledge. */
  readonly loose?: true;
  /** Class of the handlers that may answer the link that leads to it. */
  readonly route?: string;
  /** What leads to it could not be seen: fingerprint of the same instruction where it is seen. */
  readonly unseen?: string;
  /** Set where firing is a test of a presumption: the class, and the page it is presumed to lead to. */
  readonly audit?: { readonly name: string; readonly expected: number };
}

/** Milliseconds of a tab that are one turn of a host: less is not told apart, so that fast hosts keep their order. */
const turnMs = 5000;
/** Priority that addresses lose which wait until no others are left: more than any has. */
const late = 1e9;
/** Turns up to which hosts are told apart. */
const mostTurns = 1e6;

/** The frontier of one site: waiting pages, by document, and which of them are in hand. */
export class PageQueue {
  readonly #urls = new AddressQueue();
  readonly #states = new Map<number, Map<number, Waiting>>();
  /** Those of the states that have an address, which a script answers. */
  readonly #routes = new Map<number, Waiting>();
  readonly #inHand = new Map<number, Waiting>();
  /** Hosts of documents that were opened: states do not tell theirs. */
  readonly #hostOf = new Map<number, string>();
  /** When pages were taken into hand, and how long hosts have held tabs in all, in milliseconds. */
  readonly #since = new Map<number, number>();
  readonly #spent = new Map<string, number>();
  #stateCount = 0;

  get size(): number {
    return this.#urls.size + this.#stateCount + this.#inHand.size;
  }

  /** Whether something waits or is in hand. */
  get hasWork(): boolean {
    return this.size > 0;
  }

  /** Whether states wait that nobody has in hand. */
  get hasStates(): boolean {
    return this.#stateCount > 0;
  }

  get inHand(): number {
    return this.#inHand.size;
  }

  add(page: Waiting): void {
    if (page.url !== null) {
      this.#urls.add(page);
      return;
    }
    const states = this.#states.get(page.document) ?? new Map<number, Waiting>();
    this.#states.set(page.document, states);
    if (!states.has(page.number)) this.#stateCount++;
    states.set(page.number, page);
    if (page.route !== undefined) this.#routes.set(page.number, page);
  }

  /** Takes a page into hand; nobody else gets it until it is added again or done. */
  take(page: Waiting): Waiting {
    this.#remove(page);
    this.#inHand.set(page.number, page);
    this.#since.set(page.number, performance.now());
    if (page.url !== null) this.#hostOf.set(page.document, addressHost(page.url));
    return page;
  }

  /** The page was dealt with, or is given back through `add`. */
  done(number: number): void {
    const page = this.#inHand.get(number);
    const host = page && this.#hostOfPage(page);
    if (host !== undefined) {
      const took = performance.now() - (this.#since.get(number) ?? 0);
      this.#spent.set(host, (this.#spent.get(host) ?? 0) + took);
    }
    this.#since.delete(number);
    this.#inHand.delete(number);
  }

  /** Whether somebody is at a page. */
  isInHand(number: number): boolean {
    return this.#inHand.has(number);
  }

  /** Whether somebody is at a page of a document. */
  isInHandWithin(document: number): boolean {
    for (const page of this.#inHand.values()) if (page.document === document) return true;
    return false;
  }

  /** Whether a page of a document waits or is in hand. */
  isOpenWithin(document: number): boolean {
    const waits = this.#states.has(document) || this.#urls.get(document) !== undefined;
    return waits || this.isInHandWithin(document);
  }

  /** Whether a page waits that nobody has in hand. */
  withdrawable(number: number): boolean {
    return this.#find(number) !== null;
  }

  /** Takes a page out: there is nothing to visit any more. */
  withdraw(number: number): void {
    const page = this.#find(number);
    if (page) this.#remove(page);
  }

  #find(number: number): Waiting | null {
    for (const states of this.#states.values()) {
      const page = states.get(number);
      if (page) return page;
    }
    return this.#urls.get(number) ?? null;
  }

  isWaiting(number: number, document: number): boolean {
    return this.#states.get(document)?.has(number) ?? false;
  }

  /** Whether what a number stands for is still open. */
  isOpen(number: number, document: number): boolean {
    return this.#inHand.has(number) || this.isWaiting(number, document);
  }

  get(number: number, document: number): Waiting | null {
    return this.#states.get(document)?.get(number) ?? null;
  }

  firstState(document: number, fits: (waiting: Waiting) => boolean = () => true): Waiting | null {
    for (const waiting of this.#states.get(document)?.values() ?? []) if (fits(waiting)) return waiting;
    return null;
  }

  /** The first state with an address that a script answers. */
  firstRoute(fits: (waiting: Waiting) => boolean): Waiting | null {
    for (const waiting of this.#routes.values()) if (fits(waiting)) return waiting;
    return null;
  }

  /** The states of a document that wait. */
  states(document: number): Iterable<Waiting> {
    return this.#states.get(document)?.values() ?? [];
  }

  /** All states that wait. */
  *allStates(): Iterable<Waiting> {
    for (const states of this.#states.values()) yield* states.values();
  }

  statesWaiting(document: number): number {
    return this.#states.get(document)?.size ?? 0;
  }

  documents(): Iterable<number> {
    return this.#states.keys();
  }

  /**
   * The address whose turn it is: a host whose pages take long does not get the tabs of all others. Those that are poor
   * when their turn comes wait until no others are left.
   */
  firstUrl(
    wanted: (page: Waiting) => boolean = () => true,
    isPoor: (url: string) => boolean = () => false,
  ): Waiting | null {
    const shares = this.#shares();
    for (;;) {
      const first = this.#urls.first(shares, wanted);
      const { url = null, priority = 0 } = first ?? {};
      if (first === null || url === null || priority < -late / 2 || !isPoor(url)) return first;
      this.#urls.add({ ...first, priority: priority - late });
    }
  }

  /** What hosts have: tabs, and where these are equal the time for which they had any. */
  #shares(): ReadonlyMap<string, number> {
    const shares = new Map<string, number>();
    for (const [host, ms] of this.#spent)
      if (ms >= turnMs) shares.set(host, Math.min(Math.floor(ms / turnMs) / mostTurns, 0.999));
    for (const page of this.#inHand.values()) {
      const host = this.#hostOfPage(page);
      if (host !== undefined) shares.set(host, (shares.get(host) ?? 0) + 1);
    }
    return shares;
  }

  #hostOfPage({ url, document }: Waiting): string | undefined {
    return url === null ? this.#hostOf.get(document) : addressHost(url);
  }

  /** The page whose turn it is by priority, then by order of numbers or by depth-first order. */
  next(
    strategy: Exclude<CrawlSettings['strategy'], 'nearest'>,
    wanted: (page: Waiting) => boolean = () => true,
  ): Waiting | null {
    let best: Waiting | null = null;
    for (const page of this.#all()) {
      if (!wanted(page)) continue;
      if (best === null || comesFirst(page, best, strategy)) best = page;
    }
    return best;
  }

  *#all(): Iterable<Waiting> {
    yield* this.#urls.values();
    yield* this.allStates();
  }

  #remove(page: Waiting): void {
    if (page.url !== null) {
      this.#urls.remove(page);
      return;
    }
    const states = this.#states.get(page.document);
    if (!states?.delete(page.number)) return;
    this.#routes.delete(page.number);
    this.#stateCount--;
    if (states.size === 0) this.#states.delete(page.document);
  }
}

/** A frontier that stays on the disk, for somebody else: of it nothing is known but whether something waits. */
export class DiskQueue extends PageQueue {
  #hasWork: boolean;

  constructor(hasWork: boolean) {
    super();
    this.#hasWork = hasWork;
  }

  override get hasWork(): boolean {
    return this.#hasWork;
  }

  override add(): void {
    this.#hasWork = true;
  }
}

function comesFirst(page: Waiting, other: Waiting, strategy: 'breadth' | 'depth'): boolean {
  const [mine, yours] = [page.priority ?? 0, other.priority ?? 0];
  if (mine !== yours) return mine > yours;
  return strategy === 'breadth' ? page.number < other.number : comesDeeper(page, other);
}

/** Depth first: what was found on the latest page comes first, in the order in which it stands there. */
function comesDeeper(page: Waiting, other: Waiting): boolean {
  return page.source === other.source ? page.number < other.number : page.source > other.source;
}

/** A stored page as a waiting one. */
export function waitingOf(page: Page): Waiting {
  const { number, document, depth, attempts, entry, priority } = page;
  return {
    ...(priority !== undefined && { priority }),
    number,
    document,
    depth,
    attempts,
    url: entry.kind === 'url' ? entry.url : null,
    source: entry.kind === 'action' ? entry.source : (page.foundOn ?? -1),
    ord: entry.kind === 'action' ? entry.ord : null,
  };
}
