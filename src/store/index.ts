import type { Store } from '../model/store.ts';
import { eraseSqlite } from './sqlite/erase.ts';
import { openSqlite } from './sqlite/store.ts';
import { parseStoreUrl } from './url.ts';

export { makeFolder } from './folder.ts';

/** Opens the store that an address names; a writer keeps every other writer out until it closes. */
export async function openStore(url: string, options: { readonly readOnly?: boolean } = {}): Promise<Store> {
  return openSqlite(parseStoreUrl(url).file, options);
}

/** Removes a store with all its files, for `--fresh`; refuses one in use and files that are no store. */
export async function eraseStore(url: string): Promise<void> {
  eraseSqlite(parseStoreUrl(url).file);
}
