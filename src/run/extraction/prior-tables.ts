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

/** The rows of a CSV text (RFC 4180, line breaks of any kind); commas, or semicolons where the head has no comma. */
export function csvRows(text: string): readonly (readonly string[])[] {
  const head = /^[^\r\n]*/.exec(text)?.[0] ?? '';
  const comma = !head.includes(',') && head.includes(';') ? ';' : ',';
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  while (at < text.length) {
    const { value, end } = text[at] === '"' ? quotedCell(text, at) : plainCell(text, at, comma);
    row.push(value);
    at = end;
    if (text[at] === comma) {
      at++;
      if (at < text.length) continue;
      row.push('');
    }
    if (text[at] === '\r') at++;
    if (text[at] === '\n') at++;
    if (row.length > 1 || row[0] !== '') rows.push(row);
    row = [];
  }
  return rows;
}

interface Cell {
  readonly value: string;
  readonly end: number;
}

function plainCell(text: string, from: number, comma: string): Cell {
  let end = from;
  while (end < text.length && text[end] !== comma && text[end] !== '\n' && text[end] !== '\r') end++;
  return { value: text.slice(from, end), end };
}

function quotedCell(text: string, from: number): Cell {
  let value = '';
  let at = from + 1;
  while (at < text.length) {
    const quote = text.indexOf('"', at);
    if (quote < 0) return { value: value + text.slice(at), end: text.length };
    value += text.slice(at, quote);
    if (text[quote + 1] !== '"') return { value, end: quote + 1 };
    value += '"';
    at = quote + 2;
  }
  return { value, end: at };
}
