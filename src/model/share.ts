/** A crawl that several processes work on: hosts are leased, and every write says by which lease it is made. */
import type { NumberRange, SiteStore, Totals } from './store.ts';

/** A host that is this worker's for a while, with what is known of it. */
export interface HostLease {
  readonly host: string;
  /** Milliseconds until it may be asked. */
  readonly rest: number;
  /** What the worker before has learned of it (manners, rules), as JSON; `null` where nobody had it. */
  readonly learned: string | null;
}

/** What a heartbeat tells. */
export interface ShareNews {
  /** Hosts that have addresses waiting or in hand. */
  readonly open: number;
  /** Workers that are alive, this one among them. */
  readonly workers: number;
  /** Whether one of them has less to do than it could. */
  readonly isHungry: boolean;
  /** Grows with each change of what workers have learned together (names of sessions). */
  readonly epoch: number;
  /** Nothing is left to visit, or the crawl was withdrawn. */
  readonly isOver: boolean;
}

/** What a worker tells with a heartbeat. */
export interface WorkerState {
  readonly hungry: boolean;
  /** Pages in a second, lately. */
  readonly rate: number;
  /** Requests that are under way. */
  readonly requests: number;
}

/** An address that another worker has numbered first. */
export interface LostNumber {
  readonly fingerprint: string;
  readonly number: number;
  /** The number that counts. */
  readonly winner: number;
}

/**
 * One site of a store, as one of several workers sees it. Commits are fenced: where a lease was lost, nothing of
 * them is written, and they throw LEASE_LOST. Totals are the worker's own.
 */
export interface SharedSite extends SiteStore {
  /** Number of this worker. */
  readonly worker: number;
  /** Seconds for which a lease holds without a heartbeat. */
  readonly leaseSeconds: number;
  /** Whether the way to the store is cut: nothing may be asked of the site any more. */
  readonly isLost: boolean;
  /** Numbers that nobody else gives out. */
  numbers(count: number): Promise<NumberRange>;
  /** Leases hosts that wait, so many at the most. */
  lease(most: number): Promise<readonly HostLease[]>;
  /** Renews all leases; throws LEASE_LOST where one of them is another's by now. */
  beat(state: WorkerState): Promise<ShareNews>;
  /** Gives a host back, with what was learned of it and the milliseconds until it may be asked. */
  release(host: string, learned: string, rest: number): Promise<void>;
  /** Takes the next turn to ask a host; gives the milliseconds until then. */
  turn(host: string, delay: number): Promise<number>;
  /** Lets a host rest for so many milliseconds at least. */
  rest(host: string, ms: number): Promise<void>;
  /** Changes a note that workers share; `merge` is given what it says now. */
  mergeNote(key: string, merge: (old: string | null) => string): Promise<void>;
  /** Told of addresses that others have numbered first, when a commit is durable; and of pages that others kept. */
  onLost(tell: (lost: readonly LostNumber[], merged: readonly number[]) => void): void;
  /** Gives all hosts back and says goodbye. */
  leave(): Promise<void>;
}

/** A worker as others see it. */
export interface WorkerReport {
  readonly worker: number;
  readonly name: string;
  /** ISO 8601. */
  readonly joinedAt: string;
  /** Seconds since its last heartbeat. */
  readonly silent: number;
  /** Whether it is connected, or was heard of lately. */
  readonly isAlive: boolean;
  readonly hosts: number;
  readonly pages: number;
  readonly rate: number;
  readonly requests: number;
}

/** How a shared crawl stands. */
export interface ShareReport {
  readonly workers: readonly WorkerReport[];
  /** Hosts by what they wait for. */
  readonly hosts: { readonly open: number; readonly leased: number; readonly expired: number };
  /** Hosts with addresses that nobody has taken, the longest ones first, some of them. */
  readonly untaken: readonly string[];
  readonly totals: Totals;
}
