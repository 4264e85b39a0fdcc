import { learnVolatile } from '../dom/volatile.ts';
import type { CrawlListener, Driver, SiteStore, VolatileSpot } from '../model/index.ts';

/** A day, an hour, a minute and a second: every hand of a clock has moved. */
const ahead = 90_061_000;

/**
 * Learns what changes from visit to visit: the start page is opened twice, the second time with its clock
 * ahead. Kept with the crawl, so that a resumed one compares in the same way.
 */
export async function settleVolatility(
  site: SiteStore,
  driver: Driver,
  listen: CrawlListener,
  open: (run: (url: string) => Promise<void>) => Promise<void>,
): Promise<void> {
  const saved = await site.note('volatile');
  if (saved !== null) return driver.ignore(JSON.parse(saved) as VolatileSpot[]);
  if (!driver.fires) return;
  const tab = await driver.tab();
  try {
    await open(async (url) => {
      const spots = learnVolatile((await tab.open(url)).document, (await tab.open(url, ahead)).document);
      await site.putNote('volatile', JSON.stringify(spots));
      driver.ignore(spots);
      for (const { path, attribute, shape } of spots) {
        const where = attribute === '' ? path : `${path}/@${attribute}`;
        listen({
          kind: 'note',
          level: 'info',
          text: `changes from visit to visit, compared by its form: ${where} "${shape}"`,
        });
      }
    });
  } catch {
    // The crawl itself meets the same trouble, and says so.
  } finally {
    await tab.close();
  }
}
