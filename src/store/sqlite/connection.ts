import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { storeError } from './errors.ts';

/** How to open a database. */
export interface ConnectionOptions {
  readonly readOnly?: boolean;
  /** Milliseconds to wait for another process that is in the way. */
  readonly timeout?: number;
  /** File that errors speak of, where it is not the one opened. */
  readonly subject?: string;
}

/** A database with prepared statements, transactions, and errors that people can read. */
export class Connection {
  /** The file that errors speak of. */
  readonly file: string;
  readonly #database: DatabaseSync;
  /** Bounded: all statements are written out in this folder, none is made from data. */
  readonly #statements = new Map<string, StatementSync>();

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

  close(): void {
    this.#statements.clear();
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
    try {
      return work();
    } catch (error) {
      throw storeError(error, this.file);
    }
  }
}
