import { readFileSync } from 'node:fs';
import { withoutCredentials } from '../../config/index.ts';
import type { KnownRow, KnownValues } from '../../extract/index.ts';
import { ArgiopeError } from '../../model/index.ts';
import { csvRows, type PriorRow, postgresRows, sqliteRows } from './prior-tables.ts';

/** Values of one name that are kept: more would say no more. */
const mostValues = 5000;

/** What known records say: their values by name, and the records themselves. */
export interface PriorRecords {
  readonly known: KnownValues;
  readonly prior: readonly KnownRow[];
}

/**
 * Records that a user has already: CSV with a head, JSON (a list of objects), JSON lines (also `records.jsonl`), a table of
 * a SQLite file (`FILE#TABLE`) or of a PostgreSQL database (`postgres://…#TABLE`).
 */
export async function readPrior(sources: readonly string[]): Promise<PriorRecords> {
  const known = new Map<string, Set<string>>();
  const prior: KnownRow[] = [];
  for (const source of sources)
    for (const row of await rowsOf(source)) {
      const texts = Object.entries(row).map(([name, value]) => [name, textsOf(value)] as const);
      prior.push(Object.fromEntries(texts));
      for (const [name, own] of texts) {
        const values = known.get(name) ?? new Set<string>();
        for (const text of own) if (values.size < mostValues) values.add(text);
        if (values.size > 0) known.set(name, values);
      }
    }
  return { known: new Map([...known].map(([name, values]) => [name, [...values]])), prior };
}

async function rowsOf(source: string): Promise<readonly PriorRow[]> {
  const [, file = source, table] = /^(.*?)(?:#([^#/\\]+))?$/s.exec(source) ?? [];
  try {
    if (isDatabase(source)) return await postgresRows(file, table);
    if (table !== undefined || /\.(?:db|sqlite3?)$/i.test(file)) return sqliteRows(file, table);
    const text = readFileSync(file, 'utf8').replace(/^\ufeff/, '');
    if (/\.csv$/i.test(file)) return csvObjects(text);
    return jsonRows(text);
  } catch (cause) {
    throw new ArgiopeError(
      'CONFIG',
      `the known records ${withoutCredentials(source)} cannot be read: ${reasonOf(cause)}`,
      {
        advice:
          'Give a CSV file with a head, a JSON list of objects, JSON lines, FILE#TABLE of a SQLite file, or postgres://user:password@host/database#TABLE.',
        cause,
      },
    );
  }
}

/** Whether known records are in a PostgreSQL database. */
function isDatabase(source: string): boolean {
  return /^postgres(?:ql)?:\/\//i.test(source);
}

/** Several addresses of a server that refuse at once give an error without a message. */
function reasonOf(cause: unknown): string {
  const { message, code } = cause as { readonly message?: string; readonly code?: string };
  return message || code || String(cause);
}

function csvObjects(text: string): readonly PriorRow[] {
  const [head = [], ...rows] = csvRows(text);
  return rows.map((row) => Object.fromEntries(head.map((name, at) => [name, row[at] ?? ''])));
}

/** A list of objects, or an object on each line; of records their fields. */
function jsonRows(text: string): readonly PriorRow[] {
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
    return (typeof fields === 'object' && fields !== null ? fields : value) as PriorRow;
  });
}

function textsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return value.trim() === '' ? [] : [value.trim()];
  if (typeof value === 'number' || typeof value === 'bigint') return [String(value)];
  if (value instanceof Date) return [value.toISOString().replace(/T00:00:00\.000Z$/, '')];
  return Array.isArray(value) ? value.flatMap(textsOf) : [];
}
