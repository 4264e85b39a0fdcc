import { assetsOf, assetsOfCss } from '../../dom/assets.ts';
import { withoutFragment } from '../../frontier/index.ts';
import {
  type Capture,
  type FoundFile,
  isWantedFile,
  type Resource,
  type SiteStore,
} from '../../model/index.ts';

/** Files of which it is remembered that they were dealt with; of others the store knows. */
const remembered = 50_000;

/**
 * Sees to it that the files a page uses are in the store before the page is, so that a mirror never
 * needs the site. What the browser happened to load is handed over; the rest is fetched once.
 */
export class AssetKeeper {
  readonly #site: SiteStore;
  readonly #fetch: (url: string) => Promise<Resource | null>;
  /** Addresses that were dealt with in this run, successful or not. */
  readonly #handled = new Map<string, Promise<void>>();

  constructor(site: SiteStore, fetch: (url: string) => Promise<Resource | null>) {
    this.#site = site;
    this.#fetch = fetch;
  }

  /** Files that were handed over and are not in the store yet: their pages wait for them too. */
  readonly #taken = new Set<Promise<void>>();

  /** Takes a file that a driver loaded anyway. */
  take(resource: Resource): void {
    if (this.#handled.has(resource.url)) return;
    const handled = this.#handle(resource.url, async () => resource);
    this.#taken.add(handled);
    const done = () => this.#taken.delete(handled);
    handled.then(done, done);
  }

  /** Whether files were handed over that are not in the store yet. */
  get isBusy(): boolean {
    return this.#taken.size > 0;
  }

  /** Resolves when everything a page uses was dealt with. */
  ensure(capture: Capture): Promise<void> {
    return this.ensureAll(assetsOf(capture.document));
  }

  /** Resolves when these files were dealt with. */
  async ensureAll(urls: readonly string[]): Promise<void> {
    await Promise.all([...urls.map((url) => this.#ensure(url)), ...this.#taken]);
    if (this.#handled.size > remembered) this.#handled.clear();
  }

  /** Resolves when a file that a link leads to was dealt with; `wanted` are the media types that are kept. */
  async ensureFile(
    url: string,
    { contentType, settled }: FoundFile,
    wanted: readonly string[],
  ): Promise<void> {
    const address = withoutFragment(url);
    if (settled) await this.#handled.get(address);
    else if (isWantedFile(contentType, wanted)) await this.ensureAll([address]);
  }

  #ensure(url: string): Promise<void> {
    return this.#handled.get(url) ?? this.#handle(url, () => this.#fetchMissing(url));
  }

  async #fetchMissing(url: string): Promise<Resource | null> {
    if (await this.#site.hasResource(url)) return null;
    // A file that cannot be had leaves a gap in the mirror, which the mirror reports.
    return this.#fetch(url).catch(() => null);
  }

  #handle(url: string, get: () => Promise<Resource | null>): Promise<void> {
    const handled = (async () => {
      const resource = await get();
      if (!resource) return;
      await this.#site.putResource(resource);
      if (!/^text\/css\b/i.test(resource.contentType)) return;
      const text = new TextDecoder().decode(resource.body);
      await Promise.all(assetsOfCss(text, url).map((inner) => this.#ensure(inner)));
    })();
    // A file that was handed over may have nobody who waits for it; whoever does is told.
    handled.catch(() => {});
    this.#handled.set(url, handled);
    return handled;
  }
}
