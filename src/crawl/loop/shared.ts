import type { Agreements, ClassAudits, Positions } from '../../identity/index.ts';
import type { Capture, CrawlListener, FoundFile, SiteStore } from '../../model/index.ts';
import type { Recorder } from '../commit/record.ts';
import type { Gate } from '../discover/gate.ts';
import type { Atlas } from '../map/atlas.ts';
import type { States } from '../map/states.ts';
import type { Pasts } from '../navigate/past.ts';
import type { AddressYields } from '../order/address-yields.ts';
import type { Chains } from '../order/chains.ts';
import type { Costs } from '../order/costs.ts';
import type { Waiting } from '../order/queue.ts';
import type { Yields } from '../order/yields.ts';
import type { Fragments } from '../presume/fragments.ts';
import type { Returns } from '../presume/returns.ts';
import type { Routes } from '../presume/routes.ts';
import type { Sameness } from '../sameness/sameness.ts';
import type { Volatility } from '../sameness/volatility.ts';
import type { Guidance } from './guidance.ts';
import type { Counting } from './totals.ts';

/** What all workers of a crawl share. */
export interface Shared {
  readonly site: SiteStore;
  readonly atlas: Atlas;
  readonly gate: Gate;
  readonly recorder: Recorder;
  readonly sameness: Sameness;
  readonly states: States;
  readonly pasts: Pasts;
  readonly audits: ClassAudits;
  readonly yields: Yields;
  readonly addresses: AddressYields;
  readonly fragments: Fragments;
  /** Chance of something new below which nothing is fired. */
  readonly least: number;
  readonly chains: Chains;
  readonly returns: Returns;
  /** Looks whether links that scripts answer are as good as addresses; `null` where all pages are opened in the browser. */
  readonly routes: Routes | null;
  readonly guidance: Guidance;
  readonly agreements: Agreements;
  readonly positions: Positions;
  readonly costs: Costs;
  readonly totals: Counting;
  readonly compares: boolean;
  readonly listen: CrawlListener;
  readonly volatility: Volatility;
  /** Whether everything that was skipped is tested, at any price. */
  readonly testsAll: boolean;
  /** Documents in which something may be presumed that can still be tested. */
  readonly untested: Set<number>;
  /** Takes a waiting page into hand, if it waits. */
  readonly claim: (number: number, document: number) => Waiting | null;
  /** Whether a page of a document waits, or is in hand. */
  readonly isOpen: (number: number, document: number) => boolean;
  readonly done: (number: number) => void;
  /** Has a page visited once more if that was asked for while it was in hand. */
  readonly reopenLate: (number: number) => Promise<void>;
  /** Runs one recording at a time. */
  readonly exclusive: <T>(run: () => Promise<T>) => Promise<T>;
  /** Waits until the host of an address may be asked again; that of the first seed where it is not known. */
  readonly turn: (url: string | null) => Promise<void>;
  readonly answered: (url: string, ms: number, status: number) => void;
  /** The host asked for a rest. */
  readonly rest: (url: string, retryAfter: string | null) => void;
  /** Lets hooks see a page that may be kept; throws where they drop it. */
  readonly admit: (capture: Capture) => Promise<Capture>;
  /** Files that a page uses are in the store when the page is. */
  readonly fetchAssets: (capture: Capture) => Promise<void>;
  /** A file that a link leads to is in the store when that is recorded, where such files are wanted. */
  readonly keepFile: (url: string, file: FoundFile) => Promise<void>;
}
