import type { CrawlSettings } from '../config/settings.ts';
import type { DriverSeams } from '../crawl/index.ts';
import {
  browserUserAgent,
  type ChromiumDriver,
  type ChromiumSeams,
  chromiumDriver,
} from '../drivers/chromium/index.ts';
import { httpDriver } from '../drivers/http/index.ts';
import { autoDriver, EngineChoice, engineNote } from '../learn/index.ts';
import { type CrawlListener, type Driver, protocolOf, type SiteStore } from '../model/index.ts';

/** Which engine the pages of a site need, as far as is known; `null` where nobody has to choose. */
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
  /** Told of the browser once it was started. */
  readonly started: (browser: ChromiumDriver) => void;
}

/** The driver that reads pages by HTTP and opens those in the browser that need it. */
export function choosingDriver(
  settings: CrawlSettings,
  seams: DriverSeams & ChromiumSeams,
  { choice, site, trains, isShared, started }: ChoiceParts,
): Driver {
  const { permit, robotsTag, reopen, turn, cookies, hooks, sink, proxy } = seams;
  // In the browser's words, so that both get the same answers.
  const userAgent = settings.userAgent ?? browserUserAgent();
  const http = httpDriver({ ...settings, userAgent }, { permit, robotsTag, cookies, hooks, sink, proxy });
  return autoDriver({
    http,
    browser: async () => {
      const browser = await chromiumDriver(settings, seams);
      started(browser);
      return browser;
    },
    keep: async (known) => {
      if (!isShared) await site.putNote(engineNote, known);
    },
    // Where every element may be one to fire, it is not known beforehand which scripts matter.
    always: trains || isShared || settings.tags.length > 0,
    choice,
    reopen,
    turn,
  });
}
