import type { Mutable } from '../../model/mutable.ts';
import type { Bucket } from '../s3/bucket.ts';
import type { PostgresAddress } from './address.ts';
import { withPatience } from './passing.ts';
import { sentValue } from './texts.ts';
import { Wire } from './wire.ts';

/** What statements are run on: a connection, or a transaction of it. */
export interface Queries {
  /** All rows. The caller's type is trusted: it stands beside the statement. */
  all<Row>(sql: string, ...values: readonly unknown[]): Promise<Row[]>;
  /** First row, or `undefined`. */
  get<Row>(sql: string, ...values: readonly unknown[]): Promise<Row | undefined>;
  /** All rows as lists of their columns, which cost less where there are many. */
  lists<Row extends readonly unknown[]>(sql: string, ...values: readonly unknown[]): Promise<Row[]>;
  /** Runs a statement and says how many rows it changed. */
  run(sql: string, ...values: readonly unknown[]): Promise<number>;
  /** Runs statements without values that give nothing back. */
  exec(sql: string): Promise<void>;
  /** Where the bodies of blobs are; `null`: in the database. */
  readonly bucket: Bucket | null;
}

/** Statements in line with those of others, and transactions. */
export interface PostgresSession extends Queries {
  /** The store as errors name it. */
  readonly name: string;
  /** Whether the session has ended without being closed. */
  readonly isLost: boolean;
  /** All of `work` becomes durable, or none of it. */
  transaction<Result>(work: (queries: Queries) => Promise<Result>): Promise<Result>;
  /** Puts something off, to be written with others. */
  later<Item>(item: Item, write: WriteAll<Item>, wait?: number): Promise<void>;
}

/** Writes several things in the order in which they were put off. */
export type WriteAll<Item> = (queries: Queries, items: readonly Item[]) => Promise<void>;

/** Something that is put off to be written with others, and who waits for it. */
interface PutOff {
  readonly item: unknown;
  readonly write: WriteAll<never>;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * One session with PostgreSQL. What is asked of it is done in order, a transaction as a whole; so whoever reads sees
 * what was handed over before, as with SQLite. A session that writes and was lost stays lost: locks went with it. One that reads is opened again.
 */
export class PostgresConnection implements PostgresSession {
  readonly name: string;
  readonly #address: PostgresAddress;
  readonly #readOnly: boolean;
  #wire: Wire;
  #last: Promise<unknown> = Promise.resolve();
  #later: PutOff[] = [];
  #soon = false;
  #timer: NodeJS.Timeout | null = null;
  #ended = false;
  /** First statement of the transaction in hand that failed. */
  #failure: unknown = null;
  /** Bounded: all statements are written out in this folder, none is made from data. */
  readonly #names = new Map<string, string>();
  readonly #queries: Mutable<Queries>;

