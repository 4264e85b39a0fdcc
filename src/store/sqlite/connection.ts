import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import type { WriterThread } from './beside/writer.ts';
import { storeError } from './errors.ts';

/** How to open a database. */
export interface ConnectionOptions {
  readonly readOnly?: boolean;
  /** Milliseconds to wait for another process that is in the way. */
  readonly timeout?: number;
  /** File that errors speak of, where it is not the one opened. */
  readonly subject?: string;
}

/** A transaction that was put off, and who waits for it. */
interface PutOff {
  readonly work: () => void;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** A database with prepared statements, transactions, and errors that people can read. */
export class SqliteConnection {
  /** The file that errors speak of. */
  readonly file: string;
  readonly #database: DatabaseSync;
  /** Bounded: all statements are written out in this folder, none is made from data. */
  readonly #statements = new Map<string, StatementSync>();
  readonly #listing = new Map<string, StatementSync>();
  /** Work that was put off, in order. */
  #later: PutOff[] = [];
  /** Whether it is done as soon as the process has nothing more urgent to do. */
  #soon = false;
  #timer: NodeJS.Timeout | null = null;
  #beside: WriterThread | null = null;

  constructor(path: string, options: ConnectionOptions = {}) {
    this.file = options.subject ?? path;
    this.#database = this.#guarded(
      () => new DatabaseSync(path, { readOnly: options.readOnly ?? false, timeout: options.timeout ?? 5000 }),
    );
  }

  /** Runs statements that give nothing back. */
  exec(sql: string): void {
    this.#guarded(() => this.#database.exec(sql));
  }

  /** Runs a statement and says how many rows it changed. */
  run(sql: string, ...values: readonly SQLInputValue[]): number {
    return this.#guarded(() => Number(this.#prepared(sql).run(...values).changes));
  }

  /** First row, or `undefined`. The caller's type is trusted: it stands beside the statement. */
  get<Row>(sql: string, ...values: readonly SQLInputValue[]): Row | undefined {
    return this.#guarded(() => this.#prepared(sql).get(...values) as Row | undefined);
  }

  /** All rows. */
  all<Row>(sql: string, ...values: readonly SQLInputValue[]): Row[] {
    return this.#guarded(() => this.#prepared(sql).all(...values) as Row[]);
  }

  /** All rows as lists of their columns, which cost less where there are many. */
  lists<Row extends readonly unknown[]>(sql: string, ...values: readonly SQLInputValue[]): Row[] {
    return this.#guarded(() => {
      let statement = this.#listing.get(sql);
      if (!statement) {
        statement = this.#database.prepare(sql);
        statement.setReturnArrays(true);
        this.#listing.set(sql, statement);
      }
      return statement.all(...values) as unknown as Row[];
    });
  }

  /**
   * Puts a transaction off until the process has nothing more urgent to do: the next event of a tab is
   * under way by then. Whatever else is asked of the database comes after it, so nobody sees the delay.
   * What was put off meanwhile is written with it, in order, and at one go. Where one fails, those that were
   * put off behind it fail with it, and those before it do not. One that may `wait` does so for so many
   * milliseconds at most, unless others come that may not.
   */
  later(work: () => void, wait = 0): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#later.push({ work, resolve, reject });
    if (wait > 0) this.#timer ??= setTimeout(() => this.catchUp(), wait);
    else if (!this.#soon) {
      this.#soon = true;
      setImmediate(() => this.catchUp());
    }
    return promise;
  }

  /** A thread that writes in this one's place; whatever is asked here comes after what it was given. */
  get beside(): WriterThread | null {
    return this.#beside;
  }

  /** Has steps written by a thread from now on. */
  beginBeside(thread: WriterThread): void {
    this.catchUp();
    this.#beside = thread;
  }

  /** Ends the thread that writes, if there is one, when it has written everything. */
  async endBeside(): Promise<void> {
    const thread = this.#beside;
    if (!thread) return;
    // From here on this connection writes again: nothing may be under way there.
    await thread.written();
    this.catchUp();
    this.#beside = null;
    await thread.end();
  }

  /** Does what was put off; gives whether there was anything. */
  catchUp(): boolean {
    this.#beside?.wait();
    if (this.#later.length === 0) return false;
    const all = this.#later;
    this.#later = [];
    this.#soon = false;
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    if (all.length === 1 || !this.#doneTogether(all)) this.#doOneByOne(all);
    return true;
  }

  #doneTogether(all: readonly PutOff[]): boolean {
    try {
      this.transaction(() => {
        for (const { work } of all) work();
      });
    } catch {
      // Nothing of it was done: one by one it turns out which of them cannot be.
      return false;
    }
    for (const { resolve } of all) resolve();
    return true;
  }

  #doOneByOne(all: readonly PutOff[]): void {
    let failure: { readonly error: unknown } | null = null;
    for (const { work, resolve, reject } of all) {
      try {
        if (failure) throw failure.error;
        this.transaction(work);
        resolve();
      } catch (error) {
        failure = { error };
        reject(error);
      }
    }
  }

  /** All of `work` becomes durable, or none of it. */
  transaction<Result>(work: () => Result): Result {
    this.exec('BEGIN IMMEDIATE');
    try {
      const result = work();
      this.exec('COMMIT');
      return result;
    } catch (error) {
      this.#rollback();
      throw error;
    }
  }

  /** All that `work` reads is of one moment, whoever writes meanwhile. */
  snapshot<Result>(work: () => Result): Result {
    this.exec('BEGIN');
    try {
      return work();
    } finally {
      this.#rollback();
    }
  }

  close(): void {
    this.catchUp();
    this.#statements.clear();
    this.#listing.clear();
    if (this.#database.isOpen) this.#guarded(() => this.#database.close());
  }

  /** On a full disk SQLite may have rolled back by itself, and a failing rollback happens on the next open. */
  #rollback(): void {
    try {
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
    } catch {
      // The error that led here is the one to tell.
    }
  }

  #prepared(sql: string): StatementSync {
    let statement = this.#statements.get(sql);
    if (!statement) {
      statement = this.#database.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }

  #guarded<Result>(work: () => Result): Result {
    this.catchUp();
    try {
      return work();
    } catch (error) {
      throw storeError(error, this.file);
    }
  }
}
