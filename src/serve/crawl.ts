/** One crawl that is served: read from its store, watched while it runs, and steered where it runs in this process. */
import type { CrawlSettings } from '../config/index.ts';
import {
  ArgiopeError,
  type CrawlSummary,
  type Figures,
  type SiteInfo,
  type SiteStore,
} from '../model/index.ts';
import { Estimate } from '../run/estimate.ts';
import { PageShelf } from '../run/library/shelf.ts';
import { storedSettings } from '../run/stored-settings.ts';
import { isStoreBusy } from '../store/index.ts';
import { LiveFeed, PauseGate } from './live/feed.ts';
import { type LiveFigures, liveFigures, toldBy } from './live/figures.ts';

/** Where a crawl lies. */
export interface ServedPlace {
  readonly out: string;
  readonly store: string;
}

/**
 * `writing`: all pages are there, and mirror, graph and the rest are being written. `elsewhere`: another process crawls. `stopped`: pages wait, and nobody visits them. `failed`: the last run in this
 * process has ended with an error.
 */
export const crawlStates = [
  'running',
  'paused',
  'stopping',
  'writing',
  'elsewhere',
  'finished',
  'stopped',
  'failed',
] as const;
export type CrawlState = (typeof crawlStates)[number];

/** A run in this process. */
interface OwnRun {
  readonly stop: AbortController;
  readonly gate: PauseGate;
  readonly estimate: Estimate;
  readonly ended: Promise<void>;
  figures: Figures | null;
  isWriting: boolean;
}

/** Starts a crawl: `runCrawl`, loaded when it is needed. */
export type StartCrawl = (
  settings: CrawlSettings,
  controls: {
    readonly listen: LiveFeed['hear'];
    readonly signal: AbortSignal;
    readonly pace: () => Promise<void> | null;
    readonly attend: (site: SiteStore) => () => Promise<void>;
  },
) => Promise<CrawlSummary>;

/** Milliseconds between two looks at the figures. */
const lookMs = 1000;
/** Share of the time that looking at another process's crawl may take: counting pages costs as much as there are. */
const lookShare = 0.01;
/** Milliseconds after which a store that nobody reads is closed. */
const idleMs = 300;

/** One crawl that is served. */
export class ServedCrawl {
  /** Name in addresses. */
  readonly id: string;
  readonly place: ServedPlace;
  readonly feed = new LiveFeed();
  /** Reads pages: from the crawl itself while it runs here, else from its store. */
  readonly shelf: PageShelf;
  readonly #start: StartCrawl;
  #run: OwnRun | null = null;
  #isBeginning = false;
  #settings: CrawlSettings | null = null;
  #failure: ArgiopeError | null = null;
  #estimate: Estimate | null = null;
  #timer: NodeJS.Timeout | null = null;
  #lastBusy = false;

  constructor(
    id: string,
    place: ServedPlace,
    camera: ConstructorParameters<typeof PageShelf>[1],
    start: StartCrawl,
  ) {
    this.id = id;
    this.place = place;
    this.shelf = new PageShelf(place, camera, idleMs);
    this.#start = start;
  }

  /** Whether it runs in this process. */
  get isOwn(): boolean {
    return this.#run !== null;
  }

  /** Why the last run in this process has failed, `null` where it has not. */
  get failure(): ArgiopeError | null {
    return this.#failure;
  }

  /** Resolves when no run is under way in this process. */
  get ended(): Promise<void> {
    return this.#run?.ended ?? Promise.resolve();
  }

