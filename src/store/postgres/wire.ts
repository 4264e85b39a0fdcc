import { Client, DatabaseError, type QueryArrayResult, type QueryConfig, type QueryResult, types } from 'pg';
import { ArgiopeError } from '../../model/errors.ts';
import type { PostgresAddress } from './address.ts';
import { isFatal, openingError, sessionLost, statementError } from './errors.ts';
import { readText } from './texts.ts';

/**
 * Settings of every session. All tables are asked by keys: before the server has looked at a new table for the first
 * time it would plan to read it whole, and keep that plan. A client that is cut off is noticed in half a minute, so
 * that its locks are free.
 */
const settings = `SET enable_seqscan = off; SET jit = off; SET plan_cache_mode = force_generic_plan;
  SET tcp_keepalives_idle = 15; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3;
  SET client_min_messages = warning; SET standard_conforming_strings = on;`;

/** Milliseconds until a server that does not answer counts as unreachable. */
const patience = 10_000;

/** Milliseconds of silence until it is asked whether the server's machine is there: by default it were two hours. */
const silence = 15_000;

/** How values come back: whole numbers as numbers, bytes as they are, texts with their zero characters. */
const parsers: Readonly<Record<number, (text: string) => unknown>> = {
  [types.builtins.INT8]: Number,
  [types.builtins.TEXT]: readText,
  [types.builtins.BYTEA]: (text) => new Uint8Array(Buffer.from(text.slice(2), 'hex')),
};

/**
 * The way to one session of PostgreSQL. Here is decided what a failure means, at the statement that it meets: whoever
 * asks, in a transaction or not, sees an `ArgiopeError`, and the same one from the loss of the session on.
 */
export class Wire {
  readonly #client: Client;
  readonly #name: string;
  #loss: ArgiopeError | null = null;
  #ended = false;

  private constructor(client: Client, name: string) {
    this.#client = client;
    this.#name = name;
    // A server that goes away tells it here, before the statement in hand fails.
    client.on('error', (error) => {
      this.#loss ??= sessionLost(error, name);
    });
  }

  /** Opens a session, in the schema of the store; one for reading can write nothing. */
  static async open({ url, schema, name }: PostgresAddress, readOnly: boolean): Promise<Wire> {
    const client = new Client({
      connectionString: url,
      connectionTimeoutMillis: patience,
      keepAlive: true,
      keepAliveInitialDelayMillis: silence,
      application_name: 'argiope',
      types: { getTypeParser: (oid: number) => parsers[oid] ?? types.getTypeParser(oid) } as never,
    });
    const wire = new Wire(client, name);
    try {
      await client.connect();
      await wire.query({ text: `${settings} SET search_path = "${schema}", pg_temp` });
      if (readOnly) await wire.query({ text: 'SET default_transaction_read_only = on' });
      return wire;
    } catch (error) {
      await wire.close();
      throw openingError(error, name);
    }
  }

  /** Whether the session has ended without being closed. */
  get isLost(): boolean {
    return this.#loss !== null && !this.#ended;
  }

  async query(asked: QueryConfig): Promise<QueryResult & QueryArrayResult> {
    if (this.#loss) throw this.#loss;
    try {
      return (await this.#client.query(asked)) as QueryResult & QueryArrayResult;
    } catch (error) {
      throw this.#meaningOf(error);
    }
  }

  async close(): Promise<void> {
    this.#ended = true;
    this.#loss ??= new ArgiopeError('STORE_LOST', `the store ${this.#name} was closed`);
    await this.#client.end().catch(() => {});
  }

  #meaningOf(error: unknown): unknown {
    if (this.#loss) return this.#loss;
    // What neither the server nor the way to it says is a fault of ours.
    if (!(error instanceof DatabaseError)) return error;
    const meaning = statementError(error, this.#name);
    if (isFatal(error)) this.#loss = meaning;
    return meaning;
  }
}
