import { join } from 'node:path';
import type { ExtractedRecord, RecordSchema, RejectedRecord } from '../../records/index.ts';
import { type TextFile, writeText } from '../disk.ts';
import { recordsIn } from './lines.ts';
import { writePostgres } from './postgres.ts';
import { writeSheets } from './sheets.ts';
import { writeSqlite } from './sqlite.ts';
import { Shapes } from './tables.ts';

/** Where records go besides `records.jsonl`. */
export type RecordSink =
  | { readonly kind: 'csv' }
  | { readonly kind: 'sqlite'; readonly file: string }
  | { readonly kind: 'postgres'; readonly url: string };

/** Records of one extraction, as they come. */
export interface RecordSet {
  /** Site or folder that they are of. */
  readonly source: string;
  /** Those that passed and those that did not; of one page one after the other. */
  readonly records:
    | AsyncIterable<ExtractedRecord | RejectedRecord>
    | Iterable<ExtractedRecord | RejectedRecord>;
  readonly schema: RecordSchema | null;
}

/** What was written. */
export interface WrittenRecords {
  /** The places that were written to. */
  readonly files: readonly string[];
  readonly records: number;
  readonly rejected: number;
  /** Records by type. */
  readonly types: Readonly<Record<string, number>>;
}

/**
 * Writes `records.jsonl` and `rejected.jsonl` as records come, and then what else is asked for out of that file,
 * since what columns a table has is known when the last record is: never are all records in memory.
 */
export async function writeRecords(
  set: RecordSet,
  { dir, sinks = [] }: { readonly dir: string; readonly sinks?: readonly RecordSink[] },
): Promise<WrittenRecords> {
  const [passed, turnedAway] = [join(dir, 'records.jsonl'), join(dir, 'rejected.jsonl')];
  const shapes = new Shapes(set.schema);
  const types: Record<string, number> = {};
  let [records, rejected] = [0, 0];
  await writeText(turnedAway, (others) =>
    writeText(passed, async (file) => {
      for await (const record of set.records) {
        if ('reasons' in record) {
          rejected++;
          await line(others, record);
          continue;
        }
        records++;
        types[record.type] = (types[record.type] ?? 0) + 1;
        shapes.see(record);
        await line(file, record);
      }
    }),
  );
  const files = [passed, turnedAway];
  for (const sink of sinks) files.push(await writeTo(sink, set.source, shapes, dir));
  return { files, records, rejected, types };
}

function line(file: TextFile, record: object): Promise<void> {
  return file.add(`${JSON.stringify(record)}\n`);
}

async function writeTo(sink: RecordSink, source: string, shapes: Shapes, dir: string): Promise<string> {
  const records = () => recordsIn(join(dir, 'records.jsonl'));
  const tables = shapes.tables();
  switch (sink.kind) {
    case 'csv':
      return writeSheets(records(), tables, join(dir, 'records'));
    case 'sqlite':
      writeSqlite(sink.file, source, tables, records());
      return sink.file;
    case 'postgres':
      await writePostgres(sink.url, source, tables, records());
      return new URL(sink.url).host;
  }
}
