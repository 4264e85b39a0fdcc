import type { CrawlSettings, ExtractSettings, RecordSettings } from '../../config/settings.ts';
import { keptPages } from '../../derive/index.ts';
import { HookChain, loadHooks } from '../../hooks/index.ts';
import type { CrawlEvent, SiteStore } from '../../model/index.ts';
import type { CrawlControls } from '../controls.ts';
import { Extraction } from './extraction.ts';
import { type ExtractInputs, extractInputs } from './inputs.ts';
import { storedPage } from './pages.ts';
import type { ExtractSummary } from './summary.ts';

/** An extraction that goes along with a crawl: pages are taken as they are kept. */
export class LiveExtraction {
  readonly #site: SiteStore;
  readonly #extraction: Extraction;
  readonly #inputs: ExtractInputs;
  readonly #seen = new Set<number>();
  /** What is under way, one page after the other. */
  #work: Promise<void> = Promise.resolve();
  #failed: { readonly error: unknown } | null = null;

  private constructor(site: SiteStore, extraction: Extraction, inputs: ExtractInputs) {
    this.#site = site;
    this.#extraction = extraction;
    this.#inputs = inputs;
  }

  /** Begins one; what is wrong with its files is told before anything is asked. */
  static async begin(
    site: SiteStore,
    crawl: CrawlSettings & { readonly extract: RecordSettings },
    { hooks: own = [], listen = () => {}, labeller }: CrawlControls,
  ): Promise<LiveExtraction> {
    const { out, store } = crawl;
    const settings: ExtractSettings = {
      ...crawl.extract,
      out,
      store,
      pages: null,
      report: null,
      hooks: crawl.hooks,
    };
    const inputs = await extractInputs(settings, labeller);
    const hooks = new HookChain([...(await loadHooks(crawl.hooks)), ...own]);
    return new LiveExtraction(
      site,
      await Extraction.begin({ site, settings, inputs, hooks, listen, beside: true }),
      inputs,
    );
  }

  /** Takes note of what happens in the crawl. */
  hear(event: CrawlEvent): void {
    if (event.kind === 'page') this.#work = this.#work.then(() => this.#take(event.number));
  }

  async #take(number: number): Promise<void> {
    if (this.#failed !== null || this.#seen.has(number)) return;
    try {
      this.#seen.add(number);
      const page = await this.#site.page(number);
      const prepared = page === null ? null : await storedPage(this.#site, page, this.#inputs.filters);
      if (prepared !== null) await this.#extraction.add(prepared);
    } catch (error) {
      // The crawl goes on; it is told when the records are due.
      this.#failed = { error };
    }
  }

  /** Takes the pages of earlier runs too, and writes the records. */
  async finish(): Promise<ExtractSummary> {
    await this.#work;
    for await (const { number } of keptPages(this.#site)) await this.#take(number);
    if (this.#failed !== null) throw this.#failed.error;
    return this.#extraction.finish();
  }

  /** Ends what was begun, whether or not it was finished; a page in hand is waited for. */
  async close(): Promise<void> {
    this.#failed ??= { error: new Error('the extraction was ended') };
    const work = this.#work;
    await this.#extraction.close();
    await work;
  }
}
