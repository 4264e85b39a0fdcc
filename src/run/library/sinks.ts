import { createWriteStream, type WriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { finished } from 'node:stream/promises';
import { csvLine } from '../../derive/csv.ts';
import { ArgiopeError, type CrawlSummary } from '../../model/index.ts';
import type { CrawledPage } from './page.ts';

/** A place that pages go to, one after the other; the crawl does not run ahead of it. */
export interface PageSink {
  /** Takes a page. An error here ends the crawl. */
  page(page: CrawledPage): void | Promise<void>;
  /** Called once when all pages were taken, also where the crawl was ended early; not after an error. */
  end?(summary: CrawlSummary): void | Promise<void>;
}

/** A row by its columns. */
export type SinkRow = Readonly<Record<string, unknown>>;

/** What is to be written of a page: a row, several, or nothing. */
export type RowMaker = (
  page: CrawledPage,
) =>
  | SinkRow
  | readonly SinkRow[]
  | null
  | undefined
  | Promise<SinkRow | readonly SinkRow[] | null | undefined>;

/** Writes rows as CSV (RFC 4180); the first row says which columns there are. */
export function csvSink(file: string, row: RowMaker): PageSink {
  let columns: readonly string[] | null = null;
  return rowSink(file, row, (fields) => {
    const head = columns === null ? csvLine(Object.keys(fields)) : '';
    columns ??= Object.keys(fields);
    const strange = Object.keys(fields).find((name) => !columns?.includes(name));
    if (strange !== undefined)
      throw new ArgiopeError('USAGE', `the column "${strange}" for ${file} was not in the first row`, {
        advice: 'Give all rows the same columns, empty ones as "".',
      });
    return head + csvLine(columns.map((name) => cell(fields[name])));
  });
}

/** Writes rows as JSON lines. */
export function jsonlSink(file: string, row: RowMaker): PageSink {
  return rowSink(file, row, (fields) => `${JSON.stringify(fields)}\n`);
}

function cell(value: unknown): string | number | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'number' || typeof value === 'string') return value;
  return value instanceof Date ? value.toISOString() : JSON.stringify(value);
}

function rowSink(file: string, row: RowMaker, lineOf: (fields: SinkRow) => string): PageSink {
  let opened: Promise<WriteStream> | null = null;
  const stream = () => {
    opened ??= mkdir(dirname(file), { recursive: true }).then(() => createWriteStream(file));
    return opened;
  };
  return {
    async page(page) {
      const made = await row(page);
      const rows = made === null || made === undefined ? [] : [made].flat();
      const out = await stream();
      for (const fields of rows) await written(out, lineOf(fields as SinkRow));
    },
    async end() {
      const out = await stream();
      out.end();
      await finished(out);
    },
  };
}

function written(out: WriteStream, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    out.write(text, (error) => (error ? reject(error) : resolve()));
  });
}
