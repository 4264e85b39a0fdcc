import { choosePages, induce, preparePage } from '../../src/extract/index.ts';
import type { PreparedPage, Wrapper } from '../../src/extract/types.ts';
import { readSite, type SwdePage, type SwdeSite, swdeSites } from './swde.ts';

/** A site whose pages are ready. */
export interface PreparedSite {
  readonly site: SwdeSite;
  readonly pages: readonly PreparedPage[];
  /** Pages that wrappers are learned from, the first ones first. */
  readonly sample: readonly PreparedPage[];
  /** The others, on which all is scored. */
  readonly scored: readonly { readonly page: PreparedPage; readonly truth: SwdePage['truth'] }[];
}

/** Pages per site that a wrapper is learned from at most. */
export const sampleSize = 10;

/** Reads the sites one after the other; a few of each vertical where a look is enough. */
export function* preparedSites(data: string, quick: boolean): Generator<PreparedSite> {
  const seen = new Map<string, number>();
  for (const { vertical, folder } of swdeSites(data)) {
    const nth = (seen.get(vertical) ?? 0) + 1;
    seen.set(vertical, nth);
    if (quick && nth > 2) continue;
    const site = readSite(data, vertical, folder);
    const pages = site.pages.map(({ id, url, html }) => preparePage({ name: id, url, html }));
    const sample = choosePages(pages, sampleSize);
    const scored = pages.flatMap((page, at) =>
      sample.includes(page) ? [] : [{ page, truth: (site.pages[at] as SwdePage).truth }],
    );
    yield { site, pages, sample, scored };
  }
}

/** The wrapper from the first pages of a sample; `null` where none could be made. */
export function wrapperFrom({ sample }: PreparedSite, pages: number): Wrapper | null {
  const wrapper = induce(sample.slice(0, pages));
  return wrapper.fields.length > 0 ? wrapper : null;
}
