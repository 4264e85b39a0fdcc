import { readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { KnownValues } from '../../extract/index.ts';
import { ArgiopeError } from '../../model/index.ts';
import { csvRows } from './csv-rows.ts';

/** Values of one name that are kept: more would say no more. */
const mostValues = 5000;

type Row = Readonly<Record<string, unknown>>;

/**
 * Records that a user has already, as values by name: CSV with a head, JSON (a list of objects), JSON lines (also
 * `records.jsonl`), or a table of a SQLite file (`FILE#TABLE`).
 */
export function readPrior(sources: readonly string[]): KnownValues {
  const known = new Map<string, Set<string>>();
  for (const source of sources)
    for (const row of rowsOf(source))
      for (const [name, value] of Object.entries(row)) {
        const values = known.get(name) ?? new Set<string>();
        for (const text of textsOf(value)) if (values.size < mostValues) values.add(text);
        if (values.size > 0) known.set(name, values);
      }
  return new Map([...known].map(([name, values]) => [name, [...values]]));
}

function rowsOf(source: string): readonly Row[] {
  const [, file = source, table] = /^(.*?)(?:#([^#/\\]+))?$/s.exec(source) ?? [];
  try {
    if (table !== undefined || /\.(?:db|sqlite3?)$/i.test(file)) return tableRows(file, table);
    const text = readFileSync(file, 'utf8').replace(/^\ufeff/, '');
    if (/\.csv$/i.test(file)) return csvObjects(text);
    return jsonRows(text);
  } catch (cause) {
    throw new ArgiopeError(
      'CONFIG',
      `the known records ${source} cannot be read: ${(cause as Error).message}`,
      {
        advice:
          'Give a CSV file with a head, a JSON list of objects, JSON lines, or FILE#TABLE of a SQLite file.',
        cause,
      },
    );
  }
}

function tableRows(file: string, table: string | undefined): readonly Row[] {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const names = database
      .prepare("SELECT name FROM sqlite_schema WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite_%'")
      .all()
      .map(({ name }) => String(name));
    const name = table ?? (names.length === 1 ? names[0] : undefined);
    if (name === undefined || !names.includes(name))
      throw new Error(
        `expected one of the tables ${names.join(', ') || '(there are none)'}, got ${table ?? 'none'}`,
      );
    return database.prepare(`SELECT * FROM "${name.replaceAll('"', '""')}"`).all() as Row[];
  } finally {
    database.close();
  }
}

function csvObjects(text: string): readonly Row[] {
  const [head = [], ...rows] = csvRows(text);
  return rows.map((row) => Object.fromEntries(head.map((name, at) => [name, row[at] ?? ''])));
}

/** A list of objects, or an object on each line; of records their fields. */
function jsonRows(text: string): readonly Row[] {
  const values = /^\s*\[/.test(text)
    ? (JSON.parse(text) as unknown[])
    : text
        .split('\n')
        .filter((line) => line.trim() !== '')
        .map((line) => JSON.parse(line) as unknown);
  return values.map((value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw new Error(`expected objects, got ${JSON.stringify(value)?.slice(0, 60)}`);
    const { fields } = value as { readonly fields?: unknown };
    return (typeof fields === 'object' && fields !== null ? fields : value) as Row;
  });
}

function textsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return value.trim() === '' ? [] : [value.trim()];
  if (typeof value === 'number' || typeof value === 'bigint') return [String(value)];
  return Array.isArray(value) ? value.flatMap(textsOf) : [];
}
