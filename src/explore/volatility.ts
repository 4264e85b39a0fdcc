import { documentPrints } from '../dom/canonical.ts';
import { learnVolatile, type VolatileMask, volatileMask } from '../dom/volatile.ts';
import type { CrawlListener, DocumentTree, Driver, SiteStore, Tab, VolatileSpot } from '../model/index.ts';
import { storedDocument } from './stored.ts';

/** A day, an hour, a minute and a second: every hand of a clock has moved. */
const ahead = 90_061_000;
/** Milliseconds after which a page that never rests is looked at again, and how often. */
const [lateBy, lateLooks] = [350, 3];
/** Times that more may be learned in the course of a crawl. */
const lessons = 12;
/** Pages whose fingerprints are renewed in one transaction. */
const batch = 200;

/**
 * What changes from visit to visit though the page stays, learned by seeing pages twice: the start page
 * before the crawl, the second time with its clock ahead, and any other when it is opened anew. Kept with
 * the crawl, so that a resumed one compares in the same way.
 */
export class Volatility {
  readonly #site: SiteStore;
  readonly #listen: CrawlListener;
  #driver: Driver | null = null;
  #spots: readonly VolatileSpot[] = [];
  #mask: VolatileMask | null = null;
  #lessons = 0;

  constructor(site: SiteStore, listen: CrawlListener) {
    this.#site = site;
    this.#listen = listen;
  }

  get mask(): VolatileMask | null {
    return this.#mask;
  }

  /** Takes up what is known, or learns it from the start page. */
  async settle(driver: Driver, open: (run: (url: string) => Promise<void>) => Promise<void>): Promise<void> {
    this.#driver = driver;
    const saved = await this.#site.note('volatile');
    if (saved !== null) return this.#adopt(JSON.parse(saved) as VolatileSpot[]);
    if (!driver.fires) return;
    const tab = await driver.tab();
    try {
      await open(async (url) => {
        const first = await tab.open(url);
        const again = await tab.open(url, ahead);
        const spots = learnVolatile(first.document, again.document);
        const late = first.settled === 'budget' ? await this.#lateSpots(tab, again.document) : [];
        await this.#learned([...spots, ...late]);
      });
    } catch {
      // The crawl itself meets the same trouble, and says so.
    } finally {
      await tab.close();
    }
  }

  /**
   * A page was opened again and looks different. Where nothing but volatile parts explains that, they are
   * known from now on, and all fingerprints are renewed; gives those of the pages, by number.
   */
  async relearn(number: number, again: DocumentTree): Promise<ReadonlyMap<number, string> | null> {
    const stored = this.#lessons < lessons ? await this.#stored(number) : null;
    const spots = stored ? learnVolatile(stored, again) : [];
    if (!stored || spots.length === 0) return null;
    const all = [...this.#spots, ...spots];
    const mask = volatileMask(all);
    if (documentPrints(stored, mask).exact !== documentPrints(again, mask).exact) return null;
    this.#lessons++;
    await this.#learned(spots);
    return this.#reprint();
  }

  /** What a page that never rests shows a while later: feeds and tickers say nothing at first. */
  async #lateSpots(tab: Tab, before: DocumentTree): Promise<readonly VolatileSpot[]> {
    const spots: VolatileSpot[] = [];
    for (let look = 0; look < lateLooks; look++) {
      await new Promise((resolve) => setTimeout(resolve, lateBy));
      const outcome = await tab.fire({ id: null, xpath: '/HTML', event: 'argiope' }, new Set());
      if (outcome.kind === 'captured') spots.push(...learnVolatile(before, outcome.capture.document));
    }
    return spots;
  }

  async #learned(spots: readonly VolatileSpot[]): Promise<void> {
    this.#adopt([...this.#spots, ...spots]);
    await this.#site.putNote('volatile', JSON.stringify(this.#spots));
    for (const spot of spots) this.#listen({ kind: 'note', level: 'info', text: describe(spot) });
  }

  #adopt(spots: readonly VolatileSpot[]): void {
    this.#spots = spots;
    this.#mask = volatileMask(spots);
    this.#driver?.ignore(spots);
  }

  async #reprint(): Promise<ReadonlyMap<number, string>> {
    const prints = new Map<number, string>();
    for (let after = -1; ; ) {
      const pages = await this.#site.pages({ status: 'kept', after, limit: batch });
      const printed: { number: number; fingerprint: string }[] = [];
      for (const { number, content } of pages) {
        const document = await this.#stored(number);
        const fingerprint = document && documentPrints(document, this.#mask).exact;
        if (!fingerprint || fingerprint === content?.fingerprint) continue;
        printed.push({ number, fingerprint });
        prints.set(number, fingerprint);
      }
      if (printed.length > 0) await this.#site.commit({ printed });
      const last = pages.at(-1);
      if (!last || pages.length < batch) return prints;
      after = last.number;
    }
  }

  async #stored(number: number): Promise<DocumentTree | null> {
    const content = (await this.#site.page(number))?.content;
    return content ? storedDocument(this.#site, content) : null;
  }
}

function describe({ path, attribute, shape, kind }: VolatileSpot): string {
  const where = attribute === '' ? path : `${path}/@${attribute}`;
  if (kind === 'order') return `comes in another order from visit to visit, compared as a set: ${where}`;
  if (kind === 'content') return `shows something else from visit to visit, left out: ${where}`;
  return `changes from visit to visit, compared by its form: ${where} "${shape}"`;
}
