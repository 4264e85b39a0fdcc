import type { ExtractedRecord, Known, KnownRecord, LinkedRecord } from '../../extract/index.ts';
import { Connection } from '../../store/sqlite/connection.ts';

const schema = `
  PRAGMA journal_mode = OFF;
  PRAGMA synchronous = OFF;
  CREATE TABLE known (id INTEGER PRIMARY KEY, place TEXT NOT NULL, type TEXT NOT NULL, list TEXT, fields TEXT NOT NULL);
  CREATE INDEX known_place ON known (place);
  CREATE TABLE found (id INTEGER PRIMARY KEY, page TEXT NOT NULL, url TEXT, record TEXT NOT NULL, links TEXT NOT NULL);
  CREATE INDEX found_url ON found (url) WHERE url IS NOT NULL;
  CREATE TABLE first (key TEXT PRIMARY KEY, page TEXT NOT NULL) WITHOUT ROWID;
  BEGIN;
`;

/** Records that are read back together. */
const batch = 200;

interface Row {
  readonly id: number;
  readonly record: string;
  readonly links: string;
}

/**
 * What an extraction knows and has found, in a temporary database that is gone when it is closed or its process
 * ends: memory does not grow with the records.
 */
export class Ledger {
  readonly #connection = new Connection('', { subject: 'the temporary database of records' });

  constructor() {
    this.#connection.exec(schema);
  }

  /** Takes a record of an earlier run. */
  remember({ page, url, type, path, fields }: ExtractedRecord): void {
    const sql = 'INSERT INTO known (place, type, list, fields) VALUES (?, ?, ?, ?)';
    this.#connection.run(sql, url ?? page, type, path, JSON.stringify(fields));
  }

  /** What the records of an earlier run say of a page, by its address or name. */
  get(place: string): KnownRecord | undefined {
    const rows = this.#connection.all<{ type: string; list: string | null; fields: string }>(
      'SELECT type, list, fields FROM known WHERE place = ? ORDER BY id',
      place,
    );
    const [first] = rows;
    if (first === undefined) return undefined;
    const known = rows.map(({ list, fields }) => ({ list, fields: JSON.parse(fields) as Known }));
    const own = known.findLast(({ list }) => list === null)?.fields ?? {};
    const lists = Map.groupBy(known, ({ list }) => list);
    lists.delete(null);
    const items = Object.fromEntries(
      [...lists].map(([list, some]) => [list, some.map(({ fields }) => fields)]),
    );
    return { type: first.type, fields: own, items };
  }

  /** Takes a record that was found; those of one page come one after the other. */
  add({ record, links }: LinkedRecord): void {
    const { page, url, path } = record;
    this.#connection.run(
      'INSERT INTO found (page, url, record, links) VALUES (?, ?, ?, ?)',
      ...[page, path === null && url !== null ? withoutFragment(url) : null],
      ...[JSON.stringify(record), JSON.stringify(links)],
    );
  }

  /** Forgets what was found on pages other than these: they were merged into others. */
  async keepOnly(pages: AsyncIterable<string>): Promise<void> {
    this.#connection.exec('CREATE TABLE kept (page TEXT PRIMARY KEY) WITHOUT ROWID');
    for await (const page of pages)
      this.#connection.run('INSERT OR IGNORE INTO kept (page) VALUES (?)', page);
    this.#connection.exec('DELETE FROM found WHERE page NOT IN (SELECT page FROM kept); DROP TABLE kept');
  }

  /** Everything that was found, in its order. */
  *found(): Generator<LinkedRecord> {
    let last = 0;
    for (;;) {
      const rows = this.#connection.all<Row>(
        `SELECT id, record, links FROM found WHERE id > ? ORDER BY id LIMIT ${batch}`,
        last,
      );
      for (const { record, links } of rows)
        yield { record: JSON.parse(record) as ExtractedRecord, links: JSON.parse(links) as string[] };
      const end = rows.at(-1)?.id;
      if (end === undefined) return;
      last = end;
    }
  }

  /** The record of the page of an address that came last. */
  detail(url: string): ExtractedRecord | null {
    const row = this.#connection.get<Row>(
      'SELECT record FROM found WHERE url = ? ORDER BY id DESC LIMIT 1',
      url,
    );
    return row === undefined ? null : (JSON.parse(row.record) as ExtractedRecord);
  }

  /** Pages that came first, by what must be unique. */
  readonly firsts = {
    get: (key: string): string | undefined =>
      this.#connection.get<{ page: string }>('SELECT page FROM first WHERE key = ?', key)?.page,
    set: (key: string, page: string): void => {
      this.#connection.run('INSERT OR REPLACE INTO first (key, page) VALUES (?, ?)', key, page);
    },
  };

  close(): void {
    this.#connection.close();
  }
}

function withoutFragment(url: string): string {
  return url.replace(/#.*$/s, '');
}
