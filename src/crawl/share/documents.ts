import {
  ArgiopeError,
  documentName,
  type HostLease,
  leasedDocument,
  type SharedDocuments,
  startLease,
} from '../../model/index.ts';
import type { Recorder } from '../commit/record.ts';
import type { Numbers } from '../discover/numbers.ts';
import { HostKeeper } from '../gather/share/keeper.ts';
import type { Explorer } from '../loop/explorer.ts';
import { queueDocument } from '../loop/resume.ts';
import type { Chain, Chains } from '../order/chains.ts';
import type { Presumptions } from '../presume/presumptions.ts';
import type { Volatility } from '../sameness/volatility.ts';
import type { LearnedTogether } from './learned.ts';
import type { LeasedQueue } from './leased-queue.ts';

/** What one of several explorers of a crawl has of its own. */
export interface ExploringShare {
  readonly site: SharedDocuments;
  /** Set when documents are kept: whether the leases are surely this worker's. */
  isSure: () => boolean;
}

/** Documents that a worker has at the most, for each of its tabs: one to work in, one to go on with. */
const documentsPerTab = 2;

/** Leases documents for one explorer, and gives it turns to record what it found in them. */
export class DocumentShare {
  readonly #site: SharedDocuments;
  readonly #share: ExploringShare;
  readonly #queue: LeasedQueue;
  readonly #numbers: Numbers;
  readonly #presumptions: Presumptions;
  readonly #recorder: Recorder;
  readonly #chains: Chains;
  readonly #volatility: Volatility;
  readonly #learned: LearnedTogether;
  #explorer: Explorer | null = null;
  #keeper: HostKeeper | null = null;
  #settle: (isFirst: boolean) => Promise<void> = async () => {};
  #hasBegun = false;

  constructor(parts: {
    readonly share: ExploringShare;
    readonly queue: LeasedQueue;
    readonly numbers: Numbers;
    readonly presumptions: Presumptions;
    readonly recorder: Recorder;
    readonly chains: Chains;
    readonly volatility: Volatility;
    readonly learned: LearnedTogether;
  }) {
    this.#share = parts.share;
    this.#site = parts.share.site;
    this.#queue = parts.queue;
    this.#numbers = parts.numbers;
    this.#presumptions = parts.presumptions;
    this.#recorder = parts.recorder;
    this.#chains = parts.chains;
    this.#volatility = parts.volatility;
    this.#learned = parts.learned;
  }

  /** Nothing is left to visit, here and elsewhere. */
  get isOver(): boolean {
    return this.#keeper?.isOver ?? false;
  }

  /** Whether nobody has a page in hand: what still waits here is all that there is. */
  get isQuiet(): boolean {
    return this.#keeper?.isQuiet ?? false;
  }

  /** A tab has something else to do, or nothing: documents may be done by that. */
  look(): void {
    for (const document of [...this.#queue.held]) {
      if (this.#explorer?.isIn(document) || this.#queue.isOpenWithin(document)) continue;
      this.#queue.drop(document);
      this.#keeper?.isDone(documentName(document));
    }
    // Who is quiet is asked again by and by.
    if (this.#explorer?.isIdle && !this.isQuiet) this.#keeper?.look();
  }

  /** Takes over what others have learned of what events give, whenever that was last done. */
  catchUp(): Promise<void> {
    return this.turn(() => this.#learned.exchange());
  }

  /** Records in a turn, after what others have found out. */
  turn<T>(run: () => Promise<T>): Promise<T> {
    return this.#site.together(async (nextNumber) => {
      this.#numbers.continueFrom(nextNumber);
      if (this.#hasBegun && (await this.#site.note('volatile')) !== this.#volatility.saved)
        throw learnedElsewhere();
      if (this.#learned.isDue) await this.#learned.exchange();
      const heeded = this.#learned.takeHeeded();
      if (heeded) await this.#recorder.heed(heeded);
      return run();
    });
  }

  /**
   * Leases documents for an explorer from now on. `settle` learns what changes from visit to visit where this worker
   * is the first, and takes it over where it is not.
   */
  async begin(
    explorer: Explorer,
    {
      tabs,
      settle,
      pages,
    }: { tabs: number; settle: (isFirst: boolean) => Promise<void>; pages: () => number },
  ): Promise<void> {
    this.#explorer = explorer;
    this.#settle = settle;
    this.#keeper = new HostKeeper({
      site: this.#site,
      most: documentsPerTab * tabs,
      open: (lease) => this.#open(lease),
      close: (name) => this.#close(name),
      learned: () => ({ text: '', rest: 0 }),
      wake: () => explorer.wake(),
      fail: (error) => explorer.fail(error),
      refresh: async () => {},
      requests: () => explorer.busy,
      pages,
      isIdle: () => explorer.isIdle,
    });
    this.#share.isSure = this.#keeper.isSure;
    await this.#keeper.start();
  }

  /** Leases nothing more, and leaves to others what was learned. */
  async end(isWhole: boolean): Promise<void> {
    await this.#keeper?.end();
    if (isWhole) await this.#site.together(() => this.#learned.exchange());
  }

  async #open({ host, learned }: HostLease): Promise<void> {
    if (host === startLease) return this.#openStart();
    if (!this.#hasBegun) await this.#settle(false);
    this.#hasBegun = true;
    const document = leasedDocument(host) as number;
    if (learned) {
      const { source, chain } = JSON.parse(learned) as { readonly source: number; readonly chain: Chain };
      this.#chains.takeOver(source, chain);
    }
    this.#queue.hold(document);
    await queueDocument(this.#site, this.#queue, document);
    for (const { number, entry } of await this.#site.pages({ status: 'unchanged', document }))
      if (entry.kind === 'action') this.#presumptions.wentNowhere(number, entry.source);
    if (!this.#queue.isOpenWithin(document)) this.look();
  }

  /** Beside the heartbeats: start pages are opened several times. */
  #openStart(): void {
    const settle = async () => {
      await this.#settle(true);
      this.#hasBegun = true;
      await this.#site.begin();
      this.#keeper?.isDone(startLease);
    };
    settle().catch((error: unknown) => this.#explorer?.fail(error));
  }

  #close(name: string): boolean {
    const document = leasedDocument(name);
    if (document === null || this.#explorer?.isIn(document) || this.#queue.isInHandWithin(document))
      return false;
    this.#queue.drop(document);
    return true;
  }
}

/** What was known here is void: pages are compared by other means from now on. */
function learnedElsewhere(): ArgiopeError {
  return new ArgiopeError(
    'LEASE_LOST',
    'another worker has learned what changes from visit to visit: pages are compared by that from now on',
    { advice: 'nothing is lost: the worker begins anew' },
  );
}
