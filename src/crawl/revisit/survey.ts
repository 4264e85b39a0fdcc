import { firstVisit, seenAgain } from '../../frontier/revisit/index.ts';
import type { Page, PageInput, PageVisits, SiteStore } from '../../model/index.ts';
import { Needs } from './needs.ts';
import type { Probes, Probing } from './probes.ts';

/** A page that has to be seen, because something that it was made from is another now, or cannot be asked for. */
export interface Suspect {
  readonly page: Page;
  /** What its own step was made from, as it is now. */
  readonly inputs: readonly PageInput[];
  /** Whether an answer that it cannot do without is not there any more. */
  readonly gone: boolean;
}

/** What asking for the inputs of pages came to. */
export interface Survey {
  readonly suspects: readonly Suspect[];
  readonly same: readonly Page[];
  /** Pages of which an input could not be had just now. */
  readonly failed: readonly Page[];
  /** Pages left for another run, because the budget was spent. */
  readonly left: readonly Page[];
}

/** Asks for what pages were made from, and says which of them have to be seen. */
export class Surveyor {
  readonly #needs: Needs;
  readonly #probes: Probes;
  readonly #workers: number;

  constructor(site: SiteStore, probes: Probes, workers: number) {
    this.#needs = new Needs(site);
    this.#probes = probes;
    this.#workers = workers;
  }

  /** `mayAsk` is asked before each page, with the number of its inputs that were not asked for yet. */
  async survey(pages: readonly Page[], mayAsk: (requests: number) => boolean): Promise<Survey> {
    await this.#needs.prepare(pages);
    const survey = {
      suspects: [] as Suspect[],
      same: [] as Page[],
      failed: [] as Page[],
      left: [] as Page[],
    };
    const order = [...pages];
    const work = async () => {
      for (let page = order.shift(); page; page = order.shift()) {
        const needed = await this.#needs.of(page);
        const unasked = needed.filter((input) => !this.#probes.isAsked(input)).length;
        if (!mayAsk(unasked)) survey.left.push(page);
        else await this.#judge(page, needed, survey);
      }
    };
    await Promise.all(Array.from({ length: this.#workers }, work));
    return survey;
  }

  async #judge(
    page: Page,
    needed: readonly PageInput[],
    survey: { suspects: Suspect[]; same: Page[]; failed: Page[] },
  ): Promise<void> {
    const probings = await Promise.all(needed.map((input) => this.#probes.judge(input)));
    if (needed.length > 0 && probings.every(({ verdict }) => verdict === 'same')) {
      survey.same.push(page);
      return;
    }
    if (probings.some(({ verdict }) => verdict === 'failed')) {
      survey.failed.push(page);
      return;
    }
    const own = new Set(await this.#needs.ownOf(page));
    survey.suspects.push({
      page,
      inputs: probings.flatMap(({ renewed }, at) => (own.has(needed[at] as PageInput) ? [renewed] : [])),
      gone: probings.some((probing, at) => isLost(probing, needed[at] as PageInput, page, own)),
    });
  }
}

/** A page without its document is gone, and so is a state without the answer that it shows. */
function isLost(
  { verdict }: Probing,
  input: PageInput,
  { entry, document, number }: Page,
  own: ReadonlySet<PageInput>,
): boolean {
  if (verdict !== 'gone') return false;
  if (entry.kind === 'url') return input.kind === 'document' && input.url === entry.url.replace(/#.*/s, '');
  return input.kind === 'data' && own.has(input) && document !== number;
}

/** What is known of pages after a visit that found them as they were. */
export async function stillThere(
  site: SiteStore,
  pages: readonly Page[],
  at: string,
): Promise<readonly PageVisits[]> {
  const visited: PageVisits[] = [];
  for (const page of pages) {
    const before = await visitsOf(site, page);
    visited.push(seenAgain(before, { at, changed: false, modified: null }));
  }
  return visited;
}

/** What is known of a page's visits: at least that it was captured. */
export async function visitsOf(site: SiteStore, { number, content }: Page): Promise<PageVisits> {
  return (await site.visitsOf(number)) ?? firstVisit(number, content?.capturedAt ?? new Date().toISOString());
}
