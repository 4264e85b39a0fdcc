import { Client } from 'pg';
import { withoutCredentials } from '../../config/index.ts';
import { ArgiopeError } from '../../model/errors.ts';
import type { ExtractedRecord } from '../../records/index.ts';
import { foreignTable } from './foreign.ts';
import { type ColumnKind, quotedName, type RecordTable, rowsOf, type TableCell } from './tables.ts';

const types: Readonly<Record<ColumnKind, string>> = {
  text: 'text',
  list: 'jsonb',
  number: 'double precision',
  integer: 'bigint',
  boolean: 'boolean',
};

/** Rows that go over the wire together. */
const batch = 500;

/** Writes tables of records into a PostgreSQL database; what was written of the same source is replaced. */
export async function writePostgres(
  url: string,
  source: string,
  tables: ReadonlyMap<string, RecordTable>,
  records: Iterable<ExtractedRecord>,
): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  // A server that goes away tells it here too; the statement in hand fails with it.
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('BEGIN');
    await clearOthers(client, source);
    for (const table of tables.values()) await makeTable(client, table, withoutCredentials(url));
    const waiting = new Map<RecordTable, (readonly TableCell[])[]>();
    for (const { table, row } of rowsOf(records, tables, source)) {
      const rows = waiting.get(table) ?? [];
      waiting.set(table, rows);
      if (rows.push(row) >= batch) await insert(client, table, rows.splice(0));
    }
    for (const [table, rows] of waiting) await insert(client, table, rows);
    await client.query('COMMIT');
  } catch (cause) {
    if (cause instanceof ArgiopeError) throw cause;
    const message =
      cause instanceof Error ? cause.message || String((cause as { code?: unknown }).code) : String(cause);
    throw new ArgiopeError(
      'STORE_UNREACHABLE',
      `records could not be written to ${withoutCredentials(url)}: ${message}`,
      { advice: 'Check that the server runs, and name, password and rights of the user.', cause },
    );
  } finally {
    await client.end().catch(() => {});
  }
}

/** Types that are no more must not keep their old records. */
async function clearOthers(client: Client, source: string): Promise<void> {
  const { rows } = await client.query<{ table_name: string }>(
    `SELECT table_name FROM information_schema.columns
     WHERE table_schema = current_schema() AND column_name = '_source'`,
  );
  for (const { table_name: name } of rows)
    await client.query(`DELETE FROM ${quotedName(name)} WHERE "_source" = $1`, [source]);
}

async function makeTable(client: Client, { name, columns }: RecordTable, place: string): Promise<void> {
  const table = quotedName(name);
  const found = await client.query<{ column_name: string; data_type: string }>(
    `SELECT column_name, data_type FROM information_schema.columns
     WHERE table_schema = current_schema() AND table_name = $1`,
    [name],
  );
  const there = new Set(found.rows.map((row) => row.column_name));
  if (there.size > 0 && !there.has('_source')) throw foreignTable(name, place);
  const declared = columns.map((column) => `${quotedName(column.name)} ${types[column.kind]}`);
  if (there.size === 0) await client.query(`CREATE TABLE ${table} (${declared.join(', ')})`);
  else
    for (const [at, column] of columns.entries())
      if (!there.has(column.name)) await client.query(`ALTER TABLE ${table} ADD COLUMN ${declared[at]}`);
}

async function insert(
  client: Client,
  { name, columns }: RecordTable,
  rows: readonly (readonly TableCell[])[],
): Promise<void> {
  if (rows.length === 0) return;
  const table = quotedName(name);
  const some = rows.map((row) =>
    Object.fromEntries(
      columns.map(({ name: column, kind }, at) => {
        const cell = row[at] ?? null;
        return [column, kind === 'list' && typeof cell === 'string' ? JSON.parse(cell) : printable(cell)];
      }),
    ),
  );
  await client.query(`INSERT INTO ${table} SELECT * FROM jsonb_populate_recordset(NULL::${table}, $1)`, [
    JSON.stringify(some),
  ]);
}

/** PostgreSQL has no text with a zero character in it. */
function printable(cell: string | number | boolean | null): string | number | boolean | null {
  return typeof cell === 'string' ? cell.replaceAll('\0', '') : cell;
}
