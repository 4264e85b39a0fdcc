import { existsSync, rmSync } from 'node:fs';
import { foreign, storeError } from './errors.ts';
import { sideFiles, storeFileKind } from './file.ts';
import { lockFile, lockForWriting } from './lock.ts';

/**
 * Removes a store's files while holding its lock.
 *
 * The database goes first: without it SQLite discards a left-over log, whereas a database without its log
 * may lack half of a checkpoint. `lockToo`: nobody has worked with the store, so its lock is not needed any more.
 */
export function eraseSqlite(file: string, lockToo = false): void {
  if (!existsSync(file)) return;
  const lock = lockForWriting(file);
  try {
    if (storeFileKind(file) === 'foreign') throw foreign(undefined, file);
    for (const end of ['', ...sideFiles]) rmSync(file + end, { force: true });
    if (lockToo) rmSync(lockFile(file), { force: true });
  } catch (error) {
    throw storeError(error, file);
  } finally {
    lock.release();
  }
}