  /** How it stands with the crawl; `info` is what its store says, `null` where it has nothing yet. */
  async state(info: Pick<SiteInfo, 'finishedAt'> | null): Promise<CrawlState> {
    if (this.#run) {
      if (this.#run.isWriting) return 'writing';
      if (this.#run.stop.signal.aborted) return 'stopping';
      return this.#run.gate.isClosed ? 'paused' : 'running';
    }
    if (await isStoreBusy(this.place.store)) return 'elsewhere';
    if (this.#failure) return 'failed';
    return info?.finishedAt ? 'finished' : 'stopped';
  }

  /** What the store says of the crawl as a whole; `null` where there is nothing yet. */
  async info(): Promise<SiteInfo | null> {
    try {
      return await this.shelf.read((site) => site.info());
    } catch (error) {
      const isMissing = error instanceof ArgiopeError && error.code === 'STORE_UNREACHABLE';
      // A database that does not answer is no crawl without pages.
      if (isMissing && (this.#run || this.place.store.startsWith('sqlite:'))) return null;
      throw error;
    }
  }

  /** Figures of this moment. */
  async figures(): Promise<LiveFigures | null> {
    const run = this.#run;
    const info = await this.info();
    if (info === null) return null;
    const at = Date.now();
    if (run?.figures) {
      const pace = run.estimate.update(run.figures);
      const memory = process.memoryUsage.rss();
      return liveFigures({ info, pages: 0, waiting: 0, pace, memory, at }, run.figures);
    }
    const [pages, waiting] = await this.shelf.read((site) =>
      Promise.all([site.count('kept'), site.count('queued')]),
    );
    this.#estimate ??= new Estimate({ maxPages: null, maxTime: null });
    const pace = this.#lastBusy
      ? this.#estimate.update(toldBy(info, pages, waiting))
      : { pagesPerSecond: null, secondsLeft: null };
    return liveFigures({ info, pages, waiting, pace, memory: null, at });
  }

  /** Begins to crawl in this process; resolves when it is under way, not when it is over. */
  async begin(settings: CrawlSettings): Promise<void> {
    const isTaken = this.#run !== null || this.#isBeginning;
    this.#isBeginning = true;
    try {
      if (isTaken || (await isStoreBusy(this.place.store)))
        throw new ArgiopeError('STORE_LOCKED', `${this.id} is being crawled already`, {
          advice: 'stop that crawl first, or wait until it is over',
        });
      this.#failure = null;
      this.#settings = settings;
      this.#run = this.#newRun(settings);
    } finally {
      if (!isTaken) this.#isBeginning = false;
    }
    this.#tell(`begins at ${settings.seeds.join(', ')}`);
    this.#look();
  }

  #newRun(settings: CrawlSettings): OwnRun {
    const { maxPages, maxTime } = settings;
    return {
      stop: new AbortController(),
      gate: new PauseGate(),
      estimate: new Estimate({ maxPages, maxTime }),
      figures: null,
      isWriting: false,
      ended: Promise.resolve().then(() => this.#crawl(settings)),
    };
  }

  /** Goes on with a crawl that was paused, or stopped before its end. */
  async goOn(): Promise<void> {
    const run = this.#run;
    if (run?.stop.signal.aborted)
      throw new ArgiopeError('USAGE', `${this.id} is being stopped`, { advice: 'wait until it has ended' });
    if (run) {
      run.gate.open();
      this.#tell('goes on');
      return;
    }
    const info = await this.info();
    if (info === null)
      throw new ArgiopeError('STORE_UNREACHABLE', `there is no crawl in ${this.place.out}`, {
        advice: 'begin a new one',
      });
    // What it was begun with is kept where it decides what the pages are; the rest is by default.
    const again = this.#settings ?? storedSettings(info, this.place, { audit: 'sample' });
    await this.begin({ ...again, fresh: false });
  }

  /** Holds the crawl: what is in hand waits, nothing is lost, tabs stay open. */
  async pause(): Promise<void> {
    (await this.#own('paused')).gate.close();
    this.#tell('paused');
  }

  /** Ends the crawl after the pages in hand; it can be gone on with later. */
  async stop(): Promise<void> {
    const run = await this.#own('stopped');
    run.stop.abort();
    run.gate.open();
    this.#tell('ends after the pages in hand');
  }

  /** Tells somebody what happens, until what is given back is called. */
  watch(...given: Parameters<LiveFeed['watch']>): () => void {
    const leave = this.feed.watch(...given);
    this.#look();
    return leave;
  }

  /** Ends what runs here, and closes the store. */
  async close(): Promise<void> {
    this.#run?.stop.abort();
    this.#run?.gate.open();
    await this.ended;
    if (this.#timer) clearTimeout(this.#timer);
    await this.shelf.close();
  }

  async #own(what: string): Promise<OwnRun> {
    if (this.#run) return this.#run;
    const isElsewhere = await isStoreBusy(this.place.store);
    throw new ArgiopeError('USAGE', `${this.id} cannot be ${what}: it does not run in this process`, {
      advice: isElsewhere ? 'press Ctrl-C where it was started' : 'it is not running at all',
    });
  }

  #tell(text: string): void {
    this.feed.say({ kind: 'crawl', level: 'info', page: null, text });
    this.feed.turn(false);
  }

  async #crawl(settings: CrawlSettings): Promise<void> {
    const run = this.#run as OwnRun;
    try {
      const summary = await this.#start(settings, {
        listen: (event) => {
          if (event.kind === 'progress') run.figures = event.figures;
          else this.feed.hear(event);
          if (event.kind === 'writing' && !run.isWriting) {
            // What is told of the frontier is not told any more: from now on it is counted.
            Object.assign(run, { isWriting: true, figures: null });
            this.feed.turn(true);
          }
        },
        signal: run.stop.signal,
        pace: () => run.gate.passed,
        attend: this.shelf.attend,
      });
      const text = `${summary.stopped === 'done' ? 'finished' : 'ended'}: ${summary.pages} pages`;
      this.feed.say({ kind: 'crawl', level: 'info', page: null, text });
    } catch (error) {
      this.#failure =
        error instanceof ArgiopeError
          ? error
          : new ArgiopeError('INTERNAL', (error as Error).message, { cause: error });
      this.feed.say({
        kind: 'crawl',
        level: 'warning',
        page: null,
        text: `failed: ${this.#failure.message}`,
      });
    } finally {
      this.#run = null;
      await this.#sample().catch(() => {});
      this.feed.turn(true);
    }
  }

  /** Looks at the figures as long as it runs here, or somebody watches. */
  #look(): void {
    if (this.#timer) return;
    const again = async () => {
      const start = performance.now();
      await this.#lookOnce().catch(() => {
        // A store that cannot be read now may be read a second later.
      });
      this.#timer = null;
      const took = performance.now() - start;
      if (this.#run || this.feed.watchers > 0) this.#later(again, Math.max(lookMs, took / lookShare));
    };
    this.#later(again, 0);
  }

  #later(again: () => Promise<void>, ms: number): void {
    this.#timer = setTimeout(() => void again(), ms).unref();
  }

  async #lookOnce(): Promise<void> {
    if (this.#run) {
      void this.feed.look();
      return this.#sample();
    }
    const busy = await isStoreBusy(this.place.store);
    const turned = busy !== this.#lastBusy;
    this.#lastBusy = busy;
    if (turned) {
      this.#estimate = null;
      this.feed.turn(!busy);
    }
    if (busy || turned || this.feed.samples.length === 0) await this.#sample();
  }

  async #sample(): Promise<void> {
    const figures = await this.figures();
    if (figures) this.feed.sample(figures);
  }
}
