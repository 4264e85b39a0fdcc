/** A crawl that several processes work on: hosts or documents are leased, and every write is fenced by leases. */
import type { NumberRange, SiteStore, Totals } from './store.ts';

/** A host, or a document, that is this worker's for a while, with what is known of it. */
export interface HostLease {
  /** Name of the host, or of the document (`leasedDocument`). */
  readonly host: string;
  /** Milliseconds until it may be asked. */
  readonly rest: number;
  /** What the worker before has learned of it (manners, rules), as JSON; `null` where nobody had it. */
  readonly learned: string | null;
}

/** What a heartbeat tells. */
export interface ShareNews {
  /** Hosts, or documents, that have something waiting or in hand; of very many some are counted. */
  readonly open: number;
  /** Workers that are alive, this one among them. */
  readonly workers: number;
  /** Whether one of them has less to do than it could. */
  readonly isHungry: boolean;
  /** Grows with each change of what workers have learned together (names of sessions). */
  readonly epoch: number;
  /** Whether another worker has a page in hand, as far as it was heard of in the time of a lease. */
  readonly areOthersBusy: boolean;
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
  /** What was learned about the leased documents, for the worker that takes them over from one that was killed. */
  readonly learned?: ReadonlyMap<string, string>;
}

/** An address that another worker has numbered first. */
export interface LostNumber {
  readonly fingerprint: string;
  readonly number: number;
  /** The number that counts. */
  readonly winner: number;
}

/** What one of several workers does with leases, whatever is leased: hosts, or documents. */
export interface Leasing {
  /** Number of this worker. */
  readonly worker: number;
  /** Seconds for which a lease holds without a heartbeat. */
  readonly leaseSeconds: number;
  /** Whether the way to the store is cut: nothing may be asked of the site any more. */
  readonly isLost: boolean;
  /** Leases what waits, so many at the most. */
  lease(most: number): Promise<readonly HostLease[]>;
  /** Renews all leases; throws LEASE_LOST where one of them is another's by now. */
  beat(state: WorkerState): Promise<ShareNews>;
  /** Gives something back, with what was learned of it and the milliseconds until it may be asked. */
  release(host: string, learned: string, rest: number): Promise<void>;
  /** Takes the next turn to ask a host; gives the milliseconds until then. */
  turn(host: string, delay: number): Promise<number>;
  /** Lets a host rest for so many milliseconds at least. */
  rest(host: string, ms: number): Promise<void>;
  /** Changes a note that workers share; `merge` is given what it says now. */
  mergeNote(key: string, merge: (old: string | null) => string): Promise<void>;
  /** Gives everything back and says goodbye. */
  leave(): Promise<void>;
}

/**
 * One site of a store, as one of several gatherers sees it, which lease hosts. Commits are fenced: where a lease was
 * lost, nothing of them is written, and they throw LEASE_LOST. Totals are the worker's own.
 */
export interface SharedSite extends SiteStore, Leasing {
  /** Numbers that nobody else gives out. */
  numbers(count: number): Promise<NumberRange>;
  /** Told of addresses that others have numbered first, when a commit is durable; and of pages that others kept. */
  onLost(tell: (lost: readonly LostNumber[], merged: readonly number[]) => void): void;
}

/**
 * One site of a store, as one of several explorers sees it, which lease documents. What is recorded is recorded in
 * turns: one transaction after the other, whoever makes them, so that each sees all that was recorded before it.
 */
export interface SharedDocuments extends SiteStore, Leasing {
  /**
   * Does something in a turn of its own: all of it becomes durable or none, and it throws LEASE_LOST where a lease is
   * another's by now. `work` is told the smallest number that was not given out.
   */
  together<Result>(work: (nextNumber: number) => Promise<Result>): Promise<Result>;
  /** The start pages were looked at: documents may be leased from now on. */
  begin(): Promise<void>;
}

/** What is leased first of a crawl by documents: looking at its start pages. */
export const startLease = '#start';

/** Name by which a document is leased; in the order of numbers. */
export function documentName(document: number): string {
  return `#${String(document).padStart(10, '0')}`;
}

/** Number of a document that is leased; `null` where it is something else. */
export function leasedDocument(name: string): number | null {
  return /^#\d+$/.test(name) ? Number(name.slice(1)) : null;
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
  /** Hosts, or documents, that it has. */
  readonly hosts: number;
  readonly pages: number;
  readonly rate: number;
  readonly requests: number;
}

/** How a shared crawl stands. */
export interface ShareReport {
  readonly workers: readonly WorkerReport[];
  /** What workers lease. */
  readonly leases: 'hosts' | 'documents';
  /** Hosts, or documents, by what they wait for. */
  readonly hosts: { readonly open: number; readonly leased: number; readonly expired: number };
  /** Hosts with addresses that nobody has taken, the longest ones first, some of them. */
  readonly untaken: readonly string[];
  readonly totals: Totals;
}
