import { dueOrder, type Followed, firstVisit, kindOf } from '../frontier/revisit/index.ts';
import type { Page, PageVisits, SiteStore } from '../model/index.ts';

/** Pages that are read of the store at once. */
const piece = 5000;

/** The pages of a crawl as something that changes: those that are there, and those that are gone. */
export async function followedPages(
  site: SiteStore,
): Promise<{ readonly kept: readonly Followed[]; readonly gone: readonly Followed[] }> {
  const visits = new Map<number, PageVisits>();
  for await (const known of pieces(
    (after) => site.visits({ after, limit: piece }),
    ({ page }) => page,
  ))
    visits.set(known.page, known);
  const follow = async (status: Page['status']) => {
    const pages: Followed[] = [];
    const read = pieces(
      (after) => site.pages({ status, after, limit: piece }),
      ({ number }) => number,
    );
    for await (const page of read) {
      const seen = visits.get(page.number) ?? firstVisit(page.number, page.content?.capturedAt ?? '');
      if (page.content) pages.push({ visits: seen, kind: kindOf(page) });
    }
    return pages;
  };
  return { kept: await follow('kept'), gone: await follow('gone') };
}

/** Pages in the order of one run; those that are gone come last, the one asked for longest ago first. */
export function runOrder(
  { kept, gone }: { readonly kept: readonly Followed[]; readonly gone: readonly Followed[] },
  now: number,
  since: string | null,
): readonly number[] {
  const before = since === null ? Number.POSITIVE_INFINITY : Date.parse(since);
  const isDue = ({ visits }: Followed) => Date.parse(visits.lastSeen) < before;
  const lost = gone
    .filter(isDue)
    .toSorted((one, other) => Date.parse(one.visits.lastSeen) - Date.parse(other.visits.lastSeen));
  return [
    ...dueOrder(kept.filter(isDue), now).map(({ page }) => page),
    ...lost.map(({ visits }) => visits.page),
  ];
}

async function* pieces<T>(
  read: (after: number) => Promise<readonly T[]>,
  numberOf: (item: T) => number,
): AsyncGenerator<T> {
  for (let after = -1; ; ) {
    const some = await read(after);
    yield* some;
    const last = some.at(-1);
    if (last === undefined || some.length < piece) return;
    after = numberOf(last);
  }
}
