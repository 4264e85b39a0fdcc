import { assetsOf, assetsOfCss } from '../../dom/assets.ts';
import { mediaType } from '../../html/content-type.ts';
import type { Resource } from '../../model/capture.ts';
import type { DocumentTree } from '../../model/document.ts';
import type { SiteStore } from '../../model/store.ts';
import { decodeSheet } from '../mirror/media.ts';
import type { AssetFile } from '../mirror/sheets.ts';
import { usable } from '../mirror/shelf.ts';

/**
 * Finds the stored files that pages use, each once: those that a document names, and those that its sheets
 * name. What is remembered is one short entry for each stored file, not its content.
 */
export class StoredFiles {
  readonly #site: SiteStore;
  readonly #take: (file: Resource) => Promise<void>;
  readonly #types = new Map<string, string>();

  constructor(site: SiteStore, take: (file: Resource) => Promise<void>) {
    this.#site = site;
    this.#take = take;
  }

  /** How many files were found so far. */
  get count(): number {
    return this.#types.size;
  }

  /** Takes the files of a document that were not taken yet; all keep their addresses, stored or not. */
  async of(document: DocumentTree): Promise<ReadonlyMap<string, AssetFile>> {
    const found = new Map<string, AssetFile>();
    for (const address of assetsOf(document)) {
      await this.#gather(address);
      found.set(address, { name: address, type: this.#types.get(address) ?? '', svg: null });
    }
    return found;
  }

  /** Takes the file at an address, where it is stored and was not taken yet. */
  async at(address: string): Promise<void> {
    await this.#gather(address);
  }

  async #gather(address: string): Promise<void> {
    const open = [address];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (this.#types.has(next)) continue;
      const file = await this.#site.resource(next);
      if (file === null || !usable(file)) continue;
      const type = mediaType(file.contentType);
      this.#types.set(next, type);
      await this.#take(file);
      if (type !== 'text/css') continue;
      for (const used of assetsOfCss(decodeSheet(file.body, file.contentType), next)) open.push(used);
    }
  }
}
