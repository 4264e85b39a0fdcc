import type { CrawlSettings } from '../../config/settings.ts';
import { type ChromiumDriver, chromiumDriver, type GivenTab } from '../../drivers/chromium/index.ts';
import type { OriginStorage } from '../../drivers/profile.ts';
import type { RawPage } from '../../html/raw.ts';
import { ArgiopeError, type Capture } from '../../model/index.ts';
import type { SourceReader } from './reader.ts';
import type { TimeLimit } from './time-limit.ts';

/** Browsers that run at once: one took 170 to 190 MB with a small page, and what has one mostly waits for its server. */
const mostBrowsers = 6;

/** Lets only some browsers run at a time. */
export class BrowserTurns {
  #free = mostBrowsers;
  readonly #waiting: (() => void)[] = [];

  async take(): Promise<void> {
    if (this.#free > 0) this.#free--;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  give(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#free++;
    else next();
  }
}

/** What the browser of a source is started with. */
export interface BrowserParts {
  readonly settings: CrawlSettings;
  readonly reader: SourceReader;
  readonly turns: BrowserTurns;
  readonly limit: TimeLimit;
  readonly storage: readonly OriginStorage[];
}

/**
 * The browser of one source, started when it is needed. Each has its own: what one source hands its browser no other
 * can reach, and one that hangs is ended without the others.
 */
export class SourceBrowser {
  readonly #parts: BrowserParts;
  #driver: Promise<ChromiumDriver> | null = null;
  #tab: Promise<GivenTab> | null = null;
  #isClosed = false;

  constructor(parts: BrowserParts) {
    this.#parts = parts;
  }

  /** The only tab, with the cookies that plain requests have brought. */
  readonly tab = async (): Promise<GivenTab> => {
    this.#driver ??= this.#start();
    const driver = await this.#driver;
    this.#refuseClosed();
    this.#tab ??= driver.tab();
    return this.#tab;
  };

  /** What a page shows that was read already. */
  async show({ url, status, contentType, body }: RawPage): Promise<Capture> {
    const tab = await this.tab();
    await (await this.#driver)?.pushLogin();
    return tab.openGiven({ url, status, headers: [['content-type', contentType]], body });
  }

  /** Gives plain requests the cookies that the browser has by now. */
  async pullCookies(): Promise<void> {
    await (await this.#driver)?.pullCookies();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#driver?.then(
      (driver) => driver.close(),
      () => {},
    );
  }

  async #start(): Promise<ChromiumDriver> {
    const { settings, reader, turns, limit, storage } = this.#parts;
    limit.pause();
    await turns.take();
    limit.goOn();
    try {
      this.#refuseClosed();
      const { permit, fetch, cookies } = reader;
      const seams = { permit, fetch, cookies, sink: null, storage: () => storage };
      const driver = await chromiumDriver(settings, seams);
      return { ...driver, close: () => driver.close().finally(() => turns.give()) };
    } catch (error) {
      turns.give();
      throw error;
    }
  }

  #refuseClosed(): void {
    if (this.#isClosed) throw new ArgiopeError('INTERNAL', 'the browser of a source was closed');
  }
}
