import { resolve } from 'node:path';
import { ArgiopeError, type SiteStore, type Store } from '../../model/index.ts';
import type { IndexProgress } from '../../search/index.ts';
import { openStoreAt } from '../../store/index.ts';
import type { StorePlace } from '../controls.ts';
import { onlySite, storeAt, withPrints, withSite } from '../site.ts';
import { type AnswerOptions, answer, type SearchAnswer } from './answer.ts';
import { bringUpToDate, type Indexed, isUpToDate } from './index-pages.ts';

/** What is asked, and who is told while the index is brought up to date. */
export interface SearchOptions extends AnswerOptions {
  readonly query: string;
  readonly progress?: IndexProgress;
  /** Told of files whose text could not be read. */
  readonly unread?: (file: { readonly url: string; readonly why: string }) => void;
}

/** Answers a question about a crawl; what the index lacks is added before, unless a crawl that runs has the store. */
export async function runSearch(options: StorePlace & SearchOptions): Promise<SearchAnswer> {
  const { query, progress, unread } = options;
  const out = resolve(options.out);
  return withIndex(
    options,
    { ...(progress && { progress }), ...(unread && { unread }) },
    async (site, waiting) => {
      const found = await answer(site, out, query, options);
      return waiting === 0 ? found : { ...found, waiting };
    },
  );
}

type Watch = Pick<SearchOptions, 'progress' | 'unread'>;

/** Makes the index of a crawl anew, of one that was made before there was an index too. */
export function runReindex(place: StorePlace & Watch): Promise<Indexed> {
  return withSite(place, { readOnly: false }, async (site) => {
    await site.search.forget();
    const done = await bringUpToDate(site, resolve(place.out), place.progress);
    for (const file of done.failed) place.unread?.(file);
    return done;
  });
}

/** Has somebody read a crawl whose index is up to date; `waiting` is how many pages it lacks where it cannot be. */
export async function withIndex<T>(
  place: StorePlace,
  watch: Watch,
  read: (site: SiteStore, waiting: number) => Promise<T>,
): Promise<T> {
  const out = resolve(place.out);
  const store = await reader(place);
  try {
    const site = await onlySite(store, out);
    return await withPrints(site, async () => read(site, await missingPages(site, place, watch)));
  } finally {
    await store.close();
  }
}

/** Brings the index of a site that is read up to date; gives how many pages it lacks where that cannot be. */
export async function missingPages(site: SiteStore, place: StorePlace, watch: Watch = {}): Promise<number> {
  const out = resolve(place.out);
  if ((await isUpToDate(site, out)) || (await updated(place, out, watch))) return 0;
  return (await site.search.waiting(-1)).length;
}

/** Whether the index could be brought up to date: while a crawl runs, and where nothing may be written, it cannot. */
async function updated(place: StorePlace, out: string, { progress, unread }: Watch): Promise<boolean> {
  let store: Store;
  try {
    store = await openStoreAt(storeAt(place));
  } catch (error) {
    if (error instanceof ArgiopeError && /^STORE_/.test(error.code)) return false;
    throw error;
  }
  try {
    const done = await bringUpToDate(await onlySite(store, out), out, progress);
    for (const file of done.failed) unread?.(file);
    return true;
  } finally {
    await store.close();
  }
}

async function reader(place: StorePlace): Promise<Store> {
  try {
    return await openStoreAt(storeAt(place), { readOnly: true });
  } catch (error) {
    if (error instanceof ArgiopeError && /older format/.test(error.message))
      throw new ArgiopeError(error.code, `${error.message}, which has no index to search`, {
        advice: 'run `argiope search --reindex` once: it brings the store up to date',
        cause: error,
      });
    throw error;
  }
}
