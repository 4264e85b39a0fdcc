import { rtdmWithin } from '../../src/dom/rtdm.ts';
import {
  ArgiopeError,
  type Candidate,
  type Capture,
  type DocumentTree,
  type Driver,
  type FireOrder,
  type Tab,
} from '../../src/model/index.ts';
import { documentTree } from '../document-tree.ts';
import { Curve, type CurvePoint } from './curve.ts';

/**
 * The generic crawl that the valid-pages paper compares with ("Full Auto Scan", optimised as in its §4):
 * every event of every anchor is fired on every queued page, in breadth, with a return to the page before
 * each. A page is queued if it is new and passes the experiment's rule.
 */
export interface GenericOptions {
  readonly start: string;
  /** First firings and openings of links at most. */
  readonly mostEvents: number;
  /** `same-address`: new pages under the address of the page before. `valid`: new pages of a wanted type. */
  readonly queue: 'same-address' | 'valid';
  /** Key of the valid page that a document shows, `null` for others. */
  readonly keyOf: (document: DocumentTree) => string | null;
}

/** What a generic crawl came to. */
export interface GenericRun {
  /** First firings of anchors, links included: what the paper counts. */
  readonly events: number;
  /** Firings on the way back to a page. */
  readonly replayed: number;
  /** Times that the way back began with a load. */
  readonly resets: number;
  /** Pages on which all anchors were fired. */
  readonly visited: number;
  /** Keys of the valid pages, as found. */
  readonly valid: readonly string[];
  readonly curve: readonly CurvePoint[];
  /** Whether nothing was left to fire. */
  readonly finished: boolean;
}

/** Share of RTDM with text up to which a page counts as unchanged (§2.3 of the paper). */
export const slightShare = 0.02;

/** Crawls from a page until nothing is left to fire, or until the events are spent. */
export async function genericCrawl(driver: Driver, options: GenericOptions): Promise<GenericRun> {
  const crawl = new GenericCrawl(options, await driver.tab(), await driver.tab());
  try {
    return await crawl.run();
  } finally {
    await crawl.close();
  }
}

/** How a page is reached. */
interface Way {
  readonly address: string;
  readonly orders: readonly FireOrder[];
}

/** What the opening of an address showed. */
interface Opened {
  readonly fingerprint: string;
  readonly shown: string;
  readonly key: string | null;
}

class GenericCrawl {
  readonly #options: GenericOptions;
  /** Stands on the page whose anchors are fired. */
  readonly #tab: Tab;
  /** Opens what links lead to, so that the other keeps its place. */
  readonly #aside: Tab;
  readonly #queue: Way[] = [];
  readonly #seen = new Set<string>();
  readonly #valid: string[] = [];
  readonly #curve = new Curve();
  /** An address shows what it showed: opening it again is an event, but nothing to wait for. */
  readonly #opened = new Map<string, Opened | null>();
  #events = 0;
  #replayed = 0;
  #resets = 0;
  #visited = 0;

  constructor(options: GenericOptions, tab: Tab, aside: Tab) {
    this.#options = options;
    this.#tab = tab;
    this.#aside = aside;
  }

  async run(): Promise<GenericRun> {
    const start = { address: this.#options.start, orders: [] };
    const first = await this.#reach(start);
    this.#note(first.fingerprint, this.#options.keyOf(first.document), start);
    for (let way = this.#queue.shift(); way && !this.#spent; way = this.#queue.shift())
      await this.#visit(way);
    return {
      events: this.#events,
      replayed: this.#replayed,
      resets: this.#resets,
      visited: this.#visited,
      valid: this.#valid,
      curve: this.#curve.points,
      finished: !this.#spent,
    };
  }

  async close(): Promise<void> {
    await this.#tab.close();
    await this.#aside.close();
  }

  get #spent(): boolean {
    return this.#events >= this.#options.mostEvents;
  }

  /** Fires every anchor of a page. */
  async #visit(way: Way): Promise<void> {
    const page = await this.#reach(way);
    this.#visited += 1;
    let stands = true;
    for (const anchor of anchorsOf(page)) {
      if (this.#spent) return;
      this.#events += 1;
      if (isLink(anchor)) await this.#follow(anchor.href, page);
      else {
        if (!stands) await this.#reach(way);
        stands = await this.#fire(anchor, page, way);
      }
    }
  }

  /** Loads the address of a page and fires the events that lead to it. */
  async #reach({ address, orders }: Way): Promise<Capture> {
    this.#resets += 1;
    let capture = await this.#tab.open(address);
    for (const order of orders) {
      this.#replayed += 1;
      const outcome = await this.#tab.fire(order, new Set());
      if (outcome.kind === 'captured') capture = outcome.capture;
    }
    return capture;
  }

