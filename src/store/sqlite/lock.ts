import { existsSync } from 'node:fs';
import { Connection } from './connection.ts';

/** The right to write to a store. */
export interface WriterLock {
  release(): void;
}

/**
 * Takes the right to write, or throws STORE_LOCKED at once.
 *
 * The lock is SQLite's own lock on an empty file beside the database: the operating system drops it when
 * the process ends, however it ends, so there is nothing to clean up after a crash. It is not taken on the
 * database itself because that would keep readers out. The file stays: removing it would let two writers
 * lock two files of one name. Only who clears away a start that failed removes it, while holding the lock; a
 * lock that was got on the removed file is none.
 */
export function lockForWriting(file: string): WriterLock {
  const path = lockFile(file);
  const lock = new Connection(path, { timeout: 0, subject: file });
  try {
    lock.exec('PRAGMA journal_mode = OFF; BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    throw error;
  }
  if (existsSync(path)) return { release: () => lock.close() };
  lock.close();
  return lockForWriting(file);
}

/** The file whose lock is that of a store. */
export function lockFile(file: string): string {
  return `${file}.lock`;
}
