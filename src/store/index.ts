import { existsSync } from 'node:fs';
import type { Store } from '../model/store.ts';
import { missingFolders, removeEmpty } from './folder.ts';
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

/** What is to be undone where a crawl comes to nothing: a store that was not there before, and its folders. */
export function storeToUndo(url: string, out: string): { undo(): void } {
  const { file } = parseStoreUrl(url);
  const isNew = !existsSync(file);
  const folders = missingFolders(out);
  return {
    undo: () => {
      try {
        if (isNew) eraseSqlite(file, true);
      } catch {
        // What is in use by now, or cannot be removed, stays: the crawl's own error is told.
        return;
      }
      for (const folder of folders) if (!removeEmpty(folder)) return;
    },
  };
}
