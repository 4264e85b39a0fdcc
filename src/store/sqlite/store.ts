import { existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { ArgiopeError } from '../../model/errors.ts';
import { noTotals, type SiteInfo, type SiteStore, type Store } from '../../model/store.ts';
import { makeFolder } from '../folder.ts';
import { type SiteRow, siteOf } from '../rows.ts';
import { SqliteConnection } from './connection.ts';
import { Durability } from './durability.ts';
import { damaged, foreign } from './errors.ts';
import { sideFiles } from './file.ts';
import { lockForWriting, type WriterLock } from './lock.ts';
import { migrate, requireCurrent } from './migrations.ts';
import { ownFile } from './own-file.ts';
import { writerSettings } from './settings.ts';
import { SqliteSite } from './site.ts';

/** Opens a SQLite file as a store: as its only writer, or as one of many readers. */
export function openSqlite(
  file: string,
  { readOnly = false }: { readonly readOnly?: boolean } = {},
): SqliteStore {
  return readOnly ? openReader(file) : openWriter(file);
}

function openReader(file: string): SqliteStore {
  if (!existsSync(file)) {
    throw new ArgiopeError('STORE_UNREACHABLE', `there is no store at ${file}`, {
      advice: 'run `argiope crawl` first, or give the --out or --store of an earlier crawl',
    });
  }
  refuseScrap(file);
  const connection = new SqliteConnection(file, { readOnly: true });
  try {
    requireCurrent(connection);
    return new SqliteStore(connection, null);
  } catch (error) {
    connection.close();
    throw error;
  }
}

function openWriter(file: string): SqliteStore {
  makeFolder(dirname(file));
  const lock = lockForWriting(file);
  let connection: SqliteConnection | null = null;
  try {
    makeNew(file);
    refuseScrap(file);
    connection = new SqliteConnection(file);
    migrate(connection);
    connection.exec(writerSettings);
    return new SqliteStore(connection, lock);
  } catch (error) {
    connection?.close();
    lock.release();
    throw error;
  }
}

/**
 * A new store gets its name when it is whole: its header says whose it is from the first moment, and a file with
 * nothing in it is one that was emptied.
 */
function makeNew(file: string): void {
  const draft = `${file}.new`;
  for (const end of ['', ...sideFiles]) rmSync(draft + end, { force: true });
  if (existsSync(file)) return;
  // The log of a store that was erased halfway must not become that of the new one.
  for (const end of sideFiles) rmSync(file + end, { force: true });
  ownFile(draft);
  const connection = new SqliteConnection(draft, { subject: file });
  try {
    migrate(connection);
  } finally {
    connection.close();
  }
  renameSync(draft, file);
}

/** SQLite takes a file of no or one byte to be new, and would write over it; no database is that short. */
function refuseScrap(file: string): void {
  const { size } = statSync(file);
  if (size === 0) throw damaged(new Error('it is empty'), file);
  if (size < 512) throw foreign(undefined, file);
}

/** Sites in one SQLite file. */
export class SqliteStore implements Store {
  readonly #connection: SqliteConnection;
  /** `null` for a reader. */
  readonly #lock: WriterLock | null;

  readonly #durability: Durability;

  constructor(connection: SqliteConnection, lock: WriterLock | null) {
    this.#connection = connection;
    this.#lock = lock;
    this.#durability = new Durability(connection.file);
  }

  async sites(): Promise<readonly SiteInfo[]> {
    return this.#connection.all<SiteRow>('SELECT * FROM sites ORDER BY site').map(siteOf);
  }

  async site(name: string, create?: Parameters<Store['site']>[1]): Promise<SiteStore | null> {
    const find = () => this.#connection.get<{ site: number }>('SELECT site FROM sites WHERE name = ?', name);
    let row = find();
    if (!row && create) {
      this.#connection.run(
        `INSERT INTO sites (name, seeds, settings, created_at, next_number, totals)
         VALUES (?, ?, ?, ?, 0, ?)`,
        name,
        JSON.stringify(create.seeds),
        JSON.stringify(create.settings),
        new Date().toISOString(),
        JSON.stringify(noTotals),
      );
      row = find();
    }
    return row ? new SqliteSite(this.#connection, row.site, this.#durability) : null;
  }

  async close(): Promise<void> {
    try {
      await this.#connection.endBeside();
      // A flush that begins after them covers those who did not wait for theirs.
      if (this.#connection.catchUp()) await this.#durability.flushed().catch(() => {});
      await this.#durability.close();
      if (this.#lock) this.#foldLog();
      this.#connection.close();
    } finally {
      this.#lock?.release();
    }
  }

  /**
   * Leaves one plain file, which can also be read where nothing may be written. A reader that is still
   * there, or a full disk, prevents it: then the log stays beside the file, with nothing lost.
   */
  #foldLog(): void {
    try {
      this.#connection.exec('PRAGMA journal_mode = DELETE');
    } catch {
      // See above.
    }
  }
}
