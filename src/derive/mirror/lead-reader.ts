import type { Lead } from '../../model/page.ts';
import type { SiteStore } from '../../model/store.ts';
import { withKnownTargets } from '../known-targets.ts';

/** Pages whose leads are read at once: enough to save most questions, few enough for pages of many links. */
const atOnce = 16;
const none: readonly Lead[] = [];

/** Reads the leads of pages that are asked for in number order, those of several pages at a time. */
export class LeadReader {
  readonly #site: SiteStore;
  #bySource = new Map<number, Lead[]>();
  #end = 0;

  constructor(site: SiteStore) {
    this.#site = site;
  }

  async of(page: number): Promise<readonly Lead[]> {
    if (page >= this.#end) await this.#read(page);
    return this.#bySource.get(page) ?? none;
  }

  async #read(from: number): Promise<void> {
    this.#end = from + atOnce;
    const leads = await this.#site.leads({ from, to: this.#end });
    this.#bySource = Map.groupBy(await withKnownTargets(this.#site, leads), ({ source }) => source);
  }
}
