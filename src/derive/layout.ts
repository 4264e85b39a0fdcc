import type { SiteStore } from '../model/store.ts';
import { FileNames, type NameStyle } from './names/file-names.ts';
import { Numbering, wantedPages } from './numbering.ts';

/** Pages whose links are read at once. */
const sources = 500;

/** The pages that outputs have a file for, and the names of these. */
export class FileLayout {
  /** Numbers of the pages that are wanted. */
  readonly pages: Numbering;
  /** The page that `index.html` shows; `null` where it lists all pages, because no page leads to all of them. */
  readonly index: number | null;
  readonly #names: FileNames;

  private constructor(pages: Numbering, index: number | null, names: FileNames) {
    this.pages = pages;
    this.index = index;
    this.#names = names;
  }

  /** `names`: what files are named by; as the crawl has it unless told otherwise. */
  static async read(site: SiteStore, names?: NameStyle): Promise<FileLayout> {
    const pages = await Numbering.read(site, wantedPages);
    const index = await indexOf(site, pages);
    return new FileLayout(pages, index, await FileNames.read(site, names));
  }

  /** The page that a number stands for after all merges, `null` where there is none. */
  resolve(number: number | null): number | null {
    return this.pages.resolve(number);
  }

  /** File of a page inside the mirror; with another ending, inside a folder that is laid out alike. */
  fileOf(page: number, ending = 'html'): string {
    const isIndex = page === this.index && (ending === 'html' || !this.#names.areNumbers);
    return `${isIndex ? 'index' : this.#names.of(page)}.${ending}`;
  }

  /** Way from the file of a page to the folder that names begin at: empty, or `../` for each folder between. */
  rootOf(page: number): string {
    return '../'.repeat(this.fileOf(page).split('/').length - 1);
  }

  /** Keeps the names that would not be found again in the same way. */
  async keepNames(site: SiteStore): Promise<void> {
    await this.#names.keep(site);
  }
}

/** The start page, unless pages were left out and others can be reached through those alone. */
async function indexOf(site: SiteStore, pages: Numbering): Promise<number | null> {
  if (pages.start === null) return null;
  const isWhole = (await site.count('kept')) === pages.count;
  return isWhole || (await reachedFrom(pages.start, site, pages)) === pages.count ? pages.start : null;
}

/** How many pages can be reached from one by links between them: rounds go on until none is added. */
async function reachedFrom(start: number, site: SiteStore, pages: Numbering): Promise<number> {
  const reached = new Set([start]);
  for (let before = 0; before < reached.size; ) {
    before = reached.size;
    for (let from = 0; from < pages.size; from += sources) {
      const numbers = await site.leadNumbers({ from, to: from + sources });
      for (let at = 0; at < numbers.length; at += 2) {
        const target = pages.resolve(numbers[at + 1] as number);
        if (target !== null && reached.has(numbers[at] as number)) reached.add(target);
      }
    }
  }
  return reached.size;
}
