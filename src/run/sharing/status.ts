import type { PageStatus, ShareReport, SiteInfo } from '../../model/index.ts';
import { isStoreBusy, openSharedStore, openStoreAt, storeName } from '../../store/index.ts';
import { onlySite } from '../site.ts';

/** How a crawl stands. */
export interface CrawlStatus {
  readonly command: 'status';
  readonly store: string;
  readonly name: string;
  readonly createdAt: string;
  readonly finishedAt: string | null;
  readonly pages: Readonly<Record<PageStatus, number>>;
  readonly totals: SiteInfo['totals'];
  /** Whether some process writes to the store. */
  readonly busy: boolean;
  /** How the work is shared; `null` where one process does it. */
  readonly share: ShareReport | null;
  /** Pages in a second of all workers, lately. */
  readonly rate: number | null;
  /** Seconds until what waits now is done at that rate; more may be found. */
  readonly estimate: number | null;
}

/** Says how the crawl of a store stands; whoever works on it goes on. */
export async function runStatus({ store: url }: { readonly store: string }): Promise<CrawlStatus> {
  const share = /^postgres/i.test(url) ? await shareOf(url) : null;
  const store = await openStoreAt(url, { readOnly: true });
  try {
    const site = await onlySite(store, url);
    const { name, createdAt, finishedAt, totals } = await site.info();
    const pages = await site.counts();
    const alive = share?.workers.filter(({ isAlive }) => isAlive) ?? [];
    const rate = share === null ? null : alive.reduce((sum, worker) => sum + worker.rate, 0);
    const estimate = rate === null || rate <= 0 ? null : pages.queued / rate;
    const busy = await isStoreBusy(url);
    const head = { command: 'status', store: storeName(url), name, createdAt, finishedAt } as const;
    return { ...head, pages, totals, busy, share, rate, estimate };
  } finally {
    await store.close();
  }
}

async function shareOf(url: string): Promise<ShareReport | null> {
  const store = await openSharedStore(url, { readOnly: true });
  try {
    return await store.shareReport();
  } finally {
    await store.close();
  }
}
