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

/**
 * What is known of which engine the pages of a site need; `null` where nobody has to choose. `together`: with other
 * workers.
 */
export async function engineChoice(
  site: SiteStore,
  { engine, seeds, unsafe }: CrawlSettings,
  listen: CrawlListener,
  together: boolean,
): Promise<EngineChoice | null> {
  // Boards have no links that would lead to the web.
  if (engine !== 'auto' || seeds.every((seed) => protocolOf(seed) === 'bbs')) return null;
  const tell = (text: string) => listen({ kind: 'note', level: 'detail', text });
  return new EngineChoice({ unsafe, tell, together }, await site.note(engineNote));
}

/** Keeps what is known for the next run; workers exchange it in their turns instead. */
export function keeperOf(site: SiteStore, together: boolean): ChoiceParts['keep'] {
  return together ? async () => {} : (known) => site.putNote(engineNote, known);
}

/** What choosing needs besides the seams of a driver. */
export interface ChoiceParts {
  readonly choice: EngineChoice;
  /** Keeps what is known for the next run. */
  readonly keep: (known: string) => Promise<void>;
  /** Whether the events of all pages are wanted. */
  readonly trains: boolean;
  /** Told of the browser once it was started. */
  readonly started: (browser: ChromiumDriver) => void;
}

/** The driver that reads pages by HTTP and opens those in the browser that need it. */
export function choosingDriver(
  settings: CrawlSettings,
  seams: DriverSeams & ChromiumSeams,
  { choice, keep, trains, started }: ChoiceParts,
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
    keep,
    // Where every element may be one to fire, it is not known beforehand which scripts matter.
    always: trains || settings.tags.length > 0,
    choice,
    reopen,
    turn,
  });
}
