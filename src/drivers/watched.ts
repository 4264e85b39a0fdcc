import type { Capture, CrawlListener, Driver, Glance, Tab } from '../model/index.ts';

/** Milliseconds that an event waits for a picture at most; a tab that takes longer is not looked at any more. */
const longestLook = 1000;

/**
 * A driver whose tabs can be looked at while they work: `listen` is told of each. Pictures are taken between events,
 * while the crawl judges and stores what the last one gave; where nobody looks nothing is done.
 */
export function watchedDriver(driver: Driver, listen: CrawlListener): Driver {
  const taken = new Set<number>();
  return {
    ...driver,
    tab: async () => {
      const inner = await driver.tab();
      // The lowest number that is free: tabs that only look at the start page are closed before others are opened.
      let number = 1;
      while (taken.has(number)) number++;
      taken.add(number);
      const tab = new WatchedTab(inner, () => taken.delete(number));
      if (inner.glance) listen({ kind: 'window', tab: number, look: () => tab.look() });
      return tab;
    },
  };
}

/** A tab that is looked at only when nothing else is asked of it. */
export class WatchedTab implements Tab {
  readonly #tab: Tab;
  readonly #closed: () => void;
  readonly #longest: number;
  /** Who has asked for a picture that was not taken yet. */
  #asked: PromiseWithResolvers<Glance | null> | null = null;
  #looking: Promise<void> | null = null;
  #calls = 0;
  #isShy = false;

  constructor(tab: Tab, closed: () => void = () => {}, longest = longestLook) {
    this.#tab = tab;
    this.#closed = closed;
    this.#longest = longest;
  }

  get historyGrew(): boolean {
    return this.#tab.historyGrew;
  }

  /** A small picture of what it shows as soon as it does nothing; `null` where it shows nothing. */
  look(): Promise<Glance | null> {
    if (this.#isShy) return Promise.resolve(null);
    this.#asked ??= Promise.withResolvers();
    const { promise } = this.#asked;
    if (this.#calls === 0) this.#take();
    return promise;
  }

  open(...given: Parameters<Tab['open']>): Promise<Capture> {
    return this.#alone(() => this.#tab.open(...given));
  }

  fire(...given: Parameters<Tab['fire']>): ReturnType<Tab['fire']> {
    return this.#alone(() => this.#tab.fire(...given));
  }

  back(...given: Parameters<Tab['back']>): ReturnType<Tab['back']> {
    return this.#alone(() => this.#tab.back(...given));
  }

  printsAt(paths: readonly string[]): ReturnType<Tab['printsAt']> {
    return this.#alone(() => this.#tab.printsAt(paths));
  }

  picture(paths: readonly string[]): ReturnType<Tab['picture']> {
    return this.#alone(() => this.#tab.picture(paths));
  }

  async close(): Promise<void> {
    this.#isShy = true;
    this.#asked?.resolve(null);
    this.#asked = null;
    await this.#looking;
    this.#closed();
    await this.#tab.close();
  }

  async #alone<T>(call: () => Promise<T>): Promise<T> {
    this.#calls++;
    try {
      if (this.#looking) await this.#looking;
      return await call();
    } finally {
      this.#calls--;
      if (this.#asked && this.#calls === 0) this.#take();
    }
  }

  #take(): void {
    if (this.#looking || !this.#asked) return;
    const asked = this.#asked;
    this.#asked = null;
    this.#looking = this.#glance()
      .then(asked.resolve)
      .finally(() => {
        this.#looking = null;
      });
  }

  /** A picture is worth no failure: what cannot be seen is not seen. */
  async #glance(): Promise<Glance | null> {
    const start = performance.now();
    const { promise: late, resolve } = Promise.withResolvers<null>();
    const timer = setTimeout(() => {
      this.#isShy = true;
      resolve(null);
    }, this.#longest);
    try {
      const jpeg = await Promise.race([this.#tab.glance?.() ?? null, late]);
      return jpeg && { jpeg, ms: performance.now() - start };
    } catch {
      return null;
    } finally {
      clearTimeout(timer);
    }
  }
}
