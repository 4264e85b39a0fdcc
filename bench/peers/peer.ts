import type { FoundBrowser } from '../../src/drivers/chromium/find.ts';

/** What a peer is asked to do. */
export interface Order {
  readonly url: string;
  /** It is ended after so many seconds, wherever it stands. */
  readonly seconds: number;
  /** Used where the peer allows it. */
  readonly browser: FoundBrowser;
  /** Its own folder, which exists. */
  readonly out: string;
}

/** How a crawl ended: by itself, by the limit of time, or by an error of its own. */
export type Ended = 'done' | 'limit' | 'failed';

/** What a peer did, and every document that it had in hand. */
export interface Outcome {
  /** HTML texts in the order in which they came, each once. */
  readonly documents: readonly string[];
  /** Events that it fired; `null` where it does not fire any or does not tell. */
  readonly events: number | null;
  /** Of the whole command: start-up and browser included. */
  readonly seconds: number;
  readonly ended: Ended;
}

/** A peer that is there. */
export interface Installed {
  readonly kind: 'installed';
  readonly version: string;
  crawl(order: Order): Promise<Outcome>;
}

/** A peer that is not there. */
export interface Absent {
  readonly kind: 'absent';
  /** What was looked for and not found. */
  readonly reason: string;
}

/** Another crawler that Argiope is compared with. */
export interface Peer {
  readonly name: string;
  /** How many times the seconds per page of Argiope it must need at least. */
  readonly slower: number;
  /** Looks for it in the folder of peers. */
  find(folder: string): Promise<Installed | Absent>;
}

/** A peer that is absent because a file is. */
export function lacks(file: string): Absent {
  return { kind: 'absent', reason: `${file} does not exist` };
}
