import type { WrittenLinks } from '../../dom/written.ts';
import { ArgiopeError, type ResourceSink, type VolatileSpot } from '../../model/index.ts';
import type { CookieJar } from '../http/cookies.ts';
import type { OriginStorage } from '../profile.ts';
import type { ScriptFiles } from '../script-files.ts';
import type { CandidateRules } from './agent/candidates.ts';
import type { SettleLimits } from './agent/settle.ts';
import type { CutList } from './agent/sweep.ts';
import { type AgentNames, agentNames } from './agent.ts';
import { giveCookies, takeCookies } from './cookies.ts';
import { Effects } from './effects.ts';
import type { FoundBrowser } from './find.ts';
import type { GuardOptions } from './guard.ts';
import { type LaunchOptions, launch, type RunningBrowser } from './launch.ts';
import { giveStorage } from './storage-state.ts';
import { Streams } from './streams.ts';
import type { TrafficCounts } from './traffic.ts';
import { Troubles } from './troubles.ts';
import { Twins } from './twins.ts';
import { Worlds } from './worlds.ts';
import { Wrappers } from './wrappers.ts';

/** What every tab of a driver shares. */
export interface PoolOptions {
  readonly found: FoundBrowser;
  readonly launch: LaunchOptions;
  /** Why the server of an address could not be reached. */
  readonly why: (url: string) => ArgiopeError | null;
  readonly guard: GuardOptions;
  readonly rules: CandidateRules;
  readonly limits: Omit<SettleLimits, 'burden'>;
  readonly viewport: readonly [number, number];
  readonly sink: ResourceSink | null;
  /** Methods of requests that events may cause. */
  readonly methods: readonly string[];
  /** Media types that are pages. */
  readonly types: readonly string[];
  /** Decoded bytes of a document or file, at the most. */
  readonly maxSize: number;
  /** Milliseconds in which a document must have been loaded. */
  readonly loading: number;
  /** Cookies of the crawl, which every browser begins with. */
  readonly cookies: CookieJar | null;
  /** What scripts of some origins had written down, which every browser begins with. */
  readonly storage: () => readonly OriginStorage[];
  /** Pages after which the browser is replaced by a new one. */
  readonly recycle: number;
  /** Which addresses count that stand elsewhere than in links, and the scripts that are read for them. */
  readonly links: { readonly how: WrittenLinks; readonly scripts: ScriptFiles | null };
  /** Told the header `X-Robots-Tag` of each document that is opened. */
  readonly robotsTag: (url: string, header: string) => void;
  /** Told of what is missing in what the driver shows. */
  readonly warn: (text: string) => void;
  /** Told the address of each request for data. */
  readonly asked: (url: string) => void;
  /** Code among the agent's own, for tests. */
  readonly probe: string;
  /** What agents are got by. */
  readonly names: AgentNames;
}

/**
 * Deaths of the browser within so many pages after which the crawl stops instead of starting it once more. Sites may
 * kill it, on purpose even: as long as most pages live, the crawl goes on.
 */
const [deathsAllowed, pagesOfDeaths] = [3, 100] as const;

/** One browser at a time, renewed after a number of pages and after its death. */
export class BrowserPool {
  readonly options: PoolOptions;
  readonly counts: TrafficCounts = { requests: 0, requestsFromCache: 0, bytes: 0 };
  readonly seenFiles = new Set<string>();
  readonly effects: Effects;
  readonly troubles = new Troubles();
  readonly streams = new Streams(this.troubles);
  readonly scriptNames = new Map<string, string>();
  /** What wrappers of handlers call, by kind. */
  readonly wrappers = new Wrappers();
  volatile: readonly VolatileSpot[] = [];
  readonly twins = new Twins();
  readonly worlds: Worlds;
  #current: Promise<RunningBrowser> | null = null;
  #running: RunningBrowser | null = null;
  /** The browser before, which may still be open. */
  #retired: RunningBrowser | null = null;
  readonly #users = new Map<RunningBrowser, number>();
  readonly #watched = new WeakSet<RunningBrowser>();
  /** Browsers whose death was counted: every tab in it reports the same one. */
  readonly #mourned = new WeakSet<RunningBrowser>();
  /** Old browsers that are on their way out. */
  readonly #ending = new Set<Promise<void>>();
  #pages = 0;
  /** Pages of all browsers, and how many there were at each death. */
  #allPages = 0;
  #deaths: number[] = [];
  #closed = false;

  constructor(options: Omit<PoolOptions, 'names'>) {
    this.options = { ...options, names: agentNames() };
    this.effects = new Effects(options.methods);
    this.worlds = new Worlds(options.launch, (options.cookies?.all().length ?? 0) > 0);
  }

