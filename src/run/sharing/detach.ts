import type { CrawlSettings } from '../../config/settings.ts';
import { fileAddresses } from '../../crawl/gather/index.ts';
import { normalizeUrl } from '../../frontier/index.ts';
import { eraseStore, openSharedStore, storeName } from '../../store/index.ts';
import { siteFor, withPrints } from '../site.ts';
import { filedSettings, refuseUnshared } from './filed.ts';

/** A crawl that was filed for workers. */
export interface DetachSummary {
  readonly command: 'crawl';
  readonly detached: true;
  /** Addresses that were new. */
  readonly filed: number;
  /** Addresses that wait. */
  readonly waiting: number;
  readonly hosts: number;
  /** The store, without a password. */
  readonly store: string;
}

/** Files a crawl for workers: its seeds wait in the store, and its settings are there. */
export async function runDetach(settings: CrawlSettings): Promise<DetachSummary> {
  refuseUnshared(settings);
  if (settings.fresh) await eraseStore(settings.store);
  const store = await openSharedStore(settings.store);
  try {
    const site = await siteFor(store, settings);
    const seeds = settings.seeds.map((url) => normalizeUrl(url) ?? url);
    const filed = await withPrints(site, () => fileAddresses(site, settings, seeds));
    const { name } = await site.info();
    await store.share(name, filedSettings(settings), settings.engine === 'http' ? 'hosts' : 'documents');
    return {
      command: 'crawl',
      detached: true,
      filed,
      waiting: await site.count('queued'),
      hosts: (await site.hostsWaiting()).length,
      store: storeName(settings.store),
    };
  } finally {
    await store.close();
  }
}
