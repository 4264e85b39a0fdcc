import { setImmediate as breathe } from 'node:timers/promises';
import { PageNotes, unlistedNotes } from '../frontier/index.ts';
import { outcomeOf } from '../model/errors.ts';
import type { Page } from '../model/page.ts';
import { pagesOf } from '../model/pages.ts';
import type { SiteStore } from '../model/store.ts';

/* What stands for numbers without a page: nothing, an error, a drop, or from here down a file by its number. */
const nowhere = -1;
const failed = -2;
const dropped = -3;
const filesFrom = -4;

/** Reads the kept pages of a site in number order, some at a time. */
export async function* keptPages(site: SiteStore): AsyncGenerator<Page> {
  yield* pagesOf(site, 'kept');
}

/** Key of the note that says which types of pages are wanted. */
export const wantNote = 'want';

/** Whether a page is of a wanted type (all are where nobody said what is wanted) and may be listed. */
export async function wantedOf(site: SiteStore): Promise<(page: Page) => boolean> {
  const want = JSON.parse((await site.note(wantNote)) ?? '[]') as readonly string[];
  const unlisted = await new PageNotes(site, unlistedNotes).below((await site.info()).nextNumber);
  return ({ number, content }) =>
    !unlisted.has(number) && (want.length === 0 || want.includes(content?.type ?? ''));
}

/** The same for one page, while more are still found. */
export async function isWanted(site: SiteStore, { number, content }: Page): Promise<boolean> {
  const want = JSON.parse((await site.note(wantNote)) ?? '[]') as readonly string[];
  if (want.length > 0 && !want.includes(content?.type ?? '')) return false;
  return (await new PageNotes(site, unlistedNotes).get(number)) === null;
}

/** Wanted pages between two pauses: an embedded store answers at once, so signals and timers would wait for the last one. */
const pauseEvery = 20;

/** Reads the kept pages that are wanted, in number order: those that are mirrored and listed. */
export async function* wantedPages(site: SiteStore): AsyncGenerator<Page> {
  const isWanted = await wantedOf(site);
  let count = 0;
  for await (const page of keptPages(site)) {
    if (!isWanted(page)) continue;
    yield page;
    if (++count % pauseEvery === 0) await breathe();
  }
}

/** Which kept page stands for a number: four bytes for each number given out. */
export class Numbering {
  readonly #kept: Int32Array;
  /** Kept page that stands for the start page, else the lowest one; `null` where there is none. */
  readonly start: number | null;
  /** How many pages are kept. */
  readonly count: number;

  private constructor(kept: Int32Array, count: number) {
    this.#kept = kept;
    this.count = count;
    const isPage = (number: number | undefined) => number !== undefined && number >= 0;
    this.start = (isPage(kept[0]) ? kept[0] : kept.find(isPage)) ?? null;
  }

  /** `which` are the pages that stand for themselves: kept ones, unless told otherwise. */
  static async read(site: SiteStore, which = keptPages): Promise<Numbering> {
    let kept = new Int32Array((await site.info()).nextNumber).fill(nowhere);
    let count = 0;
    const put = (number: number, into: number) => {
      if (number >= kept.length) {
        const longer = new Int32Array(number * 2 + 1).fill(nowhere);
        longer.set(kept);
        kept = longer;
      }
      kept[number] = into;
    };
    const merged: [number, number][] = [];
    for await (const page of pagesOf(site, 'merged')) {
      if (page.mergedInto !== null) merged.push([page.number, page.mergedInto]);
    }
    for await (const page of which(site)) {
      put(page.number, page.number);
      count++;
    }
    for await (const { number, error } of pagesOf(site, 'failed')) {
      const outcome = outcomeOf(error?.code ?? '');
      put(number, outcome === 'file' ? filesFrom - number : outcome === 'dropped' ? dropped : failed);
    }
    follow(merged, kept, put);
    return new Numbering(kept, count);
  }

  /** The kept page that a number stands for after all merges, `null` where none was kept. */
  resolve(number: number | null): number | null {
    if (number === null) return null;
    const kept = this.#kept[number];
    return kept === undefined || kept < 0 ? null : kept;
  }

  /** The number under which a file was found, where a number stands for one after all merges. */
  fileNumber(number: number | null): number | null {
    const kept = number === null ? undefined : this.#kept[number];
    return kept !== undefined && kept <= filesFrom ? filesFrom - kept : null;
  }

  /** What became of a number that was given up; `null` of all others. */
  outcome(number: number | null): 'failed' | 'file' | 'dropped' | null {
    const kept = number === null ? nowhere : (this.#kept[number] ?? nowhere);
    if (kept >= nowhere) return null;
    return kept === failed ? 'failed' : kept === dropped ? 'dropped' : 'file';
  }

  /** One more than the highest number that may be asked for. */
  get size(): number {
    return this.#kept.length;
  }
}

/** A page may be merged into one that is merged later itself: rounds go on until nothing moves. */
function follow(
  merged: readonly [number, number][],
  kept: Int32Array,
  put: (number: number, into: number) => void,
): void {
  let open = merged;
  for (;;) {
    const left = open.filter(([number, into]) => {
      const end = kept[into];
      if (end === undefined || end === nowhere) return true;
      put(number, end);
      return false;
    });
    if (left.length === 0 || left.length === open.length) return;
    open = left;
  }
}
