import type { DeclaredType, ExtractedRecord, FieldValue, RecordSchema } from '../../records/index.ts';
import { numberIn, valuesOf } from '../../records/index.ts';

/** What a column holds. */
export type ColumnKind = 'text' | 'number' | 'integer' | 'boolean' | 'list';

/** How the records of one type and list are written as a table. */
export interface RecordTable {
  readonly name: string;
  /** Fields as records have them, in the order of their columns. */
  readonly fields: readonly string[];
  readonly columns: readonly { readonly name: string; readonly kind: ColumnKind }[];
}

/** One value of a row; lists are JSON text. */
export type TableCell = string | number | boolean | null;

/** Columns that every table of records begins with; a table without the first is somebody else's. */
const keyColumns = ['_source', '_page', '_url', '_item', '_key'] as const;

const keys = keyColumns.map((name) => ({ name, kind: name === '_item' ? 'integer' : 'text' }) as const);

/** Names are cut where the strictest of the databases would. */
const longestName = 63;

/** The table that a record belongs to. */
export function titleOf({ type, path }: ExtractedRecord): string {
  return path === null ? type : `${type}_${path}`;
}

/** Learns from records as they come which tables they need: one for each type and each list of it. */
export class Shapes {
  readonly #schema: RecordSchema | null;
  /** By title, which fields there are and whether a record has several values of them. */
  readonly #fields = new Map<string, Map<string, boolean>>();

  constructor(schema: RecordSchema | null) {
    this.#schema = schema;
  }

  see(record: ExtractedRecord): void {
    const title = titleOf(record);
    const fields = this.#fields.get(title) ?? new Map<string, boolean>();
    this.#fields.set(title, fields);
    for (const [name, value] of Object.entries(record.fields))
      if (fields.get(name) !== true) fields.set(name, typeof value !== 'string');
  }

  /** Tables by their titles. */
  tables(): ReadonlyMap<string, RecordTable> {
    const names = new Names();
    return new Map([...this.#fields].map(([title, fields]) => [title, this.#table(names.of(title), fields)]));
  }

  #table(name: string, fields: ReadonlyMap<string, boolean>): RecordTable {
    const names = new Names(keyColumns);
    const columns = [...fields].map(([field, several]) => ({
      name: names.of(field),
      kind: kindOf(this.#schema?.properties[field]?.type ?? null, several),
    }));
    return { name, fields: [...fields.keys()], columns: [...keys, ...columns] };
  }
}

/** Records as rows of their tables; `source` says which site or folder they are of. */
export function* rowsOf(
  records: Iterable<ExtractedRecord>,
  tables: ReadonlyMap<string, RecordTable>,
  source: string,
): Generator<{ readonly table: RecordTable; readonly row: readonly TableCell[] }> {
  // Records of one page come one after the other.
  let page: string | null = null;
  let items = new Map<RecordTable, number>();
  for (const record of records) {
    const table = tables.get(titleOf(record));
    if (table === undefined) continue;
    if (record.page !== page) items = new Map();
    page = record.page;
    const item = items.get(table) ?? 0;
    items.set(table, item + 1);
    const cells = table.fields.map((field, at) =>
      cellOf(record.fields[field], table.columns[keys.length + at]?.kind ?? 'text'),
    );
    yield { table, row: [source, record.page, record.url, item, record.key ?? null, ...cells] };
  }
}

function kindOf(type: DeclaredType | null, several: boolean): ColumnKind {
  if (several || type === 'array') return 'list';
  return type === null || type === 'string' ? 'text' : type;
}

function cellOf(value: FieldValue | undefined, kind: ColumnKind): TableCell {
  const [first] = valuesOf(value);
  if (value === undefined || first === undefined) return null;
  if (kind === 'list') return JSON.stringify([value].flat());
  if (kind === 'boolean') return /^(true|yes|1)$/i.test(first);
  if (kind === 'text') return first;
  const number = numberIn(first);
  return kind === 'integer' && number !== null && !Number.isInteger(number) ? null : number;
}

/** Names for tables and columns: letters, digits and underscores, no two the same however they are written. */
class Names {
  readonly #taken: Set<string>;

  constructor(taken: readonly string[] = []) {
    this.#taken = new Set(taken);
  }

  of(title: string): string {
    const plain = title
      .normalize('NFKC')
      .replace(/[^\p{L}\p{N}]+/gu, '_')
      .replace(/^_+|_+$/g, '')
      .toLowerCase();
    const base = shortened(/^\p{L}/u.test(plain) ? plain : `n_${plain}`, longestName - 4);
    let name = base;
    for (let nth = 2; this.#taken.has(name); nth++) name = `${base}_${nth}`;
    this.#taken.add(name);
    return name;
  }
}

function shortened(text: string, bytes: number): string {
  let short = text;
  while (Buffer.byteLength(short) > bytes) short = short.slice(0, -1);
  return short;
}

/** A name as SQL writes it. */
export function quotedName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
