import { defaultExtraction } from '../../config/index.ts';
import type { CrawlSettings, ExtractSettings, RecordSettings } from '../../config/settings.ts';
import { HookChain, loadHooks } from '../../hooks/index.ts';
import type { SiteStore } from '../../model/index.ts';
import type { CrawlControls } from '../controls.ts';
import { Extraction } from './extraction.ts';
import { extractInputs } from './inputs.ts';
import { extractionPages } from './pages.ts';
import type { KeptSettings } from './settings.ts';
import type { ExtractSummary } from './summary.ts';

/** Records that follow the pages of a crawl when these are visited again. */
export class FollowingRecords {
  readonly #site: SiteStore;
  readonly #settings: ExtractSettings;
  readonly #controls: CrawlControls;

  private constructor(site: SiteStore, settings: ExtractSettings, controls: CrawlControls) {
    this.#site = site;
    this.#settings = settings;
    this.#controls = controls;
  }

  /**
   * Those of a crawl, with the settings they were made with, or those of every crawl where only rules are kept;
   * what is wrong with the files that these name is told before anything is asked.
   */
  static async of(
    site: SiteStore,
    { out, store, hooks }: CrawlSettings,
    controls: CrawlControls,
    kept: KeptSettings | null,
  ): Promise<FollowingRecords> {
    const { left = [], ...own }: Partial<KeptSettings> = kept ?? {};
    for (const place of left)
      controls.listen?.({
        kind: 'note',
        level: 'warning',
        text: `records are not written to ${place}, because passwords are not kept: run argiope extract --records`,
      });
    const settings = { ...defaultExtraction(out, own satisfies Partial<RecordSettings>), store, hooks };
    await extractInputs(settings);
    return new FollowingRecords(site, settings, controls);
  }

  /** Makes the records anew: by the rules that are kept, which are mended where a template has changed. */
  async write(): Promise<ExtractSummary> {
    const { hooks: own = [], listen = () => {}, labeller } = this.#controls;
    const site = this.#site;
    const settings = this.#settings;
    const inputs = await extractInputs(settings, labeller);
    const hooks = new HookChain([...(await loadHooks(settings.hooks)), ...own]);
    const extraction = await Extraction.begin({ site, settings, inputs, hooks, listen });
    try {
      for await (const page of extractionPages(site, settings, inputs)) await extraction.add(page);
      return await extraction.finish();
    } finally {
      await extraction.close();
    }
  }
}
