import { defaultGatherers, defaultWorkers } from '../config/options.ts';
import type { CrawlSettings } from '../config/settings.ts';
import type { DriverSeams } from '../crawl/index.ts';
import {
  browserUserAgent,
  type ChromiumDriver,
  type ChromiumSeams,
  chromiumDriver,
} from '../drivers/chromium/index.ts';
import { httpDriver } from '../drivers/http/index.ts';
import { autoDriver, EngineChoice, engineNote, type ReadingSieve } from '../learn/index.ts';
import {
  type CrawlListener,
  type Driver,
  type DriverCounts,
  protocolOf,
  type SiteStore,
} from '../model/index.ts';

/** What is known of which engine the pages of a site need; `null` where nobody has to choose. */
export async function engineChoice(
  site: SiteStore,
  { engine, seeds, unsafe }: CrawlSettings,
  listen: CrawlListener,
): Promise<EngineChoice | null> {
  // Boards have no links that would lead to the web.
  if (engine !== 'auto' || seeds.every((seed) => protocolOf(seed) === 'bbs')) return null;
  const tell = (text: string) => listen({ kind: 'note', level: 'detail', text });
  return new EngineChoice({ unsafe, tell }, await site.note(engineNote));
}

/** What choosing needs besides the seams of a driver. */
export interface ChoiceParts {
  readonly choice: EngineChoice;
  readonly site: SiteStore;
  /** Whether the events of all pages are wanted. */
  readonly trains: boolean;
  /**
   * Whether other workers share the crawl. A page that was only read has to be opened again where its type turns out to
   * need the browser, whoever has read it and whatever became of that worker. Workers that learned types together lost
   * pages so where one was killed (3 of 6 crawls); each opens every page that has scripts instead.
   */
  readonly isShared: boolean;
  /** The browser, which outlives a driver that hands over to those who read. */
  readonly browser: KeptBrowser;
  readonly sieve: ReadingSieve | null;
}

/**
 * A browser that is started for the first page that needs it, and goes on while tabs and those who read take turns: its
 * seams are those of whoever has it.
 */
export class KeptBrowser {
  #driver: Promise<ChromiumDriver> | null = null;
  #seams: (DriverSeams & ChromiumSeams) | null = null;
  readonly #isNeeded: () => boolean;
  #running: ChromiumDriver | null = null;

  /** `isNeeded`: whether somebody will have it after the driver that has it now. */
  constructor(isNeeded: () => boolean) {
    this.#isNeeded = isNeeded;
  }

  /** The browser once it was started. */
  get running(): ChromiumDriver | null {
    return this.#running;
  }

  /** The browser for a driver, with its seams. */
  async start(settings: CrawlSettings, seams: DriverSeams & ChromiumSeams): Promise<ChromiumDriver> {
    this.#seams = seams;
    const now = () => this.#seams as DriverSeams & ChromiumSeams;
    this.#driver ??= chromiumDriver(settings, {
      ...seams,
      permit: (url) => now().permit(url),
      sink: (file) => now().sink?.(file),
      robotsTag: (url, header) => now().robotsTag(url, header),
    });
    const running = await this.#driver;
    this.#running = running;
    const before = running.counts();
    return {
      ...running,
      counts: () => since(before, running.counts()),
      close: async () => {
        if (!this.#isNeeded()) await this.close();
      },
    };
  }

  async close(): Promise<void> {
    const driver = await this.#driver?.catch(() => null);
    this.#driver = null;
    this.#running = null;
    await driver?.close();
  }
}

function since(before: DriverCounts, now: DriverCounts): DriverCounts {
  return {
    requests: now.requests - before.requests,
    requestsFromCache: now.requestsFromCache - before.requestsFromCache,
    bytes: now.bytes - before.bytes,
  };
}

/**
 * Whether pages that need no browser are gathered in a crawl that chooses its engine: where nobody wants their events or
 * types, what changes from visit to visit is left out of nothing, and the order is our own.
 */
export function isSieved(
  { engine, seeds, model, samples, dedupe, strategy, tags, links }: CrawlSettings,
  { trains, isShared }: Pick<ChoiceParts, 'trains' | 'isShared'>,
): boolean {
  if (engine !== 'auto' || trains || isShared || model !== null || samples.length > 0 || tags.length > 0)
    return false;
  const isPlain = dedupe === 'double' && strategy === 'nearest' && links !== 'all';
  return isPlain && seeds.every((seed) => protocolOf(seed) === 'web');
}

/** How pages are gathered in a crawl that chooses its engine: in the browser's words, and as many at once as by HTTP. */
export function gatherSettings(settings: CrawlSettings): CrawlSettings {
  const workers = settings.workers === defaultWorkers ? defaultGatherers : settings.workers;
  return { ...settings, workers, userAgent: settings.userAgent ?? browserUserAgent() };
}

/** The driver that reads pages by HTTP and opens those in the browser that need it. */
export function choosingDriver(
  settings: CrawlSettings,
  seams: DriverSeams & ChromiumSeams,
  { choice, site, trains, isShared, browser, sieve }: ChoiceParts,
): Driver {
  const { permit, robotsTag, reopen, turn, cookies, hooks, sink, proxy } = seams;
  // In the browser's words, so that both get the same answers.
  const userAgent = settings.userAgent ?? browserUserAgent();
  const http = httpDriver({ ...settings, userAgent }, { permit, robotsTag, cookies, hooks, sink, proxy });
  return autoDriver({
    http,
    browser: () => browser.start(settings, seams),
    keep: async (known) => {
      if (!isShared) await site.putNote(engineNote, known);
    },
    // Where every element may be one to fire, it is not known beforehand which scripts matter.
    always: trains || isShared || settings.tags.length > 0,
    choice,
    sieve,
    reopen,
    turn,
  });
}
