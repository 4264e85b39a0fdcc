import { volatileMask } from '../../dom/volatile.ts';
import type { ChromiumDriver } from '../../drivers/chromium/index.ts';
import type { HttpDriver } from '../../drivers/http/index.ts';
import { sumOfCounts } from '../../drivers/protocols.ts';
import { BoundedMap } from '../../model/bounded-map.ts';
import type { VolatileSpot } from '../../model/document.ts';
import type { Driver } from '../../model/driver.ts';
import { AutoTab, type TabParts } from './tab.ts';

/** What the driver is put together from. */
export interface AutoParts extends Pick<TabParts, 'turn' | 'reopen' | 'choice' | 'always'> {
  readonly http: HttpDriver;
  /** Starts the browser; called when a page needs it, once. */
  readonly browser: () => Promise<ChromiumDriver>;
  /** Keeps what is known for the next run. */
  readonly keep: (choice: string) => Promise<void>;
}

/** Addresses for which the engine of the last visit is remembered: failed visits are repeated, start pages seen thrice. */
const recentKept = 200;

/**
 * A driver that reads pages by HTTP and opens those in the browser that need it. The browser is started for
 * the first of them: a site without scripts never has one.
 */
export function autoDriver(parts: AutoParts): Driver {
  const { http, choice } = parts;
  let spots: readonly VolatileSpot[] = [];
  let started: Promise<ChromiumDriver> | null = null;
  let running: ChromiumDriver | null = null;
  const browser = () => {
    started ??= parts.browser().then((driver) => {
      running = driver;
      driver.ignore(spots);
      return driver;
    });
    return started;
  };
  const keep = () => parts.keep(choice.save());
  const tabParts: TabParts = {
    ...parts,
    browserTab: async () => (await browser()).tab(),
    mask: () => volatileMask(spots),
    recent: new BoundedMap<string, 'http' | 'browser'>(recentKept),
    cookies: { stale: false, pull: async () => running?.pullCookies() },
    keep,
  };
  return {
    kind: 'auto',
    fires: () => true,
    tab: async () => new AutoTab(tabParts),
    counts: () => (running ? sumOfCounts(http.counts(), running.counts()) : http.counts()),
    ignore: (now) => {
      spots = now;
      http.ignore(now);
      running?.ignore(now);
    },
    fetch: http.fetch,
    close: async () => {
      await http.close();
      await (await started?.catch(() => null))?.close();
      await keep();
    },
  };
}
