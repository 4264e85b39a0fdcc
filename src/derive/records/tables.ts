import type { ExtractedRecord, FieldValue, RecordSchema, ValueType } from '../../extract/index.ts';
import { numberIn, valuesOf } from '../../extract/index.ts';

/** What a column holds. */
export type ColumnKind = 'text' | 'number' | 'integer' | 'boolean' | 'list';

/** Records of one type and list as a table. */
export interface RecordTable {
  readonly name: string;
  readonly columns: readonly { readonly name: string; readonly kind: ColumnKind }[];
  readonly rows: readonly (readonly Cell[])[];
}

/** One value of a row; lists are JSON text. */
export type Cell = string | number | boolean | null;

/** Columns that every table of records begins with; a table without the first is somebody else's. */
export const keyColumns = ['_source', '_page', '_url', '_item'] as const;

/** Names are cut where the strictest of the databases would. */
const longestName = 63;

/** A table for each type of records and each list of it; `source` says which site or folder they are of. */
export function tablesOf(
  records: readonly ExtractedRecord[],
  source: string,
  schema: RecordSchema | null,
): readonly RecordTable[] {
  const groups = Map.groupBy(records, ({ type, path }) => (path === null ? type : `${type}_${path}`));
  const names = new Names();
  return [...groups].map(([title, some]) => tableOf(names.of(title), some, source, schema));
}

function tableOf(
  name: string,
  records: readonly ExtractedRecord[],
  source: string,
  schema: RecordSchema | null,
): RecordTable {
  const fields = [...new Set(records.flatMap((record) => Object.keys(record.fields)))];
  const names = new Names(keyColumns);
  const columns = fields.map((field) => ({
    ...{ field, name: names.of(field) },
    kind: kindOf(schema?.properties[field]?.type ?? null, records, field),
  }));
  const keys = keyColumns.map((key) => ({ name: key, kind: key === '_item' ? 'integer' : 'text' }) as const);
  const items = new Map<string, number>();
  const rows = records.map((record) => {
    const item = items.get(record.page) ?? 0;
    items.set(record.page, item + 1);
    const cells = columns.map(({ field, kind }) => cellOf(record.fields[field], kind));
    return [source, record.page, record.url, item, ...cells];
  });
  return {
    name,
    columns: [...keys, ...columns.map((column) => ({ name: column.name, kind: column.kind }))],
    rows,
  };
}

function kindOf(type: ValueType | null, records: readonly ExtractedRecord[], field: string): ColumnKind {
  const several = records.some(({ fields }) => valuesOf(fields[field]).length > 1);
  if (several || type === 'array') return 'list';
  return type === null || type === 'string' ? 'text' : type;
}

function cellOf(value: FieldValue | undefined, kind: ColumnKind): Cell {
  const [first] = valuesOf(value);
  if (value === undefined || first === undefined) return null;
  if (kind === 'list') return JSON.stringify(valuesOf(value));
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
