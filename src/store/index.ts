import { existsSync } from 'node:fs';
import { ArgiopeError } from '../model/errors.ts';
import type { Store } from '../model/store.ts';
import { missingFolders, removeEmpty } from './folder.ts';
import type { Swept } from './postgres/blob-place.ts';
import type { JoinedCrawl, PostgresStore } from './postgres/store.ts';
import { eraseSqlite } from './sqlite/erase.ts';
import { isLocked } from './sqlite/lock.ts';
import { openSqlite } from './sqlite/store.ts';
import { parseStoreUrl, type StoreAddress } from './url.ts';

export { makeFolder } from './folder.ts';
export { mayPass } from './postgres/passing.ts';
export { storeName } from './url.ts';

/** What speaks to PostgreSQL is loaded where a store is there. */
const postgres = () => import('./postgres/store.ts');

/** Opens the store that an address names; a writer keeps every other writer out until it closes. */
export async function openStoreAt(
  url: string,
  options: { readonly readOnly?: boolean } = {},
): Promise<Store> {
  const address = parseStoreUrl(url);
  return address.kind === 'sqlite'
    ? openSqlite(address.file, options)
    : (await postgres()).openPostgres(address, options);
}

/** Opens a store that workers share, or can: alone where `readOnly` is not given. */
export async function openSharedStore(
  url: string,
  options: { readonly readOnly?: boolean } = {},
): Promise<PostgresStore> {
  const address = parseStoreUrl(url);
  if (address.kind === 'sqlite') throw notShared();
  return (await postgres()).openPostgres(address, options);
}

/** Joins the crawl of a store as one of its workers; `null` where none was filed, or nothing of it is left (`onlyOpen`). */
export async function joinStoreAt(
  url: string,
  leaseSeconds: number,
  onlyOpen: boolean,
): Promise<JoinedCrawl | null> {
  const address = parseStoreUrl(url);
  if (address.kind === 'sqlite') throw notShared();
  return (await postgres()).joinPostgres(address, { leaseSeconds, onlyOpen });
}

function notShared(): ArgiopeError {
  return new ArgiopeError('CONFIG', 'a SQLite file is for one process: workers share a crawl in PostgreSQL', {
    advice: 'give --store postgres://USER:PASSWORD@HOST/DATABASE; see docs/scaling.md',
  });
}

/** Whether some process writes to a store. */
export async function isStoreBusy(url: string): Promise<boolean> {
  const address = parseStoreUrl(url);
  return address.kind === 'sqlite' ? isLocked(address.file) : (await postgres()).isPostgresBusy(address);
}

/** Removes a store with all that belongs to it, for `--fresh`; refuses one in use and what is no store. */
export async function eraseStore(url: string): Promise<void> {
  const address = parseStoreUrl(url);
  if (address.kind === 'sqlite') eraseSqlite(address.file);
  else await (await postgres()).erasePostgres(address);
}

/** Removes blobs from the bucket of a store that no page names; `null` where it has no bucket. */
export async function sweepBlobs(url: string): Promise<Swept | null> {
  const address = parseStoreUrl(url);
  return address.kind === 'sqlite' ? null : (await postgres()).sweepPostgres(address);
}

/** What is to be undone where a crawl comes to nothing: a store that was not there before, and its folders. */
export async function storeToUndo(url: string, out: string): Promise<{ undo(): Promise<void> }> {
  const address = parseStoreUrl(url);
  const isNew = !(await isThere(address));
  const folders = missingFolders(out);
  return {
    undo: async () => {
      try {
        if (isNew && address.kind === 'sqlite') eraseSqlite(address.file, true);
        else if (isNew) await eraseStore(url);
      } catch {
        // What is in use by now, or cannot be removed, stays: the crawl's own error is told.
        return;
      }
      for (const folder of folders) if (!removeEmpty(folder)) return;
    },
  };
}

async function isThere(address: StoreAddress): Promise<boolean> {
  return address.kind === 'sqlite' ? existsSync(address.file) : (await postgres()).isPostgresThere(address);
}
