import { existsSync } from 'node:fs';
import { ArgiopeError } from '../../model/errors.ts';
import { SqliteConnection } from './connection.ts';
import { ownFile } from './own-file.ts';

/** The right to write to a store. */
export interface WriterLock {
  release(): void;
}

/**
 * Takes the right to write, or throws STORE_LOCKED.
 *
 * The lock is SQLite's own lock on an empty file beside the database: the operating system drops it when
 * the process ends, however it ends, so there is nothing to clean up after a crash. It is not taken on the
 * database itself because that would keep readers out. The file stays: removing it would let two writers
 * lock two files of one name. Only who clears away a start that failed removes it, while holding the lock; a
 * lock that was got on the removed file is none.
 */
export function lockForWriting(file: string): WriterLock {
  const path = lockFile(file);
  ownFile(path);
  const lock = new SqliteConnection(path, { timeout: lookMs, subject: file });
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

/** A look whether somebody writes is over by then. */
const lookMs = 50;

/** Whether some process has the right to write. */
export function isLocked(file: string): boolean {
  if (!existsSync(lockFile(file))) return false;
  const lock = new SqliteConnection(lockFile(file), { timeout: 0, subject: file, readOnly: true });
  try {
    lock.all('SELECT name FROM sqlite_master');
    return false;
  } catch (error) {
    return error instanceof ArgiopeError && error.code === 'STORE_LOCKED';
  } finally {
    lock.close();
  }
}

/** The file whose lock is that of a store. */
export function lockFile(file: string): string {
  return `${file}.lock`;
}
