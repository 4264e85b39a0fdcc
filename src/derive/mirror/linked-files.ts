import { BoundedMap } from '../../model/bounded-map.ts';
import type { Lead } from '../../model/page.ts';
import type { SiteStore } from '../../model/store.ts';
import type { Numbering } from '../numbering.ts';
import type { AssetShelf } from './shelf.ts';

/** Linked files whose names are kept in memory. */
const remembered = 50_000;

/** Finds the saved copies of files that links lead to: a PDF, an image, data. */
export class LinkedFiles {
  readonly #site: SiteStore;
  readonly #numbering: Pick<Numbering, 'fileNumber'>;
  readonly #shelf: Pick<AssetShelf, 'gather'>;
  readonly #known = new BoundedMap<number, string | null>(remembered);

  constructor(site: SiteStore, numbering: Pick<Numbering, 'fileNumber'>, shelf: Pick<AssetShelf, 'gather'>) {
    this.#site = site;
    this.#numbering = numbering;
    this.#shelf = shelf;
  }

  /** The files that the leads of a page lead to, by the targets of these, as seen from the mirror's folder. */
  async of(leads: readonly Lead[]): Promise<ReadonlyMap<number | null, string>> {
    const found = new Map<number | null, string>();
    for (const { target } of leads) {
      const number = this.#numbering.fileNumber(target);
      const file = number === null ? null : await this.#find(number);
      if (file !== null) found.set(target, file);
    }
    return found;
  }

  async #find(number: number): Promise<string | null> {
    const known = this.#known.get(number);
    if (known !== undefined) return known;
    const entry = (await this.#site.page(number))?.entry;
    const url = entry?.kind === 'url' ? entry.url : '';
    const file = (await this.#shelf.gather([url])).get(url) ?? null;
    const place = file === null ? null : `assets/${file.name}`;
    this.#known.set(number, place);
    return place;
  }
}
