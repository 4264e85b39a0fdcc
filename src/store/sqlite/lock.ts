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
 * lock two files of one name.
 */
export function lockForWriting(file: string): WriterLock {
  const lock = new Connection(`${file}.lock`, { timeout: 0, subject: file });
  try {
    lock.exec('PRAGMA journal_mode = OFF; BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    throw error;
  }
  return { release: () => lock.close() };
}
