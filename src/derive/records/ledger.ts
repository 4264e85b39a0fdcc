import type { Known, KnownRecord } from '../../extract/index.ts';
import { type ExtractedRecord, type LinkedRecord, recordKey, thingAddress } from '../../records/index.ts';
import { SqliteConnection } from '../../store/sqlite/connection.ts';
import { settleRecords } from './settle.ts';

const schema = `
  PRAGMA journal_mode = OFF;
  PRAGMA synchronous = OFF;
  CREATE TABLE known (id INTEGER PRIMARY KEY, place TEXT NOT NULL, type TEXT NOT NULL, list TEXT, fields TEXT NOT NULL);
  CREATE INDEX known_place ON known (place);
  CREATE TABLE found (id INTEGER PRIMARY KEY, page TEXT NOT NULL, place TEXT NOT NULL, list TEXT, share REAL NOT NULL,
    record TEXT NOT NULL, links TEXT NOT NULL, thing INTEGER, detail INTEGER, shown INTEGER NOT NULL DEFAULT 0, nth INTEGER NOT NULL DEFAULT 0);
  CREATE INDEX found_place ON found (place) WHERE list IS NULL;
  CREATE INDEX found_page ON found (page) WHERE list IS NULL;
  CREATE TABLE keys (key TEXT PRIMARY KEY, times INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE alike (key TEXT PRIMARY KEY, id INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE first (key TEXT PRIMARY KEY, page TEXT NOT NULL) WITHOUT ROWID;
  BEGIN;
`;

/** Records that are read back together. */
const batch = 200;

interface Row {
  readonly id: number;
  readonly record: string;
  readonly nth: number;
}

/**
 * What an extraction knows and has found, in a temporary database that is gone when it is closed or its process
 * ends: memory does not grow with the records.
 */
export class RecordLedger {
  readonly #connection = new SqliteConnection('', { subject: 'the temporary database of records' });

  constructor() {
    this.#connection.exec(schema);
  }

  /** Takes a record of an earlier run, for each of the places where its thing stood. */
  remember({ page, url, type, path, fields, sources = [], lists = {} }: ExtractedRecord): void {
    const sql = 'INSERT INTO known (place, type, list, fields) VALUES (?, ?, ?, ?)';
    const own = Object.fromEntries(Object.entries(fields).filter(([name]) => lists[name] === undefined));
    for (const source of [{ page, url, type, path }, ...sources]) {
      const place = source.url ?? source.page;
      this.#connection.run(sql, place, source.type, source.path, JSON.stringify(own));
    }
    for (const [name, list] of Object.entries(lists))
      for (const item of fields[name] ?? [])
        this.#connection.run(sql, url ?? page, type, list, JSON.stringify(item));
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
  add({ record, links, list }: LinkedRecord): void {
    const { page, url, path } = record;
    this.#connection.run(
      'INSERT INTO found (page, place, list, share, record, links) VALUES (?, ?, ?, ?, ?, ?)',
      ...[page, url === null ? page : thingAddress(url), path === null ? null : (list?.name ?? path)],
      ...[list?.share ?? 1, JSON.stringify(record), JSON.stringify(links)],
    );
  }

  /** Makes one record of all that was found about a thing. */
  settle(): void {
    settleRecords(this.#connection);
  }

  /** Forgets what was found on pages other than these: they were merged into others. */
  async keepOnly(pages: AsyncIterable<string>): Promise<void> {
    this.#connection.exec('CREATE TABLE kept (page TEXT PRIMARY KEY) WITHOUT ROWID');
    for await (const page of pages)
      this.#connection.run('INSERT OR IGNORE INTO kept (page) VALUES (?)', page);
    this.#connection.exec('DELETE FROM found WHERE page NOT IN (SELECT page FROM kept); DROP TABLE kept');
  }

  /** The records of all things, in their order, with what each is known by. */
  *found(): Generator<ExtractedRecord> {
    let last = 0;
    for (;;) {
      const rows = this.#connection.all<Row>(
        `SELECT id, record, nth FROM found WHERE id > ? AND thing IS NULL ORDER BY id LIMIT ${batch}`,
        last,
      );
      for (const { record, nth } of rows) {
        const found = JSON.parse(record) as ExtractedRecord;
        yield { ...found, key: recordKey(found, nth) };
      }
      const end = rows.at(-1)?.id;
      if (end === undefined) return;
      last = end;
    }
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
