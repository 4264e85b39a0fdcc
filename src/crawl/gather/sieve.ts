import type { LiveTraits } from '../../html/live/live.ts';
import type { ArgiopeError, Change, DocumentTree } from '../../model/index.ts';
import type { AskedPage } from './asker.ts';

/** A page that was read, with what tells whether a browser may make more of it. */
export interface SievedPage {
  readonly asked: Extract<AskedPage, { kind: 'raw' }>;
  readonly live: LiveTraits;
  /** The page as a tree, made when asked for. */
  readonly tree: () => DocumentTree;
}

/** Says which pages need no more than to be read, where others are left for who can do more with them. */
export interface Sieve {
  /** Whether an address waits for somebody else, so that it is not asked for at all. */
  isLeft(url: string): boolean;
  /** A page that was read and left, so that it need not be asked for again. */
  held(url: string): SievedPage['asked'] | null;
  /** Whether reading a page was enough; else it waits on. */
  passes(url: string, page: SievedPage): boolean;
  /** What is known by now; stored together with the pages that it was learned from or decided by. */
  note(): NonNullable<Change['note']>;
  /** Whether a page that cannot be read waits for somebody else. */
  leaves(url: string, error: ArgiopeError): boolean;
}
