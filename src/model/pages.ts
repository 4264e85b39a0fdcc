import type { Page } from './page.ts';
import type { SiteStore } from './store.ts';

/** Pages that are read at once: some hundred bytes each. */
const pieces = 1000;

/** Reads the pages of a status in number order, some at a time. */
export async function* pagesOf(site: SiteStore, status: Page['status']): AsyncGenerator<Page> {
  for (let after = -1; ; ) {
    const some = await site.pages({ status, after, limit: pieces });
    yield* some;
    const last = some.at(-1);
    if (last === undefined || some.length < pieces) return;
    after = last.number;
  }
}