  /** Fires an anchor; whether the tab still stands on the page. */
  async #fire({ id, xpath, event }: Candidate, page: Capture, way: Way): Promise<boolean> {
    const order = { id, xpath, event };
    try {
      const outcome = await this.#tab.fire(order, new Set([page.fingerprint]));
      if (outcome.kind === 'lost') return false;
      const { wanted } = outcome.kind === 'known' ? outcome : outcome.capture;
      for (const address of wanted) await this.#follow(address, page);
      if (outcome.kind === 'known') return outcome.fingerprint === page.fingerprint;
      this.#changed(outcome.capture, page, { ...way, orders: [...way.orders, order] });
      return false;
    } catch (error) {
      if (error instanceof ArgiopeError && error.consequence !== 'stop') return false;
      throw error;
    }
  }

  #changed(capture: Capture, page: Capture, way: Way): void {
    if (this.#seen.has(capture.fingerprint) || !hasChanged(page.document, capture.document)) return;
    const key = this.#options.keyOf(capture.document);
    if (this.#passes(key, capture.document.url, page)) this.#note(capture.fingerprint, key, way);
  }

  async #follow(address: string, page: Capture): Promise<void> {
    const opened = this.#opened.has(address) ? this.#opened.get(address) : await this.#look(address);
    if (!opened || this.#seen.has(opened.fingerprint)) return;
    if (this.#passes(opened.key, opened.shown, page)) {
      this.#note(opened.fingerprint, opened.key, { address, orders: [] });
    }
  }

  async #look(address: string): Promise<Opened | null> {
    const opened = await this.#aside.open(address).then(
      ({ fingerprint, document }) => ({
        fingerprint,
        shown: document.url,
        key: this.#options.keyOf(document),
      }),
      (error: unknown) => {
        if (error instanceof ArgiopeError && error.consequence !== 'stop') return null;
        throw error;
      },
    );
    this.#opened.set(address, opened);
    return opened;
  }

  #passes(key: string | null, address: string, page: Capture): boolean {
    return this.#options.queue === 'valid' ? key !== null : address === page.document.url;
  }

  /** A new page that is queued. */
  #note(fingerprint: string, key: string | null, way: Way): void {
    this.#seen.add(fingerprint);
    this.#queue.push(way);
    if (key === null || this.#valid.includes(key)) return;
    this.#valid.push(key);
    this.#curve.add(this.#events, this.#valid.length);
  }
}

/** Whether a page has become another one, by the paper's measure: RTDM with text, above a threshold. */
export function hasChanged(before: DocumentTree, after: DocumentTree): boolean {
  const [one, other] = [documentTree(before), documentTree(after)];
  const most = slightShare * ((one.sizes[0] ?? 0) + (other.sizes[0] ?? 0));
  return rtdmWithin(one, other, most) > most;
}

/** Every anchor of a page once. */
export function anchorsOf({ candidates }: Capture): readonly Candidate[] {
  const anchors = candidates.filter(({ tag, event }) => tag === 'a' && event === 'click');
  return [...new Map(anchors.map((anchor) => [anchor.xpath, anchor])).values()];
}

function isLink(anchor: Candidate): anchor is Candidate & { readonly href: string } {
  return anchor.href !== undefined && anchor.handler === undefined && anchor.call === undefined;
}