  private constructor(wire: Wire, address: PostgresAddress, readOnly: boolean) {
    this.#wire = wire;
    this.#address = address;
    this.#readOnly = readOnly;
    this.name = address.name;
    this.#queries = {
      bucket: null,
      all: async (sql, ...values) => (await this.#ask(sql, values)).rows,
      get: async (sql, ...values) => (await this.#ask(sql, values)).rows[0],
      lists: async (sql, ...values) => (await this.#ask(sql, values, true)).rows as never,
      run: async (sql, ...values) => (await this.#ask(sql, values)).rowCount ?? 0,
      exec: async (sql) => void (await this.#query({ text: sql })),
    };
  }

  /** Opens a session, in the schema of the store; one for reading can write nothing. */
  static async open(address: PostgresAddress, readOnly = false): Promise<PostgresConnection> {
    return new PostgresConnection(await Wire.open(address, readOnly), address, readOnly);
  }

  get isLost(): boolean {
    return this.#wire.isLost;
  }

  get bucket(): Bucket | null {
    return this.#queries.bucket;
  }

  /** Bodies of blobs are elsewhere from now on. */
  keepBlobsIn(bucket: Bucket | null): void {
    this.#queries.bucket = bucket;
  }

  all<Row>(sql: string, ...values: readonly unknown[]): Promise<Row[]> {
    return this.#inLine(() => parted(() => this.#queries.all<Row>(sql, ...values)));
  }

  get<Row>(sql: string, ...values: readonly unknown[]): Promise<Row | undefined> {
    return this.#inLine(() => parted(() => this.#queries.get<Row>(sql, ...values)));
  }

  lists<Row extends readonly unknown[]>(sql: string, ...values: readonly unknown[]): Promise<Row[]> {
    return this.#inLine(() => parted(() => this.#queries.lists<Row>(sql, ...values)));
  }

  run(sql: string, ...values: readonly unknown[]): Promise<number> {
    return this.#inLine(() => parted(() => this.#queries.run(sql, ...values)));
  }

  exec(sql: string): Promise<void> {
    return this.#inLine(() => this.#queries.exec(sql));
  }

  transaction<Result>(work: (queries: Queries) => Promise<Result>): Promise<Result> {
    return this.#inLine(() => this.#transact(work));
  }

  /** A transaction that is tried once: what it did beside its statements cannot be done again. */
  once<Result>(work: (queries: Queries) => Promise<Result>): Promise<Result> {
    return this.#inLine(() => this.#tryOnce(work));
  }

  /**
   * Puts something off until the process has nothing more urgent to do. What was put off meanwhile is written in the
   * same transaction, in order; where one fails, those behind it fail with it, and those before it do not. One that
   * may `wait` does so for so many milliseconds at most, unless others come that may not.
   */
  later<Item>(item: Item, write: WriteAll<Item>, wait = 0): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#later.push({ item, write, resolve, reject });
    if (wait > 0) this.#timer ??= setTimeout(() => this.#catchUp(), wait);
    else if (!this.#soon) {
      this.#soon = true;
      setImmediate(() => this.#catchUp());
    }
    return promise;
  }

  async close(): Promise<void> {
    if (this.#ended) return;
    this.#catchUp();
    await this.#last;
    this.#ended = true;
    await this.#wire.close();
  }

  /** What was put off comes first: nobody sees the delay. */
  #inLine<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#catchUp();
    return this.#enqueue(work);
  }

  #enqueue<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = this.#last.then(() => (this.#readOnly ? this.#read(work) : work()));
    this.#last = done.catch(() => {});
    return done;
  }

  /** Whoever reads has no locks, and has changed nothing: it may ask anew. */
  async #read<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      if (!this.isLost) throw error;
    }
    return withPatience(async () => {
      if (this.isLost) this.#wire = await Wire.open(this.#address, true);
      return work();
    }, true);
  }

  #catchUp(): void {
    if (this.#later.length === 0) return;
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    this.#soon = false;
    const all = this.#later;
    this.#later = [];
    void this.#enqueue(() => this.#write(all));
  }

  async #write(all: readonly PutOff[]): Promise<void> {
    if (all.length > 1 && (await this.#doneTogether(all))) return;
    let failure: { readonly error: unknown } | null = null;
    for (const { item, write, resolve, reject } of all) {
      try {
        if (failure) throw failure.error;
        await this.#transact((queries) => write(queries, [item as never]));
        resolve();
      } catch (error) {
        failure = { error };
        reject(error);
      }
    }
  }

  async #doneTogether(all: readonly PutOff[]): Promise<boolean> {
    try {
      await this.#transact(async (queries) => {
        for (const { write, items } of grouped(all)) await write(queries, items);
      });
    } catch {
      // Nothing of it was done, or the server is gone: one by one it turns out which of them cannot be.
      return false;
    }
    for (const { resolve } of all) resolve();
    return true;
  }

  #transact<Result>(work: (queries: Queries) => Promise<Result>): Promise<Result> {
    return parted(() => this.#tryOnce(work));
  }

  async #tryOnce<Result>(work: (queries: Queries) => Promise<Result>): Promise<Result> {
    await this.#query({ text: 'BEGIN' });
    this.#failure = null;
    try {
      const result = await work(this.#queries);
      const { command } = await this.#query({ text: 'COMMIT' });
      // A transaction in which a statement failed, and nobody said so, is rolled back without a word.
      if (command !== 'COMMIT')
        throw this.#failure ?? new Error(`expected a commit, and the server answered ${command}`);
      return result;
    } catch (error) {
      await this.#query({ text: 'ROLLBACK' }).catch(() => {});
      throw error;
    }
  }

  #ask(text: string, values: readonly unknown[], asLists = false) {
    const sent = values.map(sentValue);
    let name = this.#names.get(text);
    if (name === undefined) {
      name = `a${this.#names.size}`;
      this.#names.set(text, name);
    }
    return this.#query({ name, text, values: sent, ...(asLists && { rowMode: 'array' }) });
  }

  async #query(asked: Parameters<Wire['query']>[0]): ReturnType<Wire['query']> {
    try {
      return await this.#wire.query(asked);
    } catch (error) {
      this.#failure ??= error;
      throw error;
    }
  }
}

/** Two that wait for each other are parted by the server: who had to give way tries again. */
async function parted<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (!/^40(?:001|P01)$/.test(stateOf(error)) || tries === 5) throw error;
    }
  }
}

/** What the server called an error by. */
function stateOf(error: unknown): string {
  const { cause } = error as { readonly cause?: { readonly code?: unknown } };
  return String(cause?.code);
}

/** Those that one and the same function writes, as long as they come one behind the other. */
function grouped(all: readonly PutOff[]): readonly { write: PutOff['write']; items: never[] }[] {
  const groups: { write: PutOff['write']; items: never[] }[] = [];
  for (const { write, item } of all) {
    const last = groups.at(-1);
    if (last?.write === write) last.items.push(item as never);
    else groups.push({ write, items: [item as never] });
  }
  return groups;
}
