import type { Page, SiteStore } from '../model/index.ts';
import { type PageQueue, waitingOf } from './queue.ts';

/** Fills the queue with what an earlier run left. */
export async function resumeQueue(site: SiteStore, queue: PageQueue): Promise<void> {
  for await (const page of pagesOf(site, 'queued')) queue.add(waitingOf(page));
}

/** Counts the pages that earlier runs kept. */
export async function countKept(site: SiteStore): Promise<{ urlPages: number; statePages: number }> {
  const counted = { urlPages: 0, statePages: 0 };
  for await (const page of pagesOf(site, 'kept'))
    counted[page.entry.kind === 'url' ? 'urlPages' : 'statePages']++;
  return counted;
}

/** Pages of a status in number order, read in pieces. */
async function* pagesOf(site: SiteStore, status: Page['status']): AsyncGenerator<Page> {
  const limit = 5000;
  for (let after = -1; ; ) {
    const pages = await site.pages({ status, after, limit });
    yield* pages;
    const last = pages.at(-1);
    if (pages.length < limit || !last) return;
    after = last.number;
  }
}
