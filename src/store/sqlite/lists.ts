import type {
  FiledSegment,
  ListAnswer,
  ListQuestion,
  SegmentBlock,
  SegmentSize,
} from '../../model/search.ts';
import type { SqliteConnection } from './connection.ts';
import { fieldCondition, hostCondition, oneOf } from './match.ts';

type SegmentRows = readonly (readonly [segment: number, pages: Uint8Array])[];

/** Segments of a site in a SQLite file; whoever changes them has a transaction open. */
export class SqliteLists {
  readonly #connection: SqliteConnection;
  readonly #site: number;
  /** What every question reads, by the version of the file that it was read of. */
  #read: {
    readonly version: number;
    readonly segments: Map<string, SegmentRows>;
    inlinks?: Uint8Array | null;
  };

  constructor(connection: SqliteConnection, site: number) {
    this.#connection = connection;
    this.#site = site;
    this.#read = { version: -1, segments: new Map() };
  }

  /** Something is written by this connection: what was read before does not hold any more. */
  forget(): void {
    this.#read = { version: -1, segments: new Map() };
  }

  /** Takes a segment in, and gives its number. */
  add(source: ListQuestion['of'], { numbers, tokens, pages, blocks }: FiledSegment): number {
    const segment =
      (this.#connection.get<{ last: number | null }>(
        'SELECT max(segment) AS last FROM search_segments WHERE site = ?',
        this.#site,
      )?.last ?? 0) + 1;
    this.#run(
      `INSERT INTO search_segments (site, segment, source, tokens, count, live, pages) VALUES (?, ?, ?, ?, ?, ?, ?)`,
      ...[segment, source, tokens, numbers.length, numbers.length, pages],
    );
    for (const { first, data } of blocks)
      this.#run(
        'INSERT INTO search_blocks (site, segment, first, data) VALUES (?, ?, ?, ?)',
        segment,
        first,
        data,
      );
    return segment;
  }

  /** Notes where a page is filed now; what was filed of it before does not count any more. */
  moved(number: number, segment: number): void {
    this.retire(number);
    this.#run('INSERT INTO search_filed (site, number, segment) VALUES (?, ?, ?)', number, segment);
  }

  /** Notes that what was filed of a page does not count any more. */
  retire(number: number): void {
    const old = this.#connection.get<{ segment: number }>(
      'SELECT segment FROM search_filed WHERE site = ? AND number = ?',
      ...[this.#site, number],
    );
    if (!old) return;
    this.#run('DELETE FROM search_filed WHERE site = ? AND number = ?', number);
    this.#run('INSERT INTO search_gone (site, segment, number) VALUES (?, ?, ?)', old.segment, number);
    this.#run('UPDATE search_segments SET live = live - 1 WHERE site = ? AND segment = ?', old.segment);
  }

  /** Removes segments of which no page counts any more. */
  sweep(): void {
    this.#drop('live <= 0');
  }

  /** Removes all segments of pages, or of records. */
  clear(source: ListQuestion['of']): void {
    this.#drop(`source = '${source}'`);
    if (source === 'pages') this.#run('DELETE FROM search_filed WHERE site = ?');
  }

  #drop(which: string): void {
    const some = `site = ?1 AND segment IN (SELECT segment FROM search_segments WHERE site = ?1 AND ${which})`;
    for (const table of ['search_blocks', 'search_gone', 'search_segments'])
      this.#run(`DELETE FROM ${table} WHERE ${some}`);
  }

  sizes(): readonly SegmentSize[] {
    return this.#connection.all<SegmentSize>(
      `SELECT segment, tokens, count AS pages, live FROM search_segments
       WHERE site = ? AND source = 'pages' ORDER BY segment`,
      this.#site,
    );
  }

  read(question: ListQuestion): ListAnswer {
    return this.#connection.snapshot(() => {
      const gone = new Map<number, number[]>();
      for (const [segment, number] of this.#lists<[number, number]>(
        'SELECT segment, number FROM search_gone WHERE site = ?',
      ))
        gone.set(segment, [...(gone.get(segment) ?? []), number]);
      const segments = this.#segments(question.of).map(([segment, pages]) => ({
        pages,
        gone: gone.get(segment) ?? [],
        blocks: this.#blocks(segment, question),
      }));
      return { segments, only: this.#only(question), inlinks: this.#inlinks() };
    });
  }

  /** The same bytes for as long as nobody writes, so that who has read them need not do so again. */
  #segments(source: ListQuestion['of']): SegmentRows {
    const version = this.#connection.get<{ data_version: number }>('PRAGMA data_version')?.data_version ?? -1;
    if (version !== this.#read.version) this.#read = { version, segments: new Map() };
    const known = this.#read.segments.get(source);
    if (known) return known;
    const rows = this.#lists<[number, Uint8Array]>(
      'SELECT segment, pages FROM search_segments WHERE site = ? AND source = ? ORDER BY segment',
      source,
    );
    this.#read.segments.set(source, rows);
    return rows;
  }

  #blocks(segment: number, { tokens, ranges }: ListQuestion): readonly Uint8Array[] {
    const found = new Map<string, Uint8Array>();
    const take = (rows: readonly (readonly [Uint8Array, Uint8Array])[]) => {
      for (const [first, data] of rows) found.set(Buffer.from(first).toString('latin1'), data);
    };
    const block = 'SELECT first, data FROM search_blocks WHERE site = ? AND segment = ?';
    for (const token of [...tokens, ...ranges.map(([from]) => from)])
      take(this.#lists(`${block} AND first <= ? ORDER BY first DESC LIMIT 1`, segment, token));
    for (const [from, before] of ranges)
      take(this.#lists(`${block} AND first > ? AND first < ?`, segment, from, before));
    return [...found.values()];
  }

  #only({ of, only }: ListQuestion): readonly number[] | null {
    if (only === null) return null;
    const [table, column] = of === 'pages' ? ['search_pages', 'number'] : ['search_records', 'id'];
    const conditions =
      of === 'pages'
        ? [oneOf('search_pages.type', only.types), hostCondition(only.sites)]
        : [oneOf('search_records.type', only.types), ...only.fields.map(fieldCondition)];
    return this.#lists<[number]>(
      `SELECT ${column} FROM ${table} WHERE site = ? AND ${conditions.map(({ sql }) => sql).join(' AND ')}`,
      ...conditions.flatMap(({ values }) => values),
    ).map(([number]) => number);
  }

  #inlinks(): Uint8Array | null {
    this.#read.inlinks ??=
      this.#lists<[Uint8Array]>('SELECT counts FROM search_inlinks WHERE site = ?')[0]?.[0] ?? null;
    return this.#read.inlinks;
  }

  #lists<Row extends readonly unknown[]>(sql: string, ...values: (string | number | Uint8Array)[]): Row[] {
    return this.#connection.lists<Row>(sql, this.#site, ...values);
  }

  #run(sql: string, ...values: (string | number | SegmentBlock['data'])[]): number {
    return this.#connection.run(sql, this.#site, ...values);
  }
}
