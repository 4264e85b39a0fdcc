import { assetsOf, assetsOfCss } from '../../dom/assets.ts';
import { withoutFragment } from '../../frontier/index.ts';
import { BoundedMap } from '../../model/bounded-map.ts';
import {
  type Capture,
  type FoundFile,
  isWantedFile,
  type Resource,
  type SiteStore,
} from '../../model/index.ts';

/** Files of which it is remembered that they were dealt with; of others the store knows. */
const remembered = 50_000;

/** What one page may bring along. */
export const assetLimits = {
  /** Sheets that name sheets: a chain without end held up a whole crawl; real ones are three or four deep. */
  depth: 32,
  /** Files in all; the most that was met are 1,900 pictures of one page. */
  files: 10_000,
} as const;

/** A file that was asked for, stored by now unless it is a style sheet. */
interface Asked {
  /** Files that it names. */
  readonly names: readonly string[];
  /** The sheet, until it is stored. */
  sheet: Resource | null;
  stored?: Promise<void>;
}

/**
 * Sees to it that the files a page uses are in the store before the page is, so that a mirror never
 * needs the site. What the browser happened to load is handed over; the rest is fetched once.
 */
export class AssetKeeper {
  readonly #site: SiteStore;
  readonly #fetch: (url: string) => Promise<Resource | null>;
  readonly #tell: (text: string) => void;
  /** Addresses that were asked for in this run, successful or not. */
  readonly #asked = new BoundedMap<string, Promise<Asked>>(remembered);

  /** `tell`: what is left out. */
  constructor(
    site: SiteStore,
    fetch: (url: string) => Promise<Resource | null>,
    tell: (text: string) => void = () => {},
  ) {
    this.#site = site;
    this.#fetch = fetch;
    this.#tell = tell;
  }

  /**
   * Files that were handed over and are not in the store yet: their pages wait for them too. What sheets among them
   * name is waited for by pages that name these sheets: others are no business of a page.
   */
  readonly #taken = new Set<Promise<unknown>>();

  /** Takes a file that a driver loaded anyway. */
  take(resource: Resource): void {
    if (this.#asked.has(resource.url)) return;
    const kept = this.#keep(resource.url, async () => resource);
    this.#asked.set(resource.url, kept);
    this.#taken.add(kept);
    const done = () => void this.#taken.delete(kept);
    kept.then(done, done);
    this.#closure([resource.url]).catch(() => {});
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
    await Promise.all([this.#closure(urls), ...this.#taken]);
  }

  /** Resolves when a file that a link leads to was dealt with; `wanted` are the media types that are kept. */
  async ensureFile(
    url: string,
    { contentType, settled }: FoundFile,
    wanted: readonly string[],
  ): Promise<void> {
    const address = withoutFragment(url);
    if (settled) await this.#asked.get(address);
    else if (isWantedFile(contentType, wanted)) await this.ensureAll([address]);
  }

  /**
   * Files with all that style sheets among them name. A sheet is stored behind what it names: where one is in the
   * store, the rest is too, also after a crawl that was cut off in between. Nobody waits for the files of a whole
   * sheet but here, since sheets may name each other.
   */
  async #closure(urls: readonly string[]): Promise<void> {
    const seen = new Set<string>();
    const sheets: Asked[] = [];
    let isCut = false;
    const visit = async (url: string, depth: number): Promise<void> => {
      if (seen.has(url)) return;
      if (seen.size >= assetLimits.files || depth > assetLimits.depth) {
        isCut = true;
        return;
      }
      seen.add(url);
      const asked = await this.#ask(url);
      if (asked.sheet) sheets.push(asked);
      await Promise.all(asked.names.map((name) => visit(name, depth + 1)));
    };
    await Promise.all(urls.map((url) => visit(url, 0)));
    if (isCut) this.#cut(urls[0] ?? '');
    for (const asked of sheets.reverse()) {
      if (asked.sheet) asked.stored ??= this.#site.putResource(asked.sheet);
      await asked.stored;
      asked.sheet = null;
    }
  }

  readonly #told = new Set<string>();

  /** Says once for each host that files are missing. */
  #cut(url: string): void {
    const host = URL.parse(url)?.host ?? '';
    if (this.#told.has(host)) return;
    this.#told.add(host);
    const { files, depth } = assetLimits;
    this.#tell(
      `${host}: a page uses more than ${files} files, or style sheets more than ${depth} deep; the rest is left out`,
    );
  }

  #ask(url: string): Promise<Asked> {
    let asked = this.#asked.get(url);
    if (asked === undefined) {
      asked = this.#keep(url, () => this.#fetchMissing(url));
      this.#asked.set(url, asked);
    }
    return asked;
  }

  async #fetchMissing(url: string): Promise<Resource | null> {
    if (await this.#site.hasResource(url)) return null;
    // A file that cannot be had leaves a gap in the mirror, which the mirror reports.
    return this.#fetch(url).catch(() => null);
  }

  #keep(url: string, get: () => Promise<Resource | null>): Promise<Asked> {
    const asked = (async (): Promise<Asked> => {
      const resource = await get();
      if (!resource) return { names: [], sheet: null };
      if (/^text\/css\b/i.test(resource.contentType)) {
        const text = new TextDecoder().decode(resource.body);
        return { names: assetsOfCss(text, url), sheet: resource };
      }
      await this.#site.putResource(resource);
      return { names: [], sheet: null };
    })();
    // A file that was handed over may have nobody who waits for it; whoever does is told.
    asked.catch(() => {});
    return asked;
  }
}
