import type { ExtractedRecord } from '../../records/index.ts';
import { SqliteConnection } from '../../store/sqlite/connection.ts';
import { foreignTable } from './foreign.ts';
import { type ColumnKind, quotedName, type RecordTable, rowsOf } from './tables.ts';

const types: Readonly<Record<ColumnKind, string>> = {
  text: 'TEXT',
  list: 'TEXT',
  number: 'REAL',
  integer: 'INTEGER',
  boolean: 'INTEGER',
};

/** Writes tables of records into a SQLite file; what an earlier run wrote of the same source is replaced. */
export function writeSqlite(
  file: string,
  source: string,
  tables: ReadonlyMap<string, RecordTable>,
  records: Iterable<ExtractedRecord>,
): void {
  const connection = new SqliteConnection(file);
  try {
    connection.transaction(() => {
      clearOthers(connection, source);
      const inserts = new Map([...tables.values()].map((table) => [table, madeTable(connection, table)]));
      for (const { table, row } of rowsOf(records, tables, source))
        connection.run(
          inserts.get(table) ?? '',
          ...row.map((cell) => (typeof cell === 'boolean' ? Number(cell) : cell)),
        );
    });
  } finally {
    connection.close();
  }
}

/** Types that are no more must not keep their old records. */
function clearOthers(connection: SqliteConnection, source: string): void {
  const own = connection.all<{ name: string }>(
    `SELECT name FROM sqlite_schema WHERE type = 'table'
     AND EXISTS (SELECT 1 FROM pragma_table_info(sqlite_schema.name) WHERE name = '_source')`,
  );
  for (const { name } of own) connection.run(`DELETE FROM ${quotedName(name)} WHERE "_source" = ?`, source);
}

/** Makes a table, or the columns that it lacks; gives the statement that puts a row into it. */
function madeTable(connection: SqliteConnection, { name, columns }: RecordTable): string {
  const table = quotedName(name);
  const there = connection
    .all<{ name: string }>('SELECT name FROM pragma_table_info(?)', name)
    .map((column) => column.name.toLowerCase());
  if (there.length > 0 && !there.includes('_source')) throw foreignTable(name, connection.file);
  const declared = columns.map((column) => `${quotedName(column.name)} ${types[column.kind]}`);
  if (there.length === 0) connection.exec(`CREATE TABLE ${table} (${declared.join(', ')})`);
  else
    for (const [at, column] of columns.entries())
      if (!there.includes(column.name)) connection.exec(`ALTER TABLE ${table} ADD COLUMN ${declared[at]}`);
  const names = columns.map((column) => quotedName(column.name)).join(', ');
  const places = columns.map(() => '?').join(', ');
  return `INSERT INTO ${table} (${names}) VALUES (${places})`;
}
