import { ArgiopeError } from '../../model/errors.ts';
import type { PostgresConnection, Queries } from './connection.ts';
import { blobTables, listTables, mainTables, searchTables, sharingTables } from './schema.ts';

/** Steps from one format of the store to the next; step n leads to format n + 1. Append only. */
const migrations: readonly string[] = [mainTables + searchTables, sharingTables, listTables, blobTables];

/** Format from which on blobs may be elsewhere. */
export const blobFormat = 4;

/** Format that this version writes. */
export const currentFormat = migrations.length;

/** Class of our advisory locks, "Argi"; the second key is the schema's. */
const lockClass = 0x41726769;

/** Keys of advisory locks of a schema: of who writes, who changes the format, who records, and of each worker. */
export const lockKeys = (schema: string, of: 'writer' | 'format' | 'turn' | `worker ${number}`): string =>
  `${lockClass}, hashtext('${of} ${schema}')`;

/**
 * Brings a store to the current format, or refuses it untouched. Two that come at once do it one after the other. `to`:
 * an older format, for whoever tries how one is brought up.
 */
export async function bringUpToFormat(
  connection: PostgresConnection,
  schema: string,
  to = currentFormat,
): Promise<void> {
  if ((await formatOf(connection, schema, connection.name)) === to) return;
  await connection.transaction(async (queries) => {
    await queries.exec(`SELECT pg_advisory_xact_lock(${lockKeys(schema, 'format')})`);
    const format = await formatOf(queries, schema, connection.name);
    if (format === to) return;
    await queries.exec(`CREATE SCHEMA IF NOT EXISTS "${schema}"`);
    for (const step of migrations.slice(format, to)) await queries.exec(step);
    await queries.exec(`CREATE TABLE IF NOT EXISTS argiope (format int NOT NULL); DELETE FROM argiope;
      INSERT INTO argiope (format) VALUES (${to})`);
  });
}

/** Refuses a store that cannot be read without changing it. */
export async function requireFormat(connection: PostgresConnection, schema: string): Promise<void> {
  const format = await formatOf(connection, schema, connection.name);
  if (format === currentFormat) return;
  if (format === 0)
    throw new ArgiopeError('STORE_UNREACHABLE', `there is no store at ${connection.name}`, {
      advice: 'run `argiope crawl` with that --store first, or give the --store of an earlier crawl',
    });
  throw new ArgiopeError(
    'STORE_UNREACHABLE',
    `the store ${connection.name} is of the older format ${format} (this version reads ${currentFormat})`,
    { advice: 'run `argiope crawl` on it once: it brings the store up to date' },
  );
}

/** Format of what is in a schema; 0: nothing. Throws where it is something else than a store, or too new. */
export async function formatOf(queries: Queries, schema: string, name: string): Promise<number> {
  const tables = await queries.all<{ table_name: string }>(
    `SELECT c.relname::text AS table_name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname = $1 AND c.relkind IN ('r', 'p', 'v', 'm')`,
    schema,
  );
  if (tables.length === 0) return 0;
  if (!tables.some(({ table_name }) => table_name === 'argiope'))
    throw new ArgiopeError('STORE_CORRUPT', `${name} holds tables of another program`, {
      advice: 'nothing was changed; name another schema (?schema=NAME) or database in --store',
    });
  const [row] = await queries.all<{ format: number }>('SELECT format FROM argiope');
  const format = row?.format ?? 0;
  if (format <= currentFormat) return format;
  throw new ArgiopeError(
    'STORE_UNREACHABLE',
    `the store ${name} was written by a newer argiope (format ${format}; this version knows up to ${currentFormat})`,
    { advice: 'use that newer version, or give another --store' },
  );
}
