import { documentPrints } from '../../dom/canonical.ts';
import { learnVolatile, meetsMask, type VolatileMask, volatileMask } from '../../dom/volatile.ts';
import { readDocument } from '../../html/stored.ts';
import type {
  Capture,
  CrawlListener,
  DocumentTree,
  Driver,
  SiteStore,
  Tab,
  VolatileSpot,
} from '../../model/index.ts';
import { tuning } from '../tuning.ts';

const { lateBy, lateLooks, moreVisits, lessons } = tuning;

/** A day, an hour, a minute and a second: every hand of a clock has moved. */
const ahead = 90_061_000;
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
  readonly #renewed: () => void;
  #driver: Driver | null = null;
  #spots: readonly VolatileSpot[] = [];
  #mask: VolatileMask | null = null;
  #lessons = 0;
  #saved: string | null = null;
  /** What start pages showed before the crawl, by address, until the crawl itself has opened them. */
  readonly #starts = new Map<string, readonly DocumentTree[]>();

  /** `renewed` is told when fingerprints of kept pages are others from now on. */
  constructor(site: SiteStore, listen: CrawlListener, renewed: () => void = () => {}) {
    this.#site = site;
    this.#renewed = renewed;
    this.#listen = listen;
  }

  /** What is known, as it is kept; `null` where nothing was looked at. */
  get saved(): string | null {
    return this.#saved;
  }

  get mask(): VolatileMask | null {
    return this.#mask;
  }

  /**
   * Takes up what is known, or learns it from the start pages on which events can be fired; `turn` waits until
   * one may be asked, and says whether it may.
   */
  async settle(
    driver: Driver,
    starts: readonly string[],
    turn: (url: string) => Promise<boolean>,
  ): Promise<void> {
    this.#driver = driver;
    const saved = await this.#site.note('volatile');
    this.#saved = saved;
    if (saved !== null) return this.#adopt(JSON.parse(saved) as VolatileSpot[]);
    for (const url of starts.filter((start) => driver.fires(start))) {
      const tab = await driver.tab();
      try {
        if (await turn(url)) await this.#learnStart(url, tab, () => turn(url));
      } catch {
        // The crawl itself meets the same trouble, and says so.
      } finally {
        await tab.close();
      }
    }
  }

  async #learnStart(url: string, tab: Tab, turn: () => Promise<unknown>): Promise<void> {
    const first = await tab.open(url);
    await turn();
    const again = await tab.open(url, ahead);
    const seen = [first.document, again.document];
    // What comes by chance may come twice in a row.
    for (let visit = 0; visit < moreVisits && learnAll(seen).length > 0; visit++) {
      await turn();
      seen.push((await tab.open(url)).document);
    }
    if (first.settled === 'budget') seen.push(...(await this.#lateLooks(tab)));
    this.#starts.set(url, seen);
    await this.#learned(learnAll(seen));
  }

  /**
   * The crawl itself has opened an address: if it is the one that was looked at before, that is one more
   * visit to learn from. Gives the capture as it is with what is known now.
   */
  async meet(url: string, capture: Capture): Promise<Capture> {
    const seen = this.#starts.get(url);
    if (seen === undefined) return capture;
    this.#starts.delete(url);
    const spots = learnAll([...seen, capture.document], seen.length);
    if (spots.length === 0) return capture;
    await this.#learned(spots);
    const { exact, form } = documentPrints(capture.document, this.#mask);
    return { ...capture, fingerprint: exact, form };
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
    return this.#reprint(volatileMask(spots));
  }

  /** Whether nothing but parts that may well be volatile tell a page from how it was kept. */
  async mayExplain(number: number, again: DocumentTree): Promise<boolean> {
    const stored = await this.#stored(number);
    const spots = stored ? learnVolatile(stored, again) : [];
    if (!stored || spots.length === 0) return false;
    const mask = volatileMask([...this.#spots, ...spots]);
    return documentPrints(stored, mask).exact === documentPrints(again, mask).exact;
  }

  /** What a page that never rests shows a while later: feeds and tickers say nothing at first. */
  async #lateLooks(tab: Tab): Promise<readonly DocumentTree[]> {
    const seen: DocumentTree[] = [];
    for (let look = 0; look < lateLooks; look++) {
      await new Promise((resolve) => setTimeout(resolve, lateBy));
      const outcome = await tab.fire({ id: null, xpath: '/HTML', event: 'argiope' }, new Set());
      if (outcome.kind === 'captured') seen.push(outcome.capture.document);
    }
    return seen;
  }

  async #learned(spots: readonly VolatileSpot[]): Promise<void> {
    const known = new Set(this.#spots.map((spot) => JSON.stringify(spot)));
    const fresh = spots.filter((spot) => known.size < known.add(JSON.stringify(spot)).size);
    this.#adopt([...this.#spots, ...fresh]);
    this.#saved = JSON.stringify(this.#spots);
    await this.#site.putNote('volatile', this.#saved);
    for (const spot of fresh) this.#listen({ kind: 'note', level: 'info', text: describe(spot) });
  }

  #adopt(spots: readonly VolatileSpot[]): void {
    this.#spots = spots;
    this.#mask = volatileMask(spots);
    this.#driver?.ignore(spots);
  }

  /** Renews the fingerprints of pages that have something of what was just learned: of a site, few do. */
  async #reprint(learned: VolatileMask | null): Promise<ReadonlyMap<number, string>> {
    const prints = new Map<number, string>();
    for (let after = -1; ; ) {
      const pages = await this.#site.pages({ status: 'kept', after, limit: batch });
      const printed: { number: number; fingerprint: string }[] = [];
      for (const { number, content } of pages) {
        const document = content && (await readDocument(this.#site, content));
        if (!document || !meetsMask(document, learned)) continue;
        const fingerprint = documentPrints(document, this.#mask).exact;
        if (fingerprint === content.fingerprint) continue;
        printed.push({ number, fingerprint });
        prints.set(number, fingerprint);
      }
      this.#renewed();
      if (printed.length > 0) await this.#site.commit({ printed });
      const last = pages.at(-1);
      if (!last || pages.length < batch) return prints;
      after = last.number;
    }
  }

  async #stored(number: number): Promise<DocumentTree | null> {
    const content = (await this.#site.page(number))?.content;
    return content ? readDocument(this.#site, content) : null;
  }
}

/** What documents of one address teach, each with those before it, from one of them on. */
function learnAll(seen: readonly DocumentTree[], from = 1): VolatileSpot[] {
  return seen.flatMap((document, at) =>
    at < from ? [] : seen.slice(0, at).flatMap((before) => learnVolatile(before, document)),
  );
}

function describe({ path, attribute, shape, kind }: VolatileSpot): string {
  const where = attribute === '' ? path : `${path}/@${attribute}`;
  if (kind === 'order') return `comes in another order from visit to visit, compared as a set: ${where}`;
  if (kind === 'content') return `shows something else from visit to visit, left out: ${where}`;
  return `changes from visit to visit, compared by its form: ${where} "${shape}"`;
}