  browser(): Promise<RunningBrowser> {
    if (this.#closed) throw new ArgiopeError('INTERNAL', 'the browser was closed');
    if (this.#pages >= this.options.recycle || this.#running?.connection.closed) this.#retire();
    this.#current ??= this.#start();
    return this.#current;
  }

  async #start(): Promise<RunningBrowser> {
    const { found, launch: how, cookies } = this.options;
    const old = this.#retired;
    this.#retired = null;
    const running = await launch(found, how);
    if (old && cookies) await takeCookies(old, cookies);
    if (cookies) await giveCookies(running, cookies.all());
    await giveStorage(running, this.options.storage());
    this.#running = running;
    this.#users.set(running, 0);
    return running;
  }

  /** Takes over the cookies that the browser has by now. */
  async pullCookies(): Promise<void> {
    const { cookies } = this.options;
    if (cookies && this.#running) await takeCookies(this.#running, cookies);
  }

  /** Gives the browser cookies and storage that were renewed. */
  async pushLogin(): Promise<void> {
    const { cookies, storage } = this.options;
    if (!this.#running) return;
    if (cookies) await giveCookies(this.#running, cookies.all());
    await giveStorage(this.#running, storage());
    this.worlds.renew(cookies?.all() ?? [], storage());
  }

  isCurrent(browser: RunningBrowser): boolean {
    return browser === this.#running && !browser.connection.closed && this.#pages < this.options.recycle;
  }

  taken(browser: RunningBrowser): void {
    this.#users.set(browser, (this.#users.get(browser) ?? 0) + 1);
  }

  /** The last tab that leaves an old browser ends it. */
  released(browser: RunningBrowser): void {
    const left = (this.#users.get(browser) ?? 1) - 1;
    this.#users.set(browser, left);
    if (left <= 0 && browser !== this.#running) this.#end(browser);
  }

  countPage(): void {
    this.#pages++;
    this.#allPages++;
  }

  readonly #cut = new Set<string>();

  /** Says once per document that a list of it is longer than what was taken of it. */
  tellCut(url: string, { rows, taken }: CutList): void {
    if (this.#cut.has(url)) return;
    this.#cut.add(url);
    this.options.warn(`${url}: a list has about ${rows} rows, of which the first ${taken} were taken`);
  }

  /**
   * Windows and service workers that the agent could not prevent are closed; the address of a window was reported by
   * the opener.
   */
  watchPopups(browser: RunningBrowser): void {
    if (this.#watched.has(browser)) return;
    this.#watched.add(browser);
    const { root } = browser.connection;
    root.on('Target.targetCreated', ({ targetInfo }) => {
      const isWindow = targetInfo.type === 'page' && targetInfo.openerId;
      if (isWindow || targetInfo.type === 'service_worker')
        root.tell('Target.closeTarget', { targetId: targetInfo.targetId });
    });
    root.tell('Target.setDiscoverTargets', { discover: true });
  }

  /** What a failed call means: the page may be tried again, or the browser cannot be kept alive. */
  judgeDeath(error: unknown, url: string): Error {
    if (!this.#running?.connection.closed) {
      return new ArgiopeError('PAGE_CRASHED', `the page could not be driven: ${(error as Error).message}`, {
        url,
        cause: error,
      });
    }
    if (this.#closed) return error as Error;
    if (!this.#mourned.has(this.#running)) this.#deaths.push(this.#allPages);
    this.#mourned.add(this.#running);
    const late = this.#deaths.filter((pages) => pages > this.#allPages - pagesOfDeaths);
    if (late.length > deathsAllowed) {
      return new ArgiopeError('BROWSER_DEAD', `the browser died ${late.length} times`, {
        url,
        advice: 'Run `argiope doctor`; the crawl goes on where it was when it is run again.',
        cause: error,
      });
    }
    return new ArgiopeError('PAGE_CRASHED', 'the browser died and is started anew', { url, cause: error });
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#current?.catch(() => null);
    for (const browser of this.#users.keys()) this.#end(browser);
    await Promise.all(this.#ending);
  }

  #retire(): void {
    const old = this.#running;
    this.#retired = old;
    this.#running = null;
    this.#current = null;
    this.#pages = 0;
    if (old && (this.#users.get(old) ?? 0) <= 0) this.#end(old);
  }

  #end(browser: RunningBrowser): void {
    this.#users.delete(browser);
    const { cookies } = this.options;
    const last = cookies && !this.#closed ? takeCookies(browser, cookies) : Promise.resolve();
    const ending = last.then(() => browser.close()).finally(() => this.#ending.delete(ending));
    this.#ending.add(ending);
  }
}
