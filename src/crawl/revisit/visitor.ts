import type { Driver, Page } from '../../model/index.ts';
import type { Shared } from '../loop/shared.ts';
import { DocumentVisit } from './document-visit.ts';
import type { Findings } from './findings.ts';
import type { Suspect } from './survey.ts';

/** What revisits need of a crawl. */
export type RevisitParts = Pick<
  Shared,
  | 'site'
  | 'atlas'
  | 'gate'
  | 'recorder'
  | 'sameness'
  | 'states'
  | 'totals'
  | 'volatility'
  | 'listen'
  | 'exclusive'
  | 'turn'
  | 'rest'
  | 'fetchAssets'
  | 'admit'
>;

/** Sees pages that may have changed: each document in one tab, several documents at once. */
export async function seeSuspects(
  parts: RevisitParts,
  driver: Driver,
  suspects: readonly Suspect[],
  findings: Findings,
  options: { readonly workers: number; readonly stopped: () => boolean },
): Promise<void> {
  const documents = [...Map.groupBy(suspects, ({ page }) => page.document)];
  const work = async () => {
    const tab = await driver.tab();
    try {
      for (let next = documents.shift(); next; next = documents.shift()) {
        const [number, members] = next;
        const root = await parts.site.page(number);
        if (options.stopped() || root?.entry.kind !== 'url') {
          for (const { page } of members) findings.leave(page);
          continue;
        }
        const ordered = members.toSorted((one, other) => order(one.page, other.page));
        await new DocumentVisit(parts, tab, findings, root, root.entry.url).see(ordered, options.stopped);
      }
    } finally {
      await tab.close();
    }
  };
  await Promise.all(Array.from({ length: Math.min(options.workers, documents.length) }, work));
}

/** What others are reached through comes before them. */
function order(one: Page, other: Page): number {
  return one.depth - other.depth || one.number - other.number;
}
