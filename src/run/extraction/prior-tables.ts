import { DatabaseSync } from 'node:sqlite';
import { Client } from 'pg';
import { quotedName } from '../../derive/records/index.ts';

/** One row of a table of known records. */
export type PriorRow = Readonly<Record<string, unknown>>;

/** Rows of a table that are looked at: more would say no more. */
const mostRows = 50_000;

/** Rows of a table of a SQLite file; of its only one where none is named. */
export function sqliteRows(file: string, table: string | undefined): readonly PriorRow[] {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const names = database
      .prepare("SELECT name FROM sqlite_schema WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite_%'")
      .all()
      .map(({ name }) => String(name));
    const name = chosen(names, table);
    return database.prepare(`SELECT * FROM ${quotedName(name)} LIMIT ${mostRows}`).all() as PriorRow[];
  } finally {
    database.close();
  }
}

/** Rows of a table or view of a PostgreSQL database, `schema.table` where it is in no schema of the search path. */
export async function postgresRows(url: string, table: string | undefined): Promise<readonly PriorRow[]> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  // A server that goes away tells it here too; the statement in hand fails with it.
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ schema: string; name: string; near: boolean }>(
      `SELECT table_schema AS schema, table_name AS name, table_schema = ANY (current_schemas(false)) AS near
       FROM information_schema.tables WHERE table_schema NOT IN ('pg_catalog', 'information_schema')
       ORDER BY near DESC, table_schema, table_name`,
    );
    const named = new Map(rows.map((row) => [row.near ? row.name : `${row.schema}.${row.name}`, row]));
    const { schema = '', name = '' } = named.get(chosen([...named.keys()], table)) ?? {};
    const found = await client.query<PriorRow>(
      `SELECT * FROM ${quotedName(schema)}.${quotedName(name)} LIMIT ${mostRows}`,
    );
    return found.rows;
  } finally {
    await client.end().catch(() => {});
  }
}

function chosen(names: readonly string[], table: string | undefined): string {
  const name = table ?? (names.length === 1 ? names[0] : undefined);
  if (name !== undefined && names.includes(name)) return name;
  throw new Error(
    `expected one of the tables ${names.join(', ') || '(there are none)'}, got ${table ?? 'none'}`,
  );
}
