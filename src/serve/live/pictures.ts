/** Small pictures of what the tabs of a crawl show, taken one at a time and only as often as the crawl can afford. */
import type { CrawlEvent } from '../../model/index.ts';

type Look = Extract<CrawlEvent, { kind: 'window' }>['look'];

/** A picture of one tab. */
export interface TabPicture {
  /** Moment, in milliseconds since 1970. */
  readonly at: number;
  readonly jpeg: Uint8Array;
}

/** Share of the time that pictures may take, all tabs together; a picture took 15 ms in one call, 46 to 74 at load 20. */
const pictureShare = 0.005;
/** Milliseconds between two pictures at least. */
const leastGap = 1000;

/** Takes pictures of tabs in turn. */
export class TabPictures {
  readonly #looks = new Map<number, Look>();
  readonly #taken = new Map<number, TabPicture>();
  #readyAt = 0;
  #isTaking = false;

  /** A tab is there. */
  open(tab: number, look: Look): void {
    this.#looks.set(tab, look);
  }

  /** The latest picture of a tab. */
  of(tab: number): TabPicture | null {
    return this.#taken.get(tab) ?? null;
  }

  /** Takes a picture of the tab whose last one is oldest, where it is time for one; gives whether there is a new one. */
  async next(now = Date.now()): Promise<boolean> {
    if (this.#isTaking || now < this.#readyAt) return false;
    const age = ([tab]: readonly [number, Look]) => this.#taken.get(tab)?.at ?? 0;
    const [oldest] = [...this.#looks].sort((one, other) => age(one) - age(other));
    if (!oldest) return false;
    const [tab, look] = oldest;
    this.#isTaking = true;
    try {
      const seen = await look();
      const at = Date.now();
      this.#readyAt = at + Math.max(leastGap, (seen?.ms ?? 0) / pictureShare);
      // A tab that shows nothing has its turn again after the others.
      if (this.#looks.get(tab) !== look) return false;
      this.#taken.set(tab, { at, jpeg: seen?.jpeg ?? new Uint8Array() });
      return seen !== null;
    } finally {
      this.#isTaking = false;
    }
  }

  /** Tabs and pictures of a crawl that is over are gone. */
  clear(): void {
    this.#looks.clear();
    this.#taken.clear();
  }
}
