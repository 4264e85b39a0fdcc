import { AsyncLocalStorage } from 'node:async_hooks';
import type { PostgresConnection, PostgresSession, Queries, WriteAll } from '../connection.ts';

interface Turn {
  readonly queries: Queries;
  isOpen: boolean;
}

/**
 * Two connections as one session: what is asked from within a turn goes by the connection that has it, in its
 * transaction; all else by the one beside it, and waits for no turn.
 */
export class TurnSession implements PostgresSession {
  readonly #turns: PostgresConnection;
  readonly #aside: PostgresConnection;
  readonly #inside = new AsyncLocalStorage<Turn>();

  constructor(turns: PostgresConnection, aside: PostgresConnection) {
    this.#turns = turns;
    this.#aside = aside;
  }

  get name(): string {
    return this.#turns.name;
  }

  get isLost(): boolean {
    return this.#turns.isLost || this.#aside.isLost;
  }

  get bucket(): PostgresSession['bucket'] {
    return this.#turns.bucket;
  }

  /** Whether this is asked from within a turn. */
  get isInside(): boolean {
    return this.#inside.getStore()?.isOpen === true;
  }

  /** Does something in a transaction, to which all belongs that is asked from within. */
  together<Result>(work: (queries: Queries) => Promise<Result>): Promise<Result> {
    return this.#turns.once(async (given) => {
      const queries = inLine(given);
      const turn: Turn = { queries, isOpen: true };
      try {
        return await this.#inside.run(turn, () => work(queries));
      } finally {
        turn.isOpen = false;
      }
    });
  }

  all<Row>(sql: string, ...values: readonly unknown[]): Promise<Row[]> {
    return this.#way.all<Row>(sql, ...values);
  }

  get<Row>(sql: string, ...values: readonly unknown[]): Promise<Row | undefined> {
    return this.#way.get<Row>(sql, ...values);
  }

  lists<Row extends readonly unknown[]>(sql: string, ...values: readonly unknown[]): Promise<Row[]> {
    return this.#way.lists<Row>(sql, ...values);
  }

  run(sql: string, ...values: readonly unknown[]): Promise<number> {
    return this.#way.run(sql, ...values);
  }

  exec(sql: string): Promise<void> {
    return this.#way.exec(sql);
  }

  transaction<Result>(work: (queries: Queries) => Promise<Result>): Promise<Result> {
    return this.isInside ? work(this.#way) : this.#aside.transaction(work);
  }

  later<Item>(item: Item, write: WriteAll<Item>, wait?: number): Promise<void> {
    return this.isInside ? write(this.#way, [item]) : this.#aside.later(item, write, wait);
  }

  get #way(): Queries {
    const turn = this.#inside.getStore();
    return turn?.isOpen ? turn.queries : this.#aside;
  }
}

/** Statements one after the other, whoever asks for several at once. */
function inLine(queries: Queries): Queries {
  let last: Promise<unknown> = Promise.resolve();
  const next = <T>(work: () => Promise<T>): Promise<T> => {
    const done = last.then(work);
    last = done.catch(() => {});
    return done;
  };
  return {
    bucket: queries.bucket,
    all: (sql, ...values) => next(() => queries.all(sql, ...values)),
    get: (sql, ...values) => next(() => queries.get(sql, ...values)),
    lists: (sql, ...values) => next(() => queries.lists(sql, ...values)),
    run: (sql, ...values) => next(() => queries.run(sql, ...values)),
    exec: (sql) => next(() => queries.exec(sql)),
  };
}
