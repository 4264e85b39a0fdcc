import { BoundedMap } from '../../model/bounded-map.ts';
import type { Page, PageInput, SiteStore, Transition } from '../../model/index.ts';
import { inputKey, ownInput } from './inputs.ts';

/** Pages whose inputs are kept at hand. */
const remembered = 20_000;

/**
 * Says which answers of the site a page needs: its own, and those of the way to it. A state whose instruction
 * means the same wherever in its document it is given needs the document; one that depends on the page it is
 * given on needs what that page needs.
 */
export class Needs {
  readonly #site: SiteStore;
  readonly #own = new BoundedMap<number, readonly PageInput[]>(remembered);
  readonly #documents = new Map<number, ReadonlyMap<string, Transition>>();

  constructor(site: SiteStore) {
    this.#site = site;
  }

  /** Reads the inputs of many pages in one go. */
  async prepare(pages: readonly Page[]): Promise<void> {
    const wanted = pages.filter(({ number }) => !this.#own.has(number));
    const found = await this.#site.inputs(wanted.map(({ number }) => number));
    for (const page of wanted) {
      const { entry, content, number } = page;
      const stored = found.get(number) ?? [];
      const own = entry.kind === 'url' && content ? ownInput(entry.url, content) : [];
      this.#own.set(number, stored.length > 0 ? stored : own);
    }
  }

  async of(page: Page): Promise<readonly PageInput[]> {
    const needed = new Map<string, PageInput>();
    let at: Page | null = page;
    // Entries lead to older pages; the bound is for a store that was tampered with.
    for (let left = 10_000; at !== null && left > 0; left--) {
      for (const input of await this.ownOf(at)) {
        const key = inputKey(input);
        if (!needed.has(key)) needed.set(key, input);
      }
      at = await this.#before(at);
    }
    return [...needed.values()];
  }

  /** What a page was made from in its last step. */
  async ownOf(page: Page): Promise<readonly PageInput[]> {
    if (!this.#own.has(page.number)) await this.prepare([page]);
    return this.#own.get(page.number) ?? [];
  }

  /** The page that has to be there before a page can be reached. */
  async #before({ entry, document }: Page): Promise<Page | null> {
    if (entry.kind === 'url') return null;
    const step = (await this.#steps(document)).get(`${entry.source} ${entry.ord}`);
    const source = step?.action.instruction.scope === 'page' ? entry.source : document;
    return this.#site.page(source);
  }

  async #steps(document: number): Promise<ReadonlyMap<string, Transition>> {
    const known = this.#documents.get(document);
    if (known) return known;
    this.#documents.clear();
    const steps = await this.#site.transitionsWithin(document);
    const read = new Map(steps.map((step) => [`${step.source} ${step.ord}`, step]));
    this.#documents.set(document, read);
    return read;
  }
}
